// The board, live: when something is stored the list is asked for again. Rows do not move under a pointer or the focus.

import { say } from "./frame.js";

const tables = document.getElementById("tables");
const live = document.getElementById("live");
const word = document.getElementById("live-word");
const moved = document.getElementById("moved");
const SLOW = 5000;
let waiting = "";
let since = 0;

const busy = () => tables.matches(":hover") || tables.contains(document.activeElement);

function put(markup) {
  tables.innerHTML = markup;
  waiting = "";
  moved.hidden = true;
}

async function look() {
  const answer = await fetch("/board?part=tables");
  if (!answer.ok) return;
  const markup = await answer.text();
  if (busy()) {
    waiting = markup;
    moved.textContent = "Tables moved: show";
    moved.hidden = false;
    say("tables moved");
  } else {
    put(markup);
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
window.addEventListener("pagehide", () => news.close());
