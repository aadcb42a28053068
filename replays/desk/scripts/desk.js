// The desk with a script: judged 300 ms after the last key, without loading the page again.
// Everything that is said comes from the desk as markup; here only regions are put in their places.

import { startCompletion } from "./completion.js";
import { onKey, post, reached, say } from "./frame.js";
import { paint } from "./paint.js";

const PAUSE = 300;
const LONG = 2000;
const form = document.getElementById("judge");
const text = document.getElementById("text");
const editor = document.getElementById("editor");
const status = document.getElementById("status");
const region = (name) => document.getElementById(`region-${name}`);
const transcript = text.closest(".sheet") !== null;
let timer = 0;
let asking = null;
let again = null;

document.documentElement.classList.add("script");

function paintLines() {
  if (!transcript) return;
  const list = region("lines");
  const written = text.value.split("\n");
  while (list.children.length > written.length) list.lastElementChild.remove();
  written.forEach((line, at) => {
    let row = list.children[at];
    if (!row) {
      row = document.createElement("li");
      row.className = "written-line";
      row.innerHTML = '<span class="n" aria-hidden="true"></span><span class="m"></span><span class="e"></span><code class="t"></code>';
      list.append(row);
    }
    row.querySelector(".n").textContent = at + 1;
    const shown = row.querySelector(".t");
    shown.setAttribute("aria-hidden", "true");
    paint(shown, line);
  });
}

function fields(button) {
  const sent = Object.fromEntries(new FormData(form));
  delete sent.token;
  if (button?.name) sent[button.name] = button.value;
  return sent;
}

/** Judge what is written. While one question is under way only the last new one waits. */
async function judge(button) {
  window.clearTimeout(timer);
  if (asking) {
    again = { button };
    return;
  }
  const sent = fields(button);
  asking = new AbortController();
  status.textContent = "judging…";
  const slow = window.setTimeout(offerStop, LONG);
  const began = performance.now();
  try {
    const answer = await post("/desk/judge", sent, asking.signal);
    if (!again && (sent.text === text.value || answer.text !== sent.text)) show(answer);
    status.textContent = `judged in ${Math.round(performance.now() - began)} ms`;
  } catch (error) {
    status.textContent = error.name === "AbortError" ? "stopped: change the text to judge it again" : error.message;
    if (error instanceof TypeError) reached(false);
  } finally {
    window.clearTimeout(slow);
    asking = null;
  }
  if (again) {
    const next = again.button;
    again = null;
    judge(next);
  }
}

function offerStop() {
  const stop = document.createElement("button");
  stop.type = "button";
  stop.className = "link";
  stop.textContent = "stop";
  stop.addEventListener("click", () => { again = null; asking?.abort(); });
  status.append(" ", stop);
}

function show(answer) {
  const focus = document.activeElement?.id;
  const top = region("result").querySelector(".panel")?.scrollTop ?? 0;
  const tab = region("result").querySelector('[aria-selected="true"]')?.value;
  reached(true);
  for (const [name, markup] of Object.entries(answer.regions)) region(name).innerHTML = markup;
  if (answer.text !== text.value) text.value = answer.text;
  region("lines").classList.remove("stale");
  paintLines();
  const panel = region("result").querySelector(".panel");
  if (tab === region("result").querySelector('[aria-selected="true"]')?.value) panel.scrollTop = top;
  document.getElementById("here")?.scrollIntoView({ block: "nearest" });
  if (focus && focus !== document.activeElement?.id) document.getElementById(focus)?.focus();
  scrollToSelected();
  say(region("sub").querySelector(".chip")?.textContent.trim() ?? "");
}

function scrollToSelected() {
  const row = region("lines").querySelector(".selected");
  if (!row || document.activeElement === text) return;
  const above = row.offsetTop < editor.scrollTop;
  const below = row.offsetTop + 2 * row.offsetHeight > editor.scrollTop + editor.clientHeight; // a line below it shows, too
  if (above || below) editor.scrollTop = row.offsetTop - (editor.clientHeight - row.offsetHeight) / 2;
}

text.addEventListener("input", () => {
  region("lines").classList.add("stale");
  paintLines();
  window.clearTimeout(timer);
  timer = window.setTimeout(() => judge(), PAUSE);
});

document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  const button = event.submitter;
  if (button?.formAction && new URL(button.formAction).pathname !== "/desk") return;
  event.preventDefault();
  if (button?.name === "seq" && !text.value.trim()) form.elements.after.value = button.value;
  judge(button);
  if (button?.name === "add" && transcript) text.focus({ preventScroll: true });
});

// Another date of the rules is judged by as soon as it is chosen.
form.elements.on?.addEventListener("change", () => judge());

// A transcript of this computer is read in the browser; it is sent as if somebody had typed it.
document.getElementById("transcript-file")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  text.value = await file.text();
  event.target.closest("details").open = false;
  text.dispatchEvent(new Event("input"));
  text.focus();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
  const copy = event.target.closest("[data-copy]");
  if (copy && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(copy.href).then(() => { copy.textContent = "Copied"; });
  }
});

// What a button opens is seen whole, its own button too.
document.addEventListener("toggle", (event) => {
  const box = event.target.open && event.target.querySelector(".keep-box");
  if (box) box.scrollIntoView({ block: "nearest" });
}, true);

// Keys. While somebody writes only those with Alt or Ctrl work.
const rows = () => [...region("lines").querySelectorAll("button.m-button")];
const select = (button) => { if (button) judge(button); };

function beside(step) {
  const all = rows();
  const at = all.findIndex((button) => button.closest("li").classList.contains("selected"));
  select(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step]);
}

function violation(step) {
  const all = rows();
  const at = all.findIndex((button) => button.closest("li").classList.contains("selected"));
  const order = step > 0 ? [...all.slice(at + 1), ...all.slice(0, at + 1)] : [...all.slice(0, Math.max(at, 0)).reverse(), ...all.slice(Math.max(at, 0)).reverse()];
  select(order.find((button) => button.closest("li").classList.contains("bad")));
}

function goToLine() {
  const number = Number(window.prompt("Go to line"));
  if (!number || !transcript) return;
  const at = text.value.split("\n").slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(at, at);
}

const openTab = (number) => {
  const tab = region("result").querySelectorAll('[role="tab"]')[number - 1];
  if (tab) judge(tab);
};

onKey("ArrowDown", () => beside(1));
onKey("ArrowUp", () => beside(-1));
onKey("v", () => violation(1));
onKey("V", () => violation(-1));
onKey("g", goToLine);
onKey("p", () => window.print());
onKey("c", () => {
  const asked = document.getElementById("case-form");
  if (!asked) return;
  asked.open = true;
  document.getElementById("question").focus();
});
for (let number = 1; number <= 5; number += 1) onKey(String(number), () => openTab(number));

document.addEventListener("keydown", (event) => {
  if (event.altKey && /^[1-5]$/.test(event.key)) {
    event.preventDefault();
    openTab(Number(event.key));
  }
  if (event.target === text && event.ctrlKey && event.key === "Enter") {
    event.preventDefault();
    judge();
  }
  const tab = event.target.closest?.('[role="tab"]');
  if (tab && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    event.preventDefault();
    const all = [...region("result").querySelectorAll('[role="tab"]')];
    const next = all[(all.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length];
    next.focus();
    judge(next);
  }
});

if (transcript) startCompletion(text, editor);
paintLines();
scrollToSelected();
