// Only the newest question counts: beginning one drops those before, and an answer
// that comes late is recognised.

export class Latest {
  private controller = new AbortController();

  begin(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  drop(): void { this.controller.abort(); }
}
