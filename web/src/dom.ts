// Elements without markup in strings: h("button", { class: "x", onclick }, "text").

export type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

function fill(element: Element, props: Props, children: Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (value === false && !name.startsWith("aria-")) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "style") {
      // The content security policy allows styles set from code, not style attributes.
      for (const [key, style] of Object.entries(value as Record<string, string>)) {
        (element as HTMLElement).style.setProperty(key, style);
      }
    } else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
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

// A card with a heading; `open` undefined: always open, else a fold.
export function panel(title: string, open: boolean | undefined, ...children: Child[]): HTMLElement {
  if (open === undefined) return h("section", { class: "panel" }, h("h2", {}, title), ...children);
  const fold = h("details", { class: "panel", "data-panel": title },
    h("summary", {}, h("h2", {}, title)), ...children);
  fold.open = open;
  return fold;
}

// A labelled choice. `values` are pairs of value and text.
export function select(label: string, value: string, values: [string, string][],
                       change: (value: string) => void): HTMLElement {
  const list = h("select", { onchange: () => change(list.value) },
    ...values.map(([v, text]) => h("option", { value: v, selected: v === value }, text)));
  return h("label", { class: "field" }, h("span", {}, label), list);
}

// Arrow keys move the focus among elements that carry data-row and data-col.
export function arrowKeys(grid: HTMLElement): void {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  };
  grid.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const from = (event.target as HTMLElement).dataset;
    if (!step || from.row === undefined) return;
    event.preventDefault();
    let [row, col] = [Number(from.row), Number(from.col)];
    for (let i = 0; i < 64; ++i) {
      row += step[0];
      col += step[1];
      const next = grid.querySelector<HTMLButtonElement>(`[data-row="${row}"][data-col="${col}"]`);
      if (!next) return;
      if (!next.disabled) return next.focus();
    }
  });
}
