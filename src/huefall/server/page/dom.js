// Elements. Whatever comes from a server is put in as text, never as markup.

/** Return the element of the page with an id. */
export const find = (id) => document.getElementById(id);

/** Make an element; `on…` are listeners, other properties attributes, children elements or text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make a button. `key` names it, so that it keeps the focus when what is around it is drawn anew. */
export function button(label, onclick, properties = {}) {
  const { key, ...others } = properties;
  return make("button", { type: "button", "data-key": key, onclick, ...others }, ...[label].flat());
}

/** Make a labelled choice; `choices` are pairs of value and words. */
export function choice(label, name, choices, value) {
  const select = make("select", { name });
  for (const [word, shown] of choices) select.append(new Option(shown, word, false, String(word) === String(value)));
  return make("label", {}, make("span", {}, label), select);
}

/** Draw a part of the page anew. Whoever works with the keyboard stays where they were. */
export function fill(container, ...children) {
  const active = document.activeElement;
  const wasInside = container.contains(active) && active !== container;
  const key = wasInside ? active.dataset.key : undefined;
  container.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (!wasInside) return;
  const again = key && container.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (again || container).focus({ preventScroll: true });
}

/** Show a text, or hide its place if there is none. */
export function show(element, words) {
  element.textContent = words ?? "";
  element.hidden = !words;
}
