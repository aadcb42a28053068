"""The style sheet of a book's page, for a phone, a screen and paper, in light and dark colours."""

from __future__ import annotations

STYLE = """\
:root { color-scheme: light dark;
  --ink: #1b1b1b; --dim: #5a5a5a; --paper: #fffdf8; --line: #d9d4c7; --link: #0a5a9c; --note: #f4eedd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4da; --dim: #a8a396; --paper: #16171a; --line: #37393f; --link: #7fbef0; --note: #22242a; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1rem; max-width: 74rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 Georgia, "Noto Serif", "DejaVu Serif", serif; overflow-wrap: break-word; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
h1, h2, h3, nav, .facts, .see, .up, .n, .names, .game, small {
  font-family: system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 2rem; line-height: 1.15; margin: .2rem 0 .6rem; }
h2 { font-size: 1.45rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; margin: 2.4rem 0 1rem; }
h3 { font-size: 1.12rem; margin: 0 0 .15rem; }
h3 a { color: inherit; }
.game { margin: 0; color: var(--dim); letter-spacing: .12em; text-transform: uppercase; font-size: .8rem; }
nav ul { columns: 16rem; padding-left: 1.1rem; margin: .3rem 0 .8rem; font-size: .92rem; }
nav li { break-inside: avoid; padding: .12rem 0; }
nav summary { font-weight: 600; padding: .3rem 0; cursor: pointer; }
article { border-top: 1px solid var(--line); padding: 1rem 0 .6rem; max-width: 46rem; }
h2 + article { border-top: 0; padding-top: 0; }
article:target { border-left: 4px solid var(--link); padding-left: .8rem; }
.facts { color: var(--dim); font-size: .82rem; margin: 0 0 .5rem; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .92em; }
ol { list-style: none; padding: 0; margin: 0 0 .5rem; }
ol li { display: flex; align-items: baseline; padding: .18rem 0; }
li:target { background: var(--note); }
.n { flex: 0 0 2.4rem; font-size: .82rem; color: var(--dim); }
.only, .since { color: var(--dim); }
.since { border: 1px solid currentColor; border-radius: .6em; padding: 0 .4em; }
aside { background: var(--note); border-left: 4px double var(--dim); padding: .5rem .9rem; \
margin: .6rem 0; font-size: .95rem; }
aside p { margin: .2rem 0; }
dl { display: grid; grid-template-columns: 1.4rem 1fr; margin: .3rem 0; }
dt { font-weight: 700; }
dd { margin: 0; }
.see { font-size: .88rem; margin: .4rem 0; line-height: 1.9; }
.up { text-align: right; font-size: .78rem; margin: 0; }
.names { columns: 15rem; list-style: none; padding: 0; font-size: .9rem; }
.names li { break-inside: avoid; padding: .1rem 0; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { max-width: max(100%, 56rem); height: auto; }
@media (min-width: 70rem) {
  body { display: grid; grid-template-columns: 19rem 1fr; column-gap: 3rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding-right: .5rem; align-self: start; }
  nav ul { columns: 1; }
}
@media print {
  :root { --ink: #000; --dim: #444; --paper: #fff; --line: #bbb; --link: #000; --note: #f3f3f3; }
  body { display: block; font-size: 10pt; max-width: none; padding: 0; }
  nav { position: static; max-height: none; overflow: visible; break-after: page; }
  nav ul { columns: 3; }
  .up { display: none; }
  article { break-inside: avoid; max-width: none; padding: .5rem 0; }
  h2, figcaption { break-after: avoid; }
  figure { break-inside: avoid; }
  figure svg { max-width: 100%; max-height: 85vh; }
}
"""
