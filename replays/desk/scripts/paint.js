// The colours of a transcript's words. They follow its outer form alone: what a line means, only the desk can say.

const REMARK = /#(?![0-9]).*$/;
const STRING = /["“”„«»][^"“”„«»]*["“”«»]?/g;
const FIRST = /^(\s*)([A-Z](?=\s|$))?(\s*)([^\s"#,()=:@?]+)?/;

function piece(kind, text) {
  if (!kind) return document.createTextNode(text);
  const made = document.createElement("span");
  made.className = `w-${kind}`;
  made.textContent = text;
  return made;
}

function remarkAt(text) {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (/["“”„«»]/.test(text[at])) quoted = !quoted;
    if (!quoted && REMARK.test(text.slice(at)) && text[at] === "#") return at;
  }
  return text.length;
}

/** Fill an element with the words of a line, each kind in its colour. */
export function paint(element, text) {
  const end = remarkAt(text);
  const [whole, space, seat, gap, word] = FIRST.exec(text.slice(0, end));
  const parts = [piece("", space), piece("seat", seat ?? ""), piece("", gap), piece("key", word ?? "")];
  let at = whole.length;
  for (const found of text.slice(at, end).matchAll(STRING)) {
    const begins = whole.length + found.index;
    parts.push(piece("", text.slice(at, begins)), piece("text", found[0]));
    at = begins + found[0].length;
  }
  parts.push(piece("", text.slice(at, end)), piece("remark", text.slice(end)));
  element.replaceChildren(...parts.filter((part) => part.textContent));
}
