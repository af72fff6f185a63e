import { asList, asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { allOf, anyOf, negation } from "./join-rules.ts";
import { membersWithin, pathsRead } from "../../rules/members.ts";

/** A required field of a form, and its conditions. */
interface Required {
  readonly name: string;
  readonly field: JsonObject;
  /** Rules that must all hold for the field to be required. */
  readonly when: readonly Json[];
}

/** The places of a form's answers: a field's own `x-bind`, or below the screen's. */
export interface Binding {
  readonly binds?: string;
  /** Whether the state schema has a path. */
  readonly has: (path: string) => boolean;
}

/**
 * A rule that holds once the state has every required answer of a form; undefined without required
 * fields, and for a form about an entry of a list.
 *
 * Fields that are not saved (`x-transient`) do not count, and neither do those of a branch whose
 * condition has no rule.
 */
export function doneOfForm(form: JsonObject, binding: Binding): Json | undefined {
  const pathOf = (name: string, field: JsonObject): string | undefined => {
    const own = field["x-bind"];
    const path =
      typeof own === "string"
        ? own
        : binding.binds === undefined
          ? undefined
          : `${binding.binds}.${name}`;
    return path !== undefined && !path.includes("[") && binding.has(path) ? path : undefined;
  };
  const fields = fieldsOf(form);
  const reads = (name: string): Json => ({
    var: pathOf(name, fields.get(name) ?? {}) ?? `form.${name}`,
  });
  const always: string[] = [];
  const rules: Json[] = [];
  const seen = new Set<string>();
  for (const { name, field, when } of requiredOf(form, fields, reads)) {
    const path = pathOf(name, field);
    if (path === undefined || field["x-transient"] === true) continue;
    const key = JSON.stringify([path, when]);
    if (seen.has(key)) continue;
    seen.add(key);
    const plain = when.length === 0 && field["const"] === undefined && field["type"] !== "array";
    if (plain) always.push(path);
    else rules.push(anyOf([...when.map((rule) => negation(rule)), answered(path, field)]));
  }
  if (always.length === 0 && rules.length === 0) return undefined;
  return allOf([...(always.length === 0 ? [] : [known(always)]), ...rules]);
}

function answered(path: string, field: JsonObject): Json {
  const only = field["const"];
  if (only !== undefined) return { "===": [{ var: path }, only] };
  // An empty list is no answer.
  return field["type"] === "array" ? { "!!": { var: path } } : known([path]);
}

function known(paths: readonly string[]): Json {
  return { "!": { missing: [...paths] } };
}

/** Fields by name, the first mention first. */
function fieldsOf(form: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const collect = (part: Json | undefined): void => {
    if (!isObject(part)) return;
    for (const [name, field] of Object.entries(asObject(part["properties"])))
      if (isObject(field) && !found.has(name)) found.set(name, field);
    for (const branch of ["then", "else"]) collect(part[branch]);
    for (const each of asList(part["allOf"])) collect(each);
  };
  collect(form);
  return found;
}

function requiredOf(
  form: JsonObject,
  fields: ReadonlyMap<string, JsonObject>,
  reads: (name: string) => Json,
): readonly Required[] {
  const walk = (part: Json | undefined, when: readonly Json[]): readonly Required[] => {
    if (!isObject(part)) return [];
    const condition = part["if"] === undefined ? undefined : ruleOf(part["if"], reads);
    return [
      ...asList(part["required"]).flatMap((name): Required[] => {
        const field = fields.get(String(name));
        const own = field === undefined ? undefined : askedWhen(field, reads);
        return field === undefined || own === undefined
          ? []
          : [{ name: String(name), field, when: [...when, ...own] }];
      }),
      ...asList(part["allOf"]).flatMap((each) => walk(each, when)),
      ...(condition === undefined
        ? []
        : [
            ...walk(part["then"], [...when, condition]),
            ...walk(part["else"], [...when, negation(condition)]),
          ]),
    ];
  };
  return walk(form, []);
}

/**
 * Rules under which a field is asked and required; undefined where one of them has no meaning
 * outside of the form.
 */
function askedWhen(field: JsonObject, reads: (name: string) => Json): readonly Json[] | undefined {
  const offered = asObject(field["x-offered"]);
  const choices = asList(field["enum"]).map(String);
  const rules = [
    ...["x-when", "x-required", "x-asked-while"].flatMap((word) => field[word] ?? []),
    // A question whose choices are all conditional is asked while one of them is offered.
    ...(choices.length > 0 && choices.every((choice) => Object.hasOwn(offered, choice))
      ? [anyOf(choices.flatMap((choice) => offered[choice] ?? []))]
      : []),
  ].map((rule) => ofState(rule, reads));
  return rules.some((rule) => readsForm(rule)) ? undefined : rules;
}

/** A condition of a form as a rule over the state; undefined for keywords without a rule. */
function ruleOf(condition: Json, reads: (name: string) => Json): Json | undefined {
  if (!isObject(condition)) return undefined;
  const needed = new Set(asList(condition["required"]).map(String));
  const parts: (Json | undefined)[] = [];
  for (const [word, value] of Object.entries(condition)) {
    if (word === "required")
      for (const name of needed)
        if (!Object.hasOwn(asObject(condition["properties"]), name))
          parts.push({ "!==": [reads(name), null] });
    if (word === "properties")
      for (const [name, test] of Object.entries(asObject(value)))
        parts.push(propertyRule(reads(name), asObject(test), needed.has(name)));
    if (word === "not") parts.push(negated(ruleOf(value, reads)));
    if (word === "allOf") parts.push(...asList(value).map((each) => ruleOf(each, reads)));
    if (word === "anyOf") {
      const any = asList(value).map((each) => ruleOf(each, reads));
      parts.push(any.includes(undefined) ? undefined : anyOf(any.flatMap((each) => each ?? [])));
    }
    if (!["required", "properties", "not", "allOf", "anyOf"].includes(word)) parts.push(undefined);
  }
  const rules = parts.flatMap((part) => part ?? []);
  return parts.includes(undefined) || rules.length === 0 || rules.some((rule) => readsForm(rule))
    ? undefined
    : allOf(rules);
}

function propertyRule(read: Json, test: JsonObject, needed: boolean): Json | undefined {
  const [word, ...others] = Object.keys(test);
  const value = word === undefined ? undefined : test[word];
  if (others.length > 0 || value === undefined || !["const", "enum"].includes(word ?? ""))
    return undefined;
  const rule: Json = word === "const" ? { "===": [read, value] } : { in: [read, value] };
  return needed ? rule : anyOf([{ "===": [read, null] }, rule]);
}

function negated(rule: Json | undefined): Json | undefined {
  return rule === undefined ? undefined : negation(rule);
}

/** A rule of a form with `form.…` replaced by the places of the answers. */
function ofState(rule: Json, reads: (name: string) => Json): Json {
  if (Array.isArray(rule)) return rule.map((part: Json) => ofState(part, reads));
  if (!isObject(rule)) return rule;
  const path = rule["var"];
  const field = typeof path === "string" ? /^form\.([^.]+)$/.exec(path)?.[1] : undefined;
  if (field !== undefined) return reads(field);
  return Object.fromEntries(
    Object.entries(rule).map(([operator, part]) => [operator, ofState(part, reads)]),
  );
}

function readsForm(rule: Json): boolean {
  return [...pathsRead(membersWithin(rule))].some((path) => /^form(\.|$)/.test(path));
}
