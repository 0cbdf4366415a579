// Elements without markup in strings, h("button", { class: "x", onclick }, "text"),
// and a way to turn the page that is shown into the one that should be: patch keeps
// every element that stays, and with it focus, hover, scroll and open folds.

import { outward } from "./place";

export type Child = Node | string | null | undefined | false;
export type Props = Record<string, unknown>;

// What an element cannot be asked for later: its handlers, and the properties that a
// person changes too. Handlers must therefore look at event.currentTarget, never at a
// variable: the element that was made may not be the one that is shown.
interface Given { handlers: string[]; live: Props }
const given = new WeakMap<Element, Given>();
const LIVE = ["value", "checked", "open"];

function fill(element: Element, props: Props, children: Child[]): void {
  const mine: Given = { handlers: [], live: {} };
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (value === false && !name.startsWith("aria-") && !LIVE.includes(name)) continue;
    if (name.startsWith("on")) {
      (element as unknown as Props)[name] = value;
      mine.handlers.push(name);
    } else if (name === "style") {
      // The content security policy allows styles set from code, not style attributes.
      for (const [key, style] of Object.entries(value as Record<string, string>)) {
        (element as HTMLElement).style.setProperty(key, style);
      }
    } else if (LIVE.includes(name) && name in element && element.tagName !== "OPTION") mine.live[name] = value;
    else if (name === "href") element.setAttribute(name, outward(String(value)));
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  Object.assign(element, mine.live);  // a select takes its value once it has options
  given.set(element, mine);
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, props, children);
  return element;
}

const keyOf = (node: Node): string =>
  node instanceof Element ? node.getAttribute("data-key") || node.id : "";
const alike = (a: Node, b: Node): boolean => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function patchElement(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) {
    // A fold's `open` is the person's, a tab stop that of the arrow keys.
    if (!next.hasAttribute(name) && !["style", "tabindex", "open"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...next.attributes]) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const [was, is] = [(old as HTMLElement).style, (next as HTMLElement).style];
  if (was.cssText !== is.cssText) was.cssText = is.cssText;
  const before = given.get(old) ?? { handlers: [], live: {} };
  const after = given.get(next) ?? { handlers: [], live: {} };
  const [target, source] = [old as unknown as Props, next as unknown as Props];
  for (const name of before.handlers) target[name] = null;
  for (const name of after.handlers) target[name] = source[name];
  patchChildren(old, next);
  for (const [name, value] of Object.entries(after.live)) {
    if (value !== before.live[name]) target[name] = value;  // else what the person did stays
  }
  given.set(old, after);
}

function patchChildren(old: Element, next: Element): void {
  const keyed = new Map([...old.childNodes].filter(keyOf).map((node) => [keyOf(node), node]));
  let cursor: ChildNode | null = old.firstChild;
  for (const child of [...next.childNodes]) {
    const known = keyOf(child) ? keyed.get(keyOf(child)) : undefined;
    if (known && alike(known, child)) {
      keyed.delete(keyOf(child));
      if (known === cursor) cursor = cursor.nextSibling;
      else old.insertBefore(known, cursor);
      patch(known, child);
    } else if (cursor && !keyOf(child) && alike(cursor, child)) {
      const here: ChildNode = cursor;
      cursor = cursor.nextSibling;
      patch(here, child);
    } else old.insertBefore(child, cursor);
  }
  while (cursor) {
    const gone: ChildNode = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

// Makes `old` look and act like `next`, which is used up.
export function patch(old: ChildNode, next: Node): void {
  if (!alike(old, next)) old.replaceWith(next);
  else if (old instanceof Element) patchElement(old, next as Element);
  else if (old.textContent !== next.textContent) old.textContent = next.textContent;
}

// A card with a heading; `open` undefined: always open, else a fold.
export function panel(title: string, open: boolean | undefined, ...children: Child[]): HTMLElement {
  const key = `panel-${title}`;
  if (open === undefined) return h("section", { class: "panel", "data-key": key }, h("h2", {}, title), ...children);
  return h("details", { class: "panel", "data-key": key, "data-panel": title, open },
    h("summary", {}, h("h2", {}, title)), ...children);
}

// A labelled choice of pairs of value and text. A value from elsewhere is shown as it is.
export function select(label: Child, value: string, values: [string, string][],
                       change: (value: string) => void, props: Props = {}): HTMLElement {
  const all: [string, string][] = values.some(([v]) => v === value) ? values : [...values, [value, value]];
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label),
    h("select", { "aria-label": typeof label === "string" ? label : undefined, ...props, value, onchange: (event: Event) => change((event.currentTarget as HTMLSelectElement).value) },
      ...all.map(([v, text]) => h("option", { value: v }, text))));
}

export function checkbox(text: string, on: boolean, change: (on: boolean) => void): HTMLElement {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: on,
    onchange: (event: Event) => change((event.currentTarget as HTMLInputElement).checked) }), text);
}

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
