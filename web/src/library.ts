// What the server said and the page may need again: answers about positions, and
// those that panels ask for once. A failure is not kept.

import { ApiError, type Analysis, type Api, type Fault, type GameId, type MovesDocument, type Params } from "./api";
import { bounded, needsSpreading, spread } from "./equals";
import * as say from "./words";

export type Asked<T> = { state: "waiting" } | { state: "there"; value: T } | { state: "failed"; why: string; fault?: Fault };

const MOST = 600;  // positions; the oldest go first

export class Library {
  private moves = new Map<string, MovesDocument>();
  private analyses = new Map<string, Analysis>();
  private shelf = new Map<string, Asked<unknown>>();

  constructor(private api: Api, private changed: () => void) {}

  async movesAt(game: GameId, params: Params, signal?: AbortSignal): Promise<MovesDocument> {
    return this.kept(this.moves, game, params, () => this.api.moves(game, params, signal), () => true);
  }

  // What is open today may be decided when asked again, so only decided answers are kept.
  async analysisAt(game: GameId, params: Params, signal?: AbortSignal): Promise<Analysis> {
    return this.kept(this.analyses, game, params, async () => {
      const analysis = bounded(await this.api.analyze(game, params, signal));
      return needsSpreading(analysis) ? spread(analysis, await this.movesAt(game, params, signal)) : analysis;
    }, (a) => a.value !== null);
  }

  // An answer for a panel: asked for once, and drawn when it comes.
  ask<T>(key: string, load: () => Promise<T>): Asked<T> {
    const known = this.shelf.get(key) as Asked<T> | undefined;
    if (known) return known;
    const waiting: Asked<T> = { state: "waiting" };
    this.shelf.set(key, waiting);
    load().then(
      (value) => this.shelf.set(key, { state: "there", value }),
      (error: Error) => this.shelf.set(key, { state: "failed", why: error.message, fault: error instanceof ApiError ? error.fault : undefined }),
    ).then(() => this.changed());
    return waiting;
  }

  seen<T>(key: string): T | undefined {
    const known = this.shelf.get(key);
    return known?.state === "there" ? (known.value as T) : undefined;
  }

  forget(key: string): void { this.shelf.delete(key); }

  private async kept<T>(map: Map<string, T>, game: GameId, params: Params, load: () => Promise<T>,
                        worth: (value: T) => boolean): Promise<T> {
    const key = game + JSON.stringify(params);
    const known = map.get(key);
    if (known) return known;
    const value = await load();
    if (worth(value)) {
      map.set(key, value);
      if (map.size > MOST) map.delete(map.keys().next().value!);
    }
    return value;
  }
}

export const sentence = (error: unknown): string =>
  error instanceof ApiError ? error.message : say.frame.failed((error as Error).message);
