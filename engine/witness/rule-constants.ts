import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { allActions, type CompiledAction } from "../compile/compiled-screen.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { readPath } from "../rules/state-path.ts";
import { membersThrough, membersWithin, pathsRead } from "../rules/members.ts";

const COMPARISONS: ReadonlySet<string> = new Set([
  "==",
  "===",
  "!=",
  "!==",
  "<",
  "<=",
  ">",
  ">=",
  "in",
]);

/** The constants that the rules of a variant compare each path with. */
export class RuleConstants {
  private readonly byPath = new Map<string, Set<Json>>();
  private readonly byName = new Map<string, Set<Json>>();
  /** Every constant, for telling a decisive value from any other. */
  readonly all = new Set<Json>();

  constructor(private readonly flow: CompiledVariant) {
    for (const rule of rulesOf(flow))
      for (const [operator, operands] of membersWithin(rule))
        if (COMPARISONS.has(operator) && Array.isArray(operands)) this.compare(operands);
  }

  /**
   * The constants compared with a path; where there are none, those compared with a path that ends
   * in the same name.
   */
  of(path: string): readonly Json[] {
    const found = this.byPath.get(path);
    return [...(found ?? this.byName.get(lastName(path)) ?? [])];
  }

  private compare(parts: readonly Json[]): void {
    const paths = this.readsOf(parts);
    const constants = parts.flatMap((part) => this.constantsOf(part));
    for (const constant of constants) {
      this.all.add(constant);
      for (const path of paths) {
        add(this.byPath, path, constant);
        add(this.byName, lastName(path), constant);
      }
    }
  }

  /** A constant as written, or the value of a setting or flag. */
  private constantsOf(part: Json): readonly Json[] {
    if (Array.isArray(part)) return (part as readonly Json[]).filter((each) => !isObject(each));
    if (!isObject(part)) return part === null ? [] : [part];
    const { config, flags } = this.flow;
    const path = part["var"];
    const value =
      typeof path === "string" && /^(?:config|flags)\./.test(path)
        ? readPath({ config, flags }, path)
        : undefined;
    if (Array.isArray(value))
      return (value as readonly Json[]).filter((each) => typeof each !== "object");
    return value === undefined || typeof value === "object" ? [] : [value];
  }

  /** Paths of the state and of answers that parts read, through the values that they name. */
  private readsOf(parts: readonly Json[]): ReadonlySet<string> {
    const named = { guards: new Map<string, never>(), values: this.flow.values };
    const paths = [...pathsRead(membersThrough(named, parts))];
    return new Set(
      paths.filter((path) => path !== "" && !/^(?:config|flags|now|today)\b/.test(path)),
    );
  }
}

function add(to: Map<string, Set<Json>>, key: string, constant: Json): void {
  const known = to.get(key) ?? new Set<Json>();
  to.set(key, known);
  known.add(constant);
}

function lastName(path: string): string {
  return path.split(".").at(-1) ?? path;
}

/** Every rule of a variant that decides something, as JSON. */
function* rulesOf(flow: CompiledVariant): Generator<Json> {
  for (const named of [flow.guards, flow.values])
    for (const { rule } of named.values()) yield rule as Json;
  for (const { rows } of flow.tables.values())
    for (const { when, set } of rows) {
      if (when !== undefined) yield when.rule as Json;
      for (const { value } of set) yield value.template as Json;
    }
  for (const screen of flow.screens.values()) {
    for (const rule of [
      screen.allow,
      screen.exists,
      screen.done,
      screen.skip,
      screen.formWhen,
      screen.partsWhen,
    ])
      if (rule !== undefined) yield rule.rule as Json;
    for (const action of allActions(screen)) yield* rulesOfAction(action);
  }
  for (const { askedWhile, requiredWhile } of flow.forms.values())
    for (const rules of [askedWhile, requiredWhile])
      for (const { rule } of rules.values()) yield rule as Json;
  yield* rulesOfServices(flow);
}

function* rulesOfAction({ when, set }: CompiledAction): Generator<Json> {
  if (when !== undefined) yield when.rule as Json;
  for (const { value } of set) yield value.template as Json;
}

function* rulesOfServices(flow: CompiledVariant): Generator<Json> {
  const requests = [
    ...flow.calls.values(),
    ...[...flow.providers.values()].flatMap(({ calls }) => [...calls.values()].flat()),
  ];
  for (const { outcomes, answer } of requests) {
    for (const { when } of outcomes) yield when.rule as Json;
    if (answer !== undefined) yield answer.template as Json;
  }
  for (const { set } of flow.calls.values())
    for (const { value } of set) yield value.template as Json;
  for (const sandbox of flow.sandboxes.values())
    for (const rows of sandbox.values())
      for (const { when } of rows) if (when !== undefined) yield when.rule as Json;
}

/** A state without the values that decide nothing, for telling alike states. */
export function decisiveParts(state: Json, constants: ReadonlySet<Json>): Json {
  if (Array.isArray(state))
    return (state as readonly Json[]).slice(0, 4).map((each) => decisiveParts(each, constants));
  if (isObject(state))
    return Object.fromEntries(
      Object.entries(state).map(([name, value]) => [name, decisiveParts(value, constants)]),
    ) satisfies JsonObject;
  if (typeof state === "string") return constants.has(state) || state === "" ? state : "*";
  if (typeof state === "number") return constants.has(state) || Math.abs(state) < 10 ? state : "#";
  return state;
}
