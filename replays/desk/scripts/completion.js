// Completion while writing: the desk says which words may be meant, and one is chosen by key or by click.

import { post } from "./frame.js";

const LEAST = 2;
const PAUSE = 120;

/** Offer words in a text field; `scroller` is the element that scrolls it. */
export function startCompletion(text, scroller) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Words that may be meant");
  list.hidden = true;
  document.body.append(list);
  text.setAttribute("aria-autocomplete", "list");
  text.setAttribute("aria-controls", "suggestions");
  let timer = 0;
  let found = [];
  let at = -1;

  const close = () => {
    list.hidden = true;
    found = [];
    at = -1;
    text.removeAttribute("aria-activedescendant");
  };

  const mark = (next) => {
    at = next;
    [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    if (at >= 0) {
      text.setAttribute("aria-activedescendant", `suggestion-${at}`);
      list.children[at].scrollIntoView({ block: "nearest" });
    }
  };

  const take = (number) => {
    const word = found[number];
    const caret = text.selectionStart;
    const begin = text.value.lastIndexOf("\n", caret - 1) + 1 + word.start;
    close();
    text.setRangeText(word.word, begin, caret, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
    close();
  };

  const place = (line, column) => {
    const box = text.getBoundingClientRect();
    const height = 22;
    const wide = measure("M".repeat(Math.max(column, 0)), text);
    const top = box.top + line * height;
    list.style.setProperty("left", `${Math.max(8, Math.min(box.left + wide, window.innerWidth - 240))}px`);
    list.style.setProperty("top", `${top + 224 > window.innerHeight ? Math.max(8, top - height - list.offsetHeight) : top}px`);
  };

  const ask = async (all) => {
    const caret = text.selectionStart;
    if (caret !== text.selectionEnd || document.activeElement !== text) return close();
    const before = text.value.slice(0, caret);
    const line = before.split("\n").length;
    const column = caret - (before.lastIndexOf("\n") + 1);
    const word = /[^\s,()=:@?"]*$/.exec(before)[0];
    if (!all && word.length < LEAST && !/"[^"\n]{2,}$/.test(before)) return close();
    const answer = await post("/desk/complete", { text: text.value, line: String(line), column: String(column) }).catch(() => []);
    if (text.selectionStart !== caret || !answer.length) return close();
    found = answer;
    list.replaceChildren(...found.map((item, number) => {
      const row = document.createElement("li");
      row.id = `suggestion-${number}`;
      row.setAttribute("role", "option");
      row.textContent = item.word;
      const kind = document.createElement("small");
      kind.textContent = item.kind;
      row.append(kind);
      row.addEventListener("pointerdown", (event) => { event.preventDefault(); take(number); text.focus(); });
      return row;
    }));
    list.hidden = false;
    mark(-1);
    place(line, found[0].start);
  };

  text.addEventListener("input", () => {
    close();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => ask(false), PAUSE);
  });
  text.addEventListener("blur", close);
  scroller.addEventListener("scroll", close);

  text.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      ask(true);
    }
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      mark((at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
    } else if (event.key === "Tab" || (event.key === "Enter" && at >= 0)) {
      event.preventDefault();
      take(Math.max(at, 0));
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  });
}

function measure(words, field) {
  const canvas = measure.canvas ?? (measure.canvas = document.createElement("canvas").getContext("2d"));
  canvas.font = window.getComputedStyle(field).font;
  return canvas.measureText(words).width;
}
