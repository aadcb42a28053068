// The rules screens: searching as one types, arrow keys in what was found, and citations to copy.
import { onKey, say } from "./frame.js";

const WAIT = 160;
const field = document.getElementById("q");
const found = document.getElementById("found");
const game = document.getElementById("search-game");
const on = document.getElementById("on");
let timer = 0;
let asking = new AbortController();

function address(page) {
  const given = new URLSearchParams({ q: field.value });
  if (game) given.set("game", game.value);
  if (on || new URLSearchParams(location.search).has("on")) {
    given.set("on", on ? on.value : new URLSearchParams(location.search).get("on"));
  }
  return `${page}?${given}`;
}

async function search() {
  asking.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(address("/rules/found"), { signal: asking.signal });
    if (!answer.ok) return;
    found.innerHTML = await answer.text();
    found.classList.remove("old", "brief");
    say(found.querySelector("#found-count")?.textContent.trim() ?? "");
    if (location.pathname === "/rules") history.replaceState(null, "", address("/rules"));
  } catch (error) {
    if (error.name !== "AbortError") say("The search was not answered.");
  }
}

field.addEventListener("input", () => {
  found.classList.add("old");
  window.clearTimeout(timer);
  timer = window.setTimeout(search, WAIT);
});

function step(event, hits, by) {
  const at = hits.indexOf(document.activeElement) + by;
  event.preventDefault();
  (hits[at] ?? (at < 0 ? field : document.activeElement)).focus();
}

document.querySelector(".finder").addEventListener("keydown", (event) => {
  const hits = [...found.querySelectorAll("a.hit")];
  if (event.key === "ArrowDown" && hits.length) step(event, hits, 1);
  else if (event.key === "ArrowUp" && event.target !== field) step(event, hits, -1);
  else if (event.key === "Escape" && event.target !== field) field.focus();
});

onKey("/", () => { field.focus(); field.select(); });

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(`${button.dataset.copy} is copied`);
      button.textContent = "Copied";
    });
  }
}
