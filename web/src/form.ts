// The form of a game's rules. What can be chosen, its range and its default are the
// server's table (/api/v1/games); a game adds the words, and how much of a range it offers.

import type { Parameter } from "../npm/src/documents";
import type { Params } from "./api";
import { h, select } from "./dom";

export type { Parameter };

export interface Field {
  label: string;
  offer?: (rules: Params) => string[];   // instead of all that the server takes
  words?: (value: string, rules: Params) => string;
  resets?: string[];                     // parameters that go back to their defaults with this one
}
export type Fields = Record<string, Field>;

export const numbers = (low: number, high: number): string[] => Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => `${low + i}`);

export const defaultsOf = (table: Parameter[], fields: Fields): Params =>
  Object.fromEntries(table.filter(({ name }) => name in fields).map((p) => [p.name, p.default]));

// What is offered for a parameter; none: any text may be given.
export function offered(p: Parameter, field: Field, rules: Params): string[] | undefined {
  const taken = (value: string): boolean => !(Number(value) < p.least!) && !(Number(value) > p.most!);
  if (field.offer) return field.offer(rules).filter(taken);
  if (p.type === "flag") return ["false", "true"];
  return p.choices ?? (p.type === "integer" ? numbers(p.least!, p.most!) : undefined);
}

export function rulesForm(table: Parameter[], fields: Fields, rules: Params, change: (rules: Params) => void): HTMLElement {
  const defaults = defaultsOf(table, fields);
  const entry = (p: Parameter): HTMLElement | false => {
    const field = fields[p.name];
    if (!field || Object.entries(p.needs ?? {}).some(([name, value]) => rules[name] !== value)) return false;
    const set = (value: string): void =>
      change({ ...rules, [p.name]: value, ...Object.fromEntries((field.resets ?? []).map((name) => [name, defaults[name]!])) });
    const values = offered(p, field, rules);
    if (values) return select(field.label, rules[p.name]!, values.map((v) => [v, field.words?.(v, rules) ?? v]), set);
    return h("label", { class: "field" }, h("span", { class: "field-name" }, field.label),
      h("input", { value: rules[p.name]!, size: 6, onchange: (e: Event) => set((e.currentTarget as HTMLInputElement).value.trim()) }));
  };
  return h("div", { class: "form" }, ...table.map(entry));
}
