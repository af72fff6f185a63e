import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import { OPERATORS } from "../rules/compile-rule.ts";
import { signatureOf } from "../rules/signatures.ts";
import type { FactRoots } from "../rules/fact-roots.ts";

/** The private values that a rule could reveal. */
export interface PrivateReads {
  /** Private values that its result may copy or contain. */
  readonly copies: ReadonlySet<string>;
  /** Private values that its result depends on, other than by presence: `===`, `<`, arithmetic. */
  readonly derives: ReadonlySet<string>;
  /** Paths that it may not read at all. */
  readonly refused: ReadonlySet<string>;
}

/** The privacy of a variant's state. */
export interface Privacy {
  readonly names: RuleNames;
  /** The declarations of the roots beside the parts of the state. */
  readonly rootOf: FactRoots;
  /** Whether the state schema declares a part of this name. */
  isPart(root: string): boolean;
  /**
   * The private value at a place of the state, inside it, or around it; the name of that place.
   * Lists are `*`.
   */
  privateAt(place: string): string | undefined;
}

/** The possible contents of a value: the places that it may copy, and what else it depends on. */
interface Value {
  readonly places: readonly string[];
  readonly copies: readonly string[];
  readonly derives: readonly string[];
  readonly refused: readonly string[];
}

/**
 * The meaning of `var` inside `map`, `filter` and the like: the element, or the members that
 * `reduce` gives.
 */
type Scope =
  | { readonly element: Value }
  | { readonly members: Readonly<Record<string, Value>> }
  | undefined;

const NOTHING: Value = { places: [], copies: [], derives: [], refused: [] };
const KNOWN = new Set(OPERATORS);
const DEPTH_LIMIT = 80;
/** Maximum number of nodes to analyse in one template; a `reduce` analyses its own twice. */
const WORK_LIMIT = 300_000;
const TOO_MUCH: Value = { ...NOTHING, refused: ["more than can be followed"] };

/**
 * Finds the private values that a template or rule could reveal on any branch, without evaluating
 * it.
 */
export function privateReads(template: Json, privacy: Privacy): PrivateReads {
  return settled(new Reader(privacy).template(template), privacy);
}

/** Finds the private values that a rule's truth could reveal. */
export function privateTruth(rule: Json, privacy: Privacy): PrivateReads {
  return settled(new Reader(privacy).truth(rule, undefined, 0), privacy);
}

class Reader {
  private work = 0;

  constructor(private readonly privacy: Privacy) {}

  private isTooMuch(depth: number): boolean {
    return depth > DEPTH_LIMIT || ++this.work > WORK_LIMIT;
  }

  template(template: Json): Value {
    if (typeof template !== "object" || template === null) return NOTHING;
    if (Array.isArray(template))
      return this.hard(together(template.map((part: Json) => this.template(part))));
    const entries = Object.entries(template as JsonObject);
    if (entries.length === 1 && KNOWN.has(entries[0]?.[0] ?? ""))
      return this.value(template, undefined, 0);
    return this.hard(together(entries.map(([, part]) => this.template(part))));
  }

  /** What a rule's truth reveals. */
  truth(rule: Json, scope: Scope, depth: number): Value {
    if (this.isTooMuch(depth)) return TOO_MUCH;
    const [operator, args] = partsOf(rule);
    if (["and", "or", "default", "optional", "!", "!!"].includes(operator))
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    if (operator === "if" || operator === "?:")
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    return presence(this.value(rule, scope, depth));
  }

  /** What a rule's value reveals. */
  value(rule: Json, scope: Scope, depth: number): Value {
    if (typeof rule !== "object" || rule === null) return NOTHING;
    if (this.isTooMuch(depth)) return TOO_MUCH;
    if (Array.isArray(rule))
      return this.hard(together(rule.map((part: Json) => this.value(part, scope, depth + 1))));
    const [operator, args] = partsOf(rule);
    const { names } = this.privacy;
    const at = (index: number) => this.value(args[index] ?? null, scope, depth + 1);
    const truthAt = (index: number) => this.truth(args[index] ?? null, scope, depth + 1);
    switch (operator) {
      case "":
        return NOTHING;
      case "var":
        return together([this.read(args[0] ?? "", scope), ...(args.length > 1 ? [at(1)] : [])]);
      case "fact":
        return this.read(args[0] ?? "", undefined);
      case "guard":
        return this.truth(names.guard(String(args[0]))?.rule ?? null, undefined, depth + 1);
      case "value":
        return this.value(names.value(String(args[0]))?.rule ?? null, undefined, depth + 1);
      case "lookup":
        return compared(this.hard(at(1)));
      case "!":
      case "!!":
        return this.truth(rule, scope, depth);
      case "missing":
        return together(args.map((arg) => this.key(arg, scope, depth)));
      case "missing_some":
        return together([compared(this.hard(at(0))), this.key(args[1] ?? null, scope, depth)]);
      case "if":
      case "?:":
        return together(
          args.map((_, index) =>
            index % 2 === 0 && index < args.length - 1 ? truthAt(index) : at(index),
          ),
        );
      case "and":
      case "or":
      case "default":
      case "optional":
        return together(args.map((_, index) => at(index)));
      case "first":
      case "last":
        return within(at(0), "*");
      case "get": {
        const [, name] = args;
        return typeof name === "string" || typeof name === "number"
          ? within(at(0), String(name))
          : compared(this.hard(together([at(0), at(1)])));
      }
      // `merge` makes an element of a value that is no list: its members lie one level deeper than
      // in the state.
      case "merge":
        return this.hard(together(args.map((_, index) => at(index))));
      case "unique":
        return together(args.map((_, index) => at(index)));
      case "filter":
      case "sortBy":
      case "map":
      case "all":
      case "some":
      case "none":
      case "reduce":
        return this.eachOf(operator, args, scope, depth);
      default: {
        const whole = this.hard(together(args.map((_, index) => at(index))));
        switch (signatureOf(operator)?.reveals) {
          case "copy":
            return whole;
          case "presence":
            return presence(whole);
          case undefined:
            return compared(whole);
        }
      }
    }
  }

