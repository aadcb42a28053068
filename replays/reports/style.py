"""The style sheet of a report's page, for a screen, a phone and A4 paper, in light and dark colours."""

from __future__ import annotations

STYLE = """\
:root { color-scheme: light dark;
  --ink: #1a1d20; --dim: #50565d; --paper: #ffffff; --line: #cdd2d8; --link: #0b4f7a; --note: #f1f4f7; --card: #ffffff;
  --good: #0a5c3f; --bad: #8a2500; --mark: #e3e7eb; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebee; --dim: #aeb6be; --paper: #14181d; --line: #3a424c; --link: #8cc8f0; \
--note: #1e242b; --card: #232a32;
    --good: #7fd8b0; --bad: #ffb496; --mark: #303842; }
}
@page { size: A4; margin: 14mm 13mm; }
@page wide { size: A4 landscape; margin: 12mm; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.25rem 1rem 3rem; max-width: 74rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 "DejaVu Sans", Verdana, system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .2rem 0 .6rem; max-width: 46rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1rem; margin: 1rem 0 .35rem; }
p, dl, blockquote, .rules, .short { max-width: 54rem; }
a { color: var(--link); }
code, pre { font-family: "DejaVu Sans Mono", ui-monospace, Consolas, monospace; font-size: .86em; }
pre { background: var(--note); padding: .7rem .9rem; overflow-x: auto; line-height: 1.4; white-space: pre-wrap; }
.over { color: var(--dim); margin: 0; font-size: .9rem; }
.short { background: var(--note); border-left: 5px solid var(--link); padding: .6rem 1rem; margin-top: .7rem; }
.short p { margin: .35rem 0; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
.side { border: 1px solid var(--line); padding: .2rem .9rem .8rem; }
.side h3 { margin: .5rem 0 .1rem; }
.facts { color: var(--dim); margin: 0 0 .5rem; font-size: .88rem; }
.zone { display: grid; grid-template-columns: 4.6rem 1fr; align-items: start; margin: .45rem 0 0; }
.zone p { margin: .3rem 0 0; font-size: .86rem; color: var(--dim); }
.cards { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; padding: 0; margin: 0; }
.cards li { background: var(--card); border: 1px solid var(--dim); border-radius: .4rem; \
padding: .25rem .5rem; font-size: .86rem; line-height: 1.3; }
.cards b { display: block; }
.cards .kind, .cards .on { color: var(--dim); display: block; }
.cards .pile { border-style: dashed; color: var(--dim); }
.claims { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
.claim { border: 1px solid var(--line); padding: .1rem .9rem .6rem; }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
.yes { color: var(--good); }
.no { color: var(--bad); }
.yes, .no { font-weight: 600; }
figure { margin: .5rem 0; }
.scroll { overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 48rem; height: auto; }
.night { display: none; }
figcaption, .small { color: var(--dim); font-size: .88rem; }
table { border-collapse: collapse; font-size: .86rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
th { background: var(--mark); }
.struck { text-decoration: line-through; }
summary { cursor: pointer; color: var(--link); padding: .3rem 0; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .15rem 1rem; margin: .4rem 0; }
dt { color: var(--dim); }
dd { margin: 0; }
ol.chain { padding-left: 1.4rem; }
ol.chain li { margin: .3rem 0; }
.rules dt { color: var(--ink); }
.rules { display: block; }
.rules dd { margin: 0 0 .5rem; }
:target { background: var(--mark); }
footer { margin-top: 2rem; border-top: 1px solid var(--line); color: var(--dim); font-size: .85rem; }
@media (prefers-color-scheme: dark) {
  .day { display: none; }
  .night { display: block; }
}
@media (max-width: 40rem) {
  dl { display: block; }
  dd { margin: 0 0 .5rem; }
}
@media print {
  :root { color-scheme: light; --ink: #000000; --dim: #404040; --paper: #ffffff; --line: #b5b5b5; \
--link: #000000; --note: #f3f3f3; --card: #ffffff;
    --good: #000000; --bad: #000000; --mark: #e8e8e8; }
  html { font-size: 9pt; }
  body { max-width: none; padding: 0; }
  .day { display: block; }
  .night, details { display: none; }
  h2, h3 { break-after: avoid; }
  .side, .claim, .short, figure, tr, .rules div { break-inside: avoid; }
  .sides, .claims { grid-template-columns: 1fr 1fr; }
  figure svg { min-width: 0; max-height: 155mm; }
  .wide { page: wide; break-before: page; break-after: page; }
  p, blockquote, .short, .rules { max-width: none; }
  .rules { columns: 2; column-gap: 2rem; }
  a { text-decoration: none; }
}
"""
