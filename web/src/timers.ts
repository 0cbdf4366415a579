// Calls that come later, and that all lapse together.

export class Timers {
  private timers = new Set<number>();

  soon(call: () => void, milliseconds: number): void {
    const timer = window.setTimeout(() => { this.timers.delete(timer); call(); }, milliseconds);
    this.timers.add(timer);
  }

  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
