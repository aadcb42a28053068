// The replay: steps by key, button, wheel and drag. The server draws every part; here parts are only put in place.
import { onKey, say } from "./frame.js";

const root = document.querySelector("[data-replay]");
const game = root.dataset.game;
const last = Number(root.dataset.last);
let seq = Number(root.dataset.seq);
let viewer = root.dataset.viewer;
let steps = JSON.parse(root.dataset.steps);
let wanted = null;
let busy = false;

const parts = new Map([...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
const rails = document.querySelectorAll("[data-rail]");
const query = () => (viewer ? `?as=${encodeURIComponent(viewer)}` : "");

/** Go to an event. A jump adds an entry to the history, a step replaces the present one. */
async function go(target, jump = false) {
  if (target === null || target === undefined) return;
  wanted = { seq: Math.min(last, Math.max(0, target)), jump };
  viewersAt(wanted.seq); // at once: somebody may ask for another view before this one is there
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      if (next.seq !== seq) await fetched(next);
    }
  } finally {
    busy = false;
  }
}

async function fetched(next) {
  const answer = await fetch(`${game}@${next.seq}/regions.json${query()}`).catch(() => null);
  if (!answer || !answer.ok) {
    window.location.assign(`${game}@${next.seq}${query()}`); // the server says what is wrong
    return;
  }
  const found = await answer.json();
  seq = found.seq;
  steps = found.steps;
  const typing = document.activeElement && document.activeElement.id === "at";
  for (const [name, markup] of Object.entries(found.parts)) {
    if (name === "buttons" && typing) continue;
    const focused = parts.get(name).contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    parts.get(name).innerHTML = markup;
    if (focused) parts.get(name).querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }
  for (const rail of rails) {
    rail.setAttribute("aria-valuenow", seq);
    rail.setAttribute("aria-valuetext", found.text);
  }
  nearBounds(found);
  document.title = found.title;
  window.history[next.jump ? "pushState" : "replaceState"]({ seq }, "", found.address);
  parts.get("table").setAttribute("aria-label", `Table after event ${seq}`);
  viewersAt(seq);
  markMove();
  say(found.says);
}

/** Let the links to other views of the game lead to an event. */
function viewersAt(event) {
  for (const link of document.querySelectorAll("[data-viewer][href]")) {
    link.href = `${game}@${event}${link.dataset.viewer ? `?as=${encodeURIComponent(link.dataset.viewer)}` : ""}`;
  }
}

function nearBounds(found) {
  const rail = document.querySelector('[data-rail="near"]');
  rail.setAttribute("aria-valuemin", found.near[0]);
  rail.setAttribute("aria-valuemax", found.near[1]);
}

/** Mark the last move that is not after the present event, and keep it in view. */
function markMove() {
  let current = null;
  for (const link of document.querySelectorAll(".move a[data-to]")) {
    if (Number(link.dataset.to) <= seq) current = link;
    link.removeAttribute("aria-current");
  }
  if (!current) return;
  current.setAttribute("aria-current", "true");
  const list = document.getElementById("moves");
  if (list.scrollHeight <= list.clientHeight + 1) return; // the page scrolls, not the list
  const gap = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (gap < 60 || gap > list.clientHeight - 80) list.scrollTop += gap - list.clientHeight / 2;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(Number(link.dataset.to), !link.classList.contains("step"));
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form.at-event");
  if (!form) return;
  event.preventDefault();
  const number = Number(form.elements.at.value);
  form.elements.at.blur();
  if (Number.isInteger(number)) go(number, true);
});

window.addEventListener("popstate", () => {
  const found = /@(\d+)$/.exec(window.location.pathname);
  const who = new URLSearchParams(window.location.search).get("as") || "";
  if (!found || who !== viewer) window.location.reload();
  else go(Number(found[1]));
});

for (const rail of rails) {
  const from = () => Number(rail.getAttribute("aria-valuemin"));
  const to = () => Number(rail.getAttribute("aria-valuemax"));
  const at = (event) => {
    const box = rail.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return Math.round(from() + share * (to() - from()));
  };
  let drag = null;
  rail.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    drag = { from: from(), to: to() };
    rail.setPointerCapture(event.pointerId);
    rail.focus({ preventScroll: true });
    go(at(event), true);
  });
  rail.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const box = rail.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    go(Math.round(drag.from + share * (drag.to - drag.from)));
  });
  for (const end of ["pointerup", "pointercancel"]) rail.addEventListener(end, () => { drag = null; });
  rail.addEventListener("wheel", (event) => {
    event.preventDefault();
    go((wanted ? wanted.seq : seq) + Math.sign(event.deltaY || event.deltaX));
  }, { passive: false });
}

const present = () => (wanted ? wanted.seq : seq);
onKey("ArrowRight", () => go(present() + 1));
onKey("ArrowLeft", () => go(present() - 1));
onKey("ArrowDown", () => go(steps["next decision"]));
onKey("ArrowUp", () => go(steps["last decision"]));
onKey("]", () => go(steps["next window"]));
onKey("[", () => go(steps["last window"]));
onKey("PageDown", () => go(steps["next phase"]));
onKey("PageUp", () => go(steps["last phase"]));
onKey("Home", () => go(0));
onKey("End", () => go(last));
for (const key of ["v", "V"]) {
  onKey(key, (event) => go(steps[event.shiftKey ? "last violation" : "next violation"], true));
}
for (const key of ["g", "G"]) onKey(key, () => { const field = document.getElementById("at"); field.focus(); field.select(); });
for (const key of ["p", "P"]) onKey(key, () => window.print());
for (const key of ["c", "C"]) onKey(key, () => document.querySelector("[data-case]").click()); // a seat C keeps its letter
for (const link of document.querySelectorAll("[data-viewer][href]")) {
  const letter = link.dataset.viewer || "0";
  for (const key of new Set([letter, letter.toLowerCase()])) onKey(key, () => link.click());
}
markMove();
