// What a person chose for this browser: colours, and whether values are shown.

export type Theme = "auto" | "light" | "dark";

export function stored(name: string): string | null {
  try { return localStorage.getItem(name); } catch { return null; }
}

export function store(name: string, value: string): void {
  try { localStorage.setItem(name, value); } catch { /* a private window keeps nothing */ }
}

export class Settings {
  theme: Theme = (["light", "dark"] as const).find((t) => t === stored("theme")) ?? "auto";
  showValues = stored("values") !== "hidden";
  private coachedIn = (stored("coached") ?? "").split(" ");

  setTheme(theme: Theme): void {
    this.theme = theme;
    store("theme", theme);
    this.applyTheme();
  }

  setShowValues(show: boolean): void {
    this.showValues = show;
    store("values", show ? "shown" : "hidden");
  }

  // Whether the first lesson of a game was seen here.
  coached(game: string): boolean { return this.coachedIn.includes(game); }
  setCoached(game: string): void {
    if (this.coached(game)) return;
    this.coachedIn.push(game);
    store("coached", this.coachedIn.join(" ").trim());
  }

  applyTheme(): void {
    if (this.theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", this.theme);
  }
}
