// The board, live: when something is stored the list is asked for again. Rows do not move under a pointer or the focus.

import { say } from "./frame.js";

const tables = document.getElementById("tables");
const live = document.getElementById("live");
const word = document.getElementById("live-word");
const moved = document.getElementById("moved");
const SLOW = 5000;
const EVERY_MINUTE = 60000;
let waiting = null;
let since = 0;

const busy = () => tables.matches(":hover") || tables.contains(document.activeElement);

function put(found) {
  for (const part of found.querySelectorAll("[data-live]")) {
    const here = document.getElementById(part.id);
    if (here) here.innerHTML = part.innerHTML;
  }
  waiting = null;
  moved.hidden = true;
}

// `quiet`: only times went on, so nobody is told that tables moved.
async function look(quiet = false) {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!busy()) {
    put(found);
  } else if (!quiet) {
    waiting = found;
    moved.textContent = "Tables moved: show";
    moved.hidden = false;
    say("tables moved");
  }
}

function alive() {
  since = Date.now();
  live.classList.remove("stopped");
  word.textContent = "live";
}

moved.addEventListener("click", () => put(waiting));
live.hidden = false;
document.getElementById("look-again").hidden = true;

const news = new EventSource("/events");
news.addEventListener("open", alive);
news.addEventListener("stored", () => { alive(); look(); });
news.addEventListener("error", () => {
  if (!since) since = Date.now();
  live.classList.add("stopped");
});
window.setInterval(() => {
  if (!live.classList.contains("stopped")) return;
  word.textContent = `stopped ${Math.round((Date.now() - since) / 1000)} s ago`;
  look().catch(() => {});
}, SLOW);
window.setInterval(() => { if (!waiting) look(true).catch(() => {}); }, EVERY_MINUTE);
window.addEventListener("pagehide", () => news.close());
