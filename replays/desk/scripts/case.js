// The page of a case: keys that open a form, and printing.
import { onKey } from "./frame.js";

function open(...acts) {
  const found = acts.map((act) => document.getElementById(act)).find(Boolean);
  if (!found) return;
  found.open = true;
  found.querySelector("textarea, input:not([type=hidden]), select").focus();
}

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
onKey("p", () => window.print());
onKey("r", () => open("rule", "uphold", "overturn"));
onKey("h", () => open("claim"));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.ctrlKey) return;
  const form = event.target.closest(".act-form");
  if (!form) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button:not([name])"));
});