  /** What an operator over the elements of a list reveals. */
  private eachOf(
    operator: "filter" | "sortBy" | "map" | "all" | "some" | "none" | "reduce",
    args: readonly Json[],
    outer: Scope,
    depth: number,
  ): Value {
    const list = this.value(args[0] ?? null, outer, depth + 1);
    const scope = { element: within(list, "*") };
    const [, rule = null] = args;
    switch (operator) {
      case "filter":
        return together([list, this.truth(rule, scope, depth + 1)]);
      case "sortBy":
        return together([
          list,
          ...args
            .slice(1)
            .map((key) => compared(this.hard(this.value(ruleOf(key), scope, depth + 1)))),
        ]);
      case "map":
        return together([presence(list), this.hard(this.value(rule, scope, depth + 1))]);
      case "all":
      case "some":
      case "none":
        return together([presence(list), this.truth(rule, scope, depth + 1)]);
      case "reduce": {
        const initial = this.value(args[2] ?? null, outer, depth + 1);
        const round = (accumulator: Value) =>
          this.hard(
            this.value(rule, { members: { current: scope.element, accumulator } }, depth + 1),
          );
        // The second round reads the result of the first.
        const first = together([initial, round(initial)]);
        return together([presence(list), first, round(first)]);
      }
    }
  }

  private read(path: Json, scope: Scope): Value {
    // A computed path can lead anywhere.
    if (typeof path === "object" && path !== null)
      return { ...NOTHING, refused: ["a path that is computed"] };
    const text = String(path ?? "");
    const [root = "", ...rest] = text.split(".");
    if (scope !== undefined && "element" in scope)
      return text === "" ? scope.element : within(scope.element, text);
    if (scope !== undefined) {
      const member = scope.members[root];
      return member === undefined
        ? text === ""
          ? together(Object.values(scope.members))
          : NOTHING
        : rest.length === 0
          ? member
          : within(member, rest.join("."));
    }
    if (text === "") return { ...NOTHING, refused: ["everything at once"] };
    if (this.privacy.isPart(root)) return { ...NOTHING, places: [text] };
    switch (this.privacy.rootOf(root)?.privacy) {
      case "public":
        return NOTHING;
      case "presence":
        return { ...NOTHING, copies: [text] };
      case "by-place":
        return rest.length === 0
          ? { ...NOTHING, refused: ["everything at once"] }
          : { ...NOTHING, places: [rest.join(".")] };
      // An unknown root is refused.
      case "never":
      case undefined:
        return { ...NOTHING, refused: [text] };
    }
  }

  /**
   * A key that `missing` looks up: it reveals presence only, while a computed key is returned as it
   * is.
   */
  private key(key: Json, scope: Scope, depth: number): Value {
    if (Array.isArray(key))
      return together(key.map((each: Json) => this.key(each, scope, depth + 1)));
    return typeof key === "object" && key !== null
      ? together([this.hard(this.value(key, scope, depth + 1)), this.read(key, scope)])
      : presence(this.read(key, scope));
  }

  /** Resolves places: their private values count as copies from here on. */
  private hard(value: Value): Value {
    return {
      ...value,
      places: [],
      copies: [
        ...value.copies,
        ...value.places.flatMap((place) => this.privacy.privateAt(place) ?? []),
      ],
    };
  }
}

function settled(
  { places, copies, derives, refused }: Value,
  { privateAt }: Privacy,
): PrivateReads {
  return {
    copies: new Set([...copies, ...places.flatMap((place) => privateAt(place) ?? [])]),
    derives: new Set(derives),
    refused: new Set(refused),
  };
}

/** Reduces a value to its presence. */
function presence({ derives, refused }: Value): Value {
  return { ...NOTHING, derives, refused };
}

/** The result of comparing a value. */
function compared({ copies, derives, refused }: Value): Value {
  return { ...NOTHING, derives: [...derives, ...copies], refused };
}

function within(value: Value, path: string): Value {
  return { ...value, places: value.places.map((place) => `${place}.${path}`) };
}

function together(values: readonly Value[]): Value {
  return {
    places: values.flatMap(({ places }) => places),
    copies: values.flatMap(({ copies }) => copies),
    derives: values.flatMap(({ derives }) => derives),
    refused: values.flatMap(({ refused }) => refused),
  };
}

/** The operator of a rule and its arguments; no operator for a constant. */
function partsOf(rule: Json): readonly [operator: string, args: readonly Json[]] {
  if (!isObject(rule)) return ["", []];
  const [entry] = Object.entries(rule);
  if (entry === undefined) return ["", []];
  return [entry[0], Array.isArray(entry[1]) ? (entry[1] as readonly Json[]) : [entry[1]]];
}

function ruleOf(key: Json): Json {
  return isObject(key) ? (key["rule"] ?? null) : null;
}
