// The frame of every screen: the theme, the search key, the list of keys, and what is said to a screen reader.

const typing = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;
const single = document.getElementById("single-keys");
const help = document.getElementById("help");
const said = document.getElementById("said");
const keys = new Map();

/** Let a key of this screen do something: onKey("v", next). Single letters rest while a field has the focus. */
export function onKey(key, action) {
  keys.set(key, action);
}

/** Say something politely to a screen reader; what comes within the same second replaces it. */
let waiting = 0;
export function say(words) {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(() => { said.textContent = words; }, 150);
}

/** Send a change to the desk, with its token, and return the answer as data. A refusal is thrown as its sentence. */
export async function post(address, body, signal) {
  const token = document.querySelector('meta[name="lastword-token"]').content;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-Lastword-Token": token },
    body: JSON.stringify(body),
    signal,
  });
  if (answer.ok) return answer.json();
  const text = await answer.text();
  let says = text;
  try { says = JSON.parse(text).error; } catch { /* a refusal in plain words */ }
  throw new Error(says);
}

/** Show or take away the band that says the desk cannot be reached. What is on the page stays usable. */
let goneSince = "";
export function reached(there) {
  const shown = document.getElementById("no-connection");
  if (there) {
    goneSince = "";
    shown?.remove();
  } else if (!goneSince) {
    goneSince = new Date().toTimeString().slice(0, 5);
    const band = document.createElement("p");
    band.className = "band";
    band.id = "no-connection";
    band.textContent = `No connection since ${goneSince}: what is on the page stays usable.`;
    document.getElementById("bands").append(band);
    say(band.textContent);
  }
}

/** Say that events of the game on this page came in since it was loaded; nothing on the page is replaced. */
function cameIn(game, last) {
  const more = last - Number(game.dataset.last);
  if (more <= 0) return;
  const band = document.getElementById("came-in") ?? document.createElement("p");
  const words = `${more} ${more === 1 ? "event" : "events"} came in.`;
  if (band.firstChild?.textContent === `${words} `) return;
  const link = document.createElement("a");
  link.href = game.dataset.address;
  link.textContent = "Show";
  band.className = "band";
  band.id = "came-in";
  band.replaceChildren(`${words} `, link);
  document.getElementById("bands").append(band);
  say(words);
}

/** Ask for a sign of life: is the desk there, does the ledger check, did events come in? */
async function look() {
  if (document.visibilityState !== "visible") return;
  const game = document.querySelector('meta[name="lastword-game"]');
  const answer = await fetch(`/here.json${game ? `?game=${encodeURIComponent(game.content)}` : ""}`).catch(() => null);
  reached(Boolean(answer?.ok));
  if (!answer?.ok) return;
  const found = await answer.json();
  const faults = document.getElementById("faults");
  if (found.faults.length && !faults.textContent.trim()) {
    const band = document.createElement("p");
    band.className = "band bad";
    band.textContent = `The ledger does not check: ${found.faults[0]}`;
    faults.append(band);
    say(band.textContent);
  }
  if (game) cameIn(game, found.last);
}
window.setInterval(look, 5000);

function themed() {
  const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return document.documentElement.dataset.theme || system;
}

function nameThemeButtons() {
  const other = themed() === "dark" ? "light" : "dark";
  for (const button of document.querySelectorAll("[data-theme-button]")) {
    button.value = other;
    button.textContent = other === "dark" ? "Dark" : "Light";
  }
}

for (const form of document.querySelectorAll('form.theme[action="/theme"]')) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const theme = themed() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=strict`;
    nameThemeButtons();
  });
}
nameThemeButtons();

single.checked = window.localStorage.getItem("single-keys") !== "off";
single.addEventListener("change", () => window.localStorage.setItem("single-keys", single.checked ? "on" : "off"));

onKey("/", () => document.getElementById("find").focus());
onKey("?", () => help.showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (typing(event.target) || help.open) return;
  if (!single.checked && event.key.length === 1) return;
  const action = keys.get(event.key);
  if (!action) return;
  event.preventDefault();
  action(event);
});

// A file of this computer is read in the browser, and fills a field of the form.
for (const chosen of document.querySelectorAll("input[data-fills]")) {
  chosen.addEventListener("change", async () => {
    const [file] = chosen.files;
    if (file) document.getElementById(chosen.dataset.fills).value = await file.text();
  });
}
