// The rules of a game as the server lists them: what is chosen when nothing is, what
// must be sent, and a form for the rest. No default and no range is written on this page.

import type { Params, Parameter } from "./api";
import { h, select } from "./dom";

const MOST_LISTED = 10;  // longer ranges are typed, not chosen from a list

export function defaultsOf(parameters: Parameter[]): Params {
  return Object.fromEntries(parameters.map((p) => [p.name, p.default]));
}

// q, for example, belongs to the rules only where chance selects.
function belongs(p: Parameter, rules: Params): boolean {
  return Object.entries(p.needs ?? {}).every(([name, value]) => rules[name] === value);
}

// The rules that differ from the defaults: what a request and an address have to say.
export function chosen(parameters: Parameter[], rules: Params): Params {
  return Object.fromEntries(parameters
    .filter((p) => belongs(p, rules) && rules[p.name] !== p.default)
    .map((p) => [p.name, rules[p.name]!]));
}

function listed(p: Parameter): [string, string][] | undefined {
  if (p.choices) return p.choices.map((c) => [c, c]);
  if (p.type === "flag") return [["false", "no"], ["true", "yes"]];
  const [least, most] = [p.least ?? -Infinity, p.most ?? Infinity];
  if (p.type !== "integer" || most - least > MOST_LISTED) return undefined;
  return Array.from({ length: most - least + 1 }, (_, i) => [`${least + i}`, `${least + i}`]);
}

function field(p: Parameter, value: string, change: (value: string) => void): HTMLElement {
  const values = listed(p);
  if (values) return select(p.about, value, values, change);
  const number = p.type === "integer" || p.type === "number";
  const input = h("input", {
    value, size: 6, type: number ? "number" : "text", min: number ? p.least : undefined, max: number ? p.most : undefined,
    onchange: () => change(input.value.trim()),
  });
  return h("label", { class: "field" }, h("span", {}, p.about), input);
}

export function rulesForm(parameters: Parameter[], rules: Params, change: (rules: Params) => void): HTMLElement {
  return h("div", { class: "form" }, ...parameters.filter((p) => belongs(p, rules)).map((p) =>
    field(p, rules[p.name]!, (value) => change({ ...rules, [p.name]: value || p.default }))));
}
