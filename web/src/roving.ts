// One tab stop for a board or a list, arrow keys inside. A container says so with
// data-roving ("grid" or "list"); items of a grid carry data-row and data-col.

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

const itemsOf = (container: Element): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(
    container.getAttribute("data-roving") === "grid" ? "[data-row]" : "button")].filter((e) => !e.hasAttribute("disabled"));
const spotOf = (item: Element): string => item.getAttribute("data-key") ?? item.textContent ?? "";
const placeOf = (item: HTMLElement): [number, number] => [Number(item.dataset.row), Number(item.dataset.col)];

export class Roving {
  private last = new Map<string, string>();  // container -> its item that was used last
  private focused?: { container: string; row: number; col: number };
  private section?: string;  // the panel that had the focus
  private onTitle = false;

  // The page, or what a custom element encloses.
  constructor(private scope: Document | ShadowRoot = document) {}

  listen(): void {
    this.scope.addEventListener("focusin", (event) => this.remember(event.target as HTMLElement));
    this.scope.addEventListener("keydown", (event) => this.key(event as KeyboardEvent));
  }

  // Before the page changes: where the focus is, should its element go.
  before(): void {
    const active = this.scope.activeElement as HTMLElement | null;
    const container = active?.closest("[data-roving]");
    const [row, col] = active && container ? placeOf(active) : [NaN, NaN];
    this.onTitle = active?.matches("h1") ?? false;
    const own = active?.closest("main [data-key]");
    this.section = (own?.parentElement?.closest("main [data-key]") ?? own)?.getAttribute("data-key") ?? undefined;
    this.focused = container ? { container: container.id, row, col } : undefined;
  }

  // After it changed: exactly one item of each container can be reached by tab, and a
  // focus that lost its element goes to the nearest one.
  after(root: ParentNode): void {
    for (const container of root.querySelectorAll("[data-roving]")) this.settle(container);
    if (this.scope.activeElement && this.scope.activeElement !== document.body) return;
    if (!this.focused) return this.fallBack(root);
    const container = this.scope.getElementById(this.focused.container);
    const items = container ? itemsOf(container) : [];
    const { row, col } = this.focused;
    const distance = (item: HTMLElement): number => {
      const [r, c] = placeOf(item);
      return Number.isNaN(row) ? 0 : Math.abs(r - row) + Math.abs(c - col);
    };
    const nearest = items.reduce<HTMLElement | undefined>(
      (best, item) => (best === undefined || distance(item) < distance(best) ? item : best), undefined);
    if (nearest) nearest.focus({ preventScroll: true });
    else this.fallBack(root);
  }

  // Whoever pressed something that is gone goes on in its panel, or at the title.
  private fallBack(root: ParentNode): void {
    if (this.section === undefined && !this.onTitle) return;
    const panel = this.onTitle ? null : root.querySelector(`main [data-key="${CSS.escape(this.section!)}"]`);
    const next = panel?.querySelector<HTMLElement>('button:not([disabled], [tabindex="-1"]), summary, select, input, a[href]');
    (next ?? root.querySelector<HTMLElement>("main h1[tabindex]"))?.focus({ preventScroll: true });
  }

  private settle(container: Element): void {
    const items = itemsOf(container);
    const last = this.last.get(container.id);
    const current = items.find((item) => spotOf(item) === last) ??
      items.find((item) => item.getAttribute("aria-disabled") !== "true") ?? items[0];
    for (const item of items) item.tabIndex = item === current ? 0 : -1;
  }

  private remember(item: HTMLElement): void {
    const container = item.closest?.("[data-roving]");
    if (!container) return;
    this.last.set(container.id, spotOf(item));
    this.settle(container);
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const from = event.target as HTMLElement;
    const container = from.closest?.("[data-roving]");
    if (!step || !container || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const items = itemsOf(container);
    if (container.getAttribute("data-roving") === "list") {
      const by = step[0] + step[1];
      return items[items.indexOf(from) + by]?.focus();
    }
    const [row, col] = placeOf(from);
    items.find((item) => Number(item.dataset.row) === row + step[0] && Number(item.dataset.col) === col + step[1])?.focus();
  }
}
