import { applyChanges, readPath } from "../rules/state-path.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Rule, Template } from "../language/rule.ts";
import { compileRule, type CompiledRule } from "../rules/compile-rule.ts";
import { compileTemplate } from "../rules/compile-template.ts";
import { ANY_NAMES, type RuleNames } from "../rules/rule-names.ts";

/**
 * What a page needs to follow what is typed on it: the rules of its live parts, the guards and values they use, and the
 * facts they read. Plain data; the page evaluates it with the server's own code.
 */
export interface LiveRules {
  readonly guards: { readonly [name: string]: Rule };
  readonly values: { readonly [name: string]: Rule };
  /** What the rules read, as it is before anything is typed. */
  readonly facts: JsonObject;
  /** Where the rules read the answer of a field: a state path by field. `number`: anything else is no answer. */
  readonly paths: { readonly [field: string]: { readonly at: string; readonly number: boolean } };
  /** Fields whose value follows. */
  readonly computed: { readonly [field: string]: Rule };
  /** Choices that are offered while their rule holds, by field. */
  readonly offered: { readonly [field: string]: { readonly [choice: string]: Rule } };
  /** Of money. */
  readonly currency: string;
  /** Facts by block. */
  readonly blocks: { readonly [block: string]: readonly LiveItem[] };
}

/** One line of a block that follows what is typed. */
export interface LiveItem {
  readonly label: string;
  /** How the value is written; money in minor units. */
  readonly as: "text" | "money" | "percent" | "date";
  readonly when?: Rule;
  readonly value?: Template;
  /** What stands there where there is no value; absent: the line is left out. */
  readonly none?: string;
  readonly picture?: string;
}

/**
 * Facts with the answers of a form laid over them, as if they were saved. A field without an answer has none.
 *
 * @param typed answers by field, as the form's judge takes them
 */
export function withAnswers(
  facts: JsonObject,
  paths: LiveRules["paths"],
  typed: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  return applyChanges(
    facts,
    Object.entries(paths).map(([field, { at: path, number }]) => {
      const value = typed[field] ?? null;
      return { path, value: number && typeof value !== "number" ? null : value };
    }),
  );
}

/** Rules of a page, compiled. The page's own names are all they know. */
export function namesOf({ guards, values }: Pick<LiveRules, "guards" | "values">): RuleNames {
  const made = new Map<string, CompiledRule>();
  const named = (kind: string, rules: LiveRules["guards"]) => (name: string) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return undefined;
    const key = `${kind} ${name}`;
    const known = made.get(key) ?? compileRule(rule, names, () => undefined);
    made.set(key, known);
    return known;
  };
  const names: RuleNames = {
    ...ANY_NAMES,
    guard: named("guard", guards),
    value: named("value", values),
  };
  return names;
}

/** What the live parts of a page come to with the answers at hand. */
export interface LiveValues {
  readonly computed: { readonly [field: string]: Json };
  /** Choices that are not offered, by field. */
  readonly away: { readonly [field: string]: readonly string[] };
  readonly blocks: {
    readonly [block: string]: readonly { readonly item: LiveItem; readonly value: Json }[];
  };
}

/** Makes a function from answers to what the live parts come to; the rules are compiled once. */
export function liveValues(
  live: LiveRules,
): (typed: Readonly<Record<string, Json | undefined>>) => LiveValues {
  const names = namesOf(live);
  const rule = (of: Rule) => compileRule(of, names, () => undefined);
  const computed = mapped(live.computed, rule);
  const offered = mapped(live.offered, (choices) => mapped(choices, rule));
  const blocks = mapped(live.blocks, (items) =>
    items.map((item) => ({
      item,
      when: item.when === undefined ? undefined : rule(item.when),
      value:
        item.value === undefined ? undefined : compileTemplate(item.value, names, () => undefined),
    })),
  );
  return (typed) => {
    const facts = withAnswers(live.facts, live.paths, typed);
    return {
      computed: mapped(computed, (each) => each.evaluate(facts) ?? null),
      away: mapped(offered, (choices) =>
        Object.entries(choices).flatMap(([choice, each]) => (each.test(facts) ? [] : [choice])),
      ),
      blocks: mapped(blocks, (items) =>
        items.flatMap(({ item, when, value }) =>
          (when?.test(facts) ?? true) ? [{ item, value: value?.evaluate(facts) ?? null }] : [],
        ),
      ),
    };
  };
}

/** Only what some paths read of the facts. */
export function readOnly(facts: JsonObject, paths: Iterable<string>): JsonObject {
  return applyChanges(
    {},
    [...new Set(paths)].toSorted().flatMap((path) => {
      const value = readPath(facts, path);
      return value === undefined || value === null ? [] : [{ path, value }];
    }),
  );
}

function mapped<V, W>(
  record: Readonly<Record<string, V>>,
  make: (value: V) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]));
}
