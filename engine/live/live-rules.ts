import { applyChanges, readPath } from "../rules/state-path.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Rule, Template } from "../language/rule.ts";
import { compileRule } from "../rules/compile-rule.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { compileTemplate } from "../rules/compile-template.ts";
import { ANY_NAMES, type RuleNames } from "../rules/rule-names.ts";

/**
 * The live parts of a page: their rules, the guards and values that these use, and the facts they
 * read. Plain data; the page evaluates it with the server's own code.
 */
export interface LiveRules {
  readonly guards: { readonly [name: string]: Rule };
  readonly values: { readonly [name: string]: Rule };
  /** The facts before anything is typed. */
  readonly facts: JsonObject;
  /**
   * State path of each field's answer, as the rules read it. `number`: other answers count as none.
   */
  readonly paths: { readonly [field: string]: { readonly at: string; readonly number: boolean } };
  /** Fields whose value is computed. */
  readonly computed: { readonly [field: string]: Rule };
  /** Rules of choices that are offered while they hold, by field. */
  readonly offered: { readonly [field: string]: { readonly [choice: string]: Rule } };
  /** Currency of money; absent: amounts are plain numbers. */
  readonly currency?: string;
  /** Facts by block. */
  readonly blocks: { readonly [block: string]: readonly LiveItem[] };
  /** Labels in place of an action's own, by action: the first whose rule holds. */
  readonly labels: { readonly [action: string]: readonly LiveLabel[] };
}

/** What a button says while a rule holds. */
export interface LiveLabel {
  readonly label: string;
  readonly busy?: string;
  readonly when: Rule;
}

/** One line of a live block. */
export interface LiveItem {
  readonly label: string;
  /** Format of the value; money in minor units. */
  readonly as: "text" | "money" | "percent" | "date" | "phone" | "option" | "list";
  /** The labels of options, by choice. */
  readonly words?: { readonly [choice: string]: string };
  readonly when?: Rule;
  readonly value?: Template;
  /** Text without a value; absent: the line is left out. */
  readonly none?: string;
  /** It is what the others come to. */
  readonly total?: boolean;
  readonly picture?: string;
}

/**
 * Facts with the answers of a form over them, as if they were saved. A field without an answer has
 * none.
 *
 * @param typed answers by field, as they would be saved
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

/** Compiles the named rules of a page; they know no other names. */
export function liveNames({ guards, values }: Pick<LiveRules, "guards" | "values">): RuleNames {
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

/** The values of a page's live parts for the present answers. */
export interface LiveValues {
  readonly computed: { readonly [field: string]: Json };
  /** Choices that are not offered, by field. */
  readonly withheld: { readonly [field: string]: readonly string[] };
  readonly blocks: {
    readonly [block: string]: readonly { readonly item: LiveItem; readonly value: Json }[];
  };
  /** By action; undefined: its own label. */
  readonly labels: { readonly [action: string]: LiveLabel | undefined };
}

/** Compiles the live rules into a function from answers, as they would be saved, to values. */
export function liveValues(
  live: LiveRules,
): (typed: Readonly<Record<string, Json | undefined>>) => LiveValues {
  const names = liveNames(live);
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
  const labels = mapped(live.labels, (all) =>
    all.map((label) => ({ label, when: rule(label.when) })),
  );
  return (typed) => {
    const before = withAnswers(live.facts, live.paths, typed);
    const made = mapped(computed, (each) => each.evaluate(before) ?? null);
    const facts = withAnswers(live.facts, live.paths, { ...typed, ...made });
    return {
      computed: made,
      withheld: mapped(offered, (choices) =>
        Object.entries(choices).flatMap(([choice, each]) => (each.test(facts) ? [] : [choice])),
      ),
      blocks: mapped(blocks, (items) =>
        items.flatMap(({ item, when, value }) =>
          (when?.test(facts) ?? true) ? [{ item, value: value?.evaluate(facts) ?? null }] : [],
        ),
      ),
      labels: mapped(labels, (all) => all.find(({ when }) => when.test(facts))?.label),
    };
  };
}

/** The facts reduced to some paths. */
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
