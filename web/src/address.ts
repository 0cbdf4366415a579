// The address names the game, its rules and the position, so that a link shows
// the same page: /quixo?size=4&position=...

import type { GameId, Params } from "./api";

export interface Place { game: GameId; rules: Params; position: string }

const GAMES: GameId[] = ["quixo", "quantum", "hyper"];

export function readAddress(defaults: Record<GameId, Params>): Place {
  const game = GAMES.find((id) => location.pathname === "/" + id) ?? "quixo";
  const query = new URLSearchParams(location.search);
  const rules = { ...defaults[game] };
  for (const name of Object.keys(rules)) {
    const value = query.get(name);
    if (value !== null) rules[name] = value;
  }
  return { game, rules, position: query.get("position") ?? "" };
}

export function addressOf(place: Place, defaults: Record<GameId, Params>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(place.rules)) {
    if (value !== defaults[place.game][name]) query.set(name, value);
  }
  if (place.position) query.set("position", place.position);
  const text = query.toString();
  return `/${place.game}${text ? "?" + text : ""}`;
}
