// Which folds a person opened: they are open again when their panel comes back.

export class Folds {
  private open = new Map<string, boolean>();
  private known = new WeakSet<Element>();

  listen(): void {
    addEventListener("toggle", (event) => {
      const fold = event.target as HTMLDetailsElement;
      if (fold.dataset?.panel && this.known.has(fold)) this.open.set(fold.dataset.panel, fold.open);
    }, true);
  }

  // After the page changed: folds that were not there before.
  after(root: ParentNode): void {
    for (const fold of root.querySelectorAll<HTMLDetailsElement>("details[data-panel]")) {
      if (this.known.has(fold)) continue;
      this.known.add(fold);
      fold.open = this.open.get(fold.dataset.panel!) ?? fold.open;
    }
  }
}
