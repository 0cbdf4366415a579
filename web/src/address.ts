// The address names the game, its rules and the position, so that a link shows
// the same page: /quixo?size=4&position=...

import type { GameId, Parameter, Params } from "./api";
import { chosen, defaultsOf } from "./rules";

export interface Place { game: GameId; rules: Params; position: string }

export type RulesOf = Record<GameId, Parameter[]>;

const GAMES: GameId[] = ["quixo", "quantum", "hyper"];

export function readAddress(rulesOf: RulesOf): Place {
  const game = GAMES.find((id) => location.pathname === "/" + id) ?? "quixo";
  const query = new URLSearchParams(location.search);
  const rules = defaultsOf(rulesOf[game]);
  for (const name of Object.keys(rules)) rules[name] = query.get(name) ?? rules[name]!;
  return { game, rules, position: query.get("position") ?? "" };
}

export function addressOf(place: Place, rulesOf: RulesOf): string {
  const query = new URLSearchParams(chosen(rulesOf[place.game], place.rules));
  if (place.position) query.set("position", place.position);
  const text = query.toString();
  return `/${place.game}${text ? "?" + text : ""}`;
}
