import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import { OPERATORS } from "../rules/compile-rule.ts";
import { factRoot } from "../rules/fact-roots.ts";

/** What a rule could tell of things that are nobody's business. */
export interface PrivateReads {
  /** Private things that its value may be a copy of, or hold. */
  readonly copies: ReadonlySet<string>;
  /** Private things that its value depends on, other than by their being there: `===`, `<`, arithmetic. */
  readonly derives: ReadonlySet<string>;
  /** Things it may not read at all. */
  readonly refused: ReadonlySet<string>;
}

/** What reading is judged by. */
export interface Privacy {
  readonly names: RuleNames;
  /** Whether the state schema declares a part of this name. */
  isPart(root: string): boolean;
  /** Whether a place of the state holds something private, is inside it, or around it; the place's name when so. Lists are `*`. */
  privateAt(place: string): string | undefined;
}

/** What a value may be: what stands at some places of the state, and what else went into it. */
interface Value {
  readonly places: readonly string[];
  readonly copies: readonly string[];
  readonly derives: readonly string[];
  readonly refused: readonly string[];
}

/** What `var` reads inside `map`, `filter` and the like: the element, or the members that `reduce` gives. */
type Scope =
  { readonly element: Value } | { readonly members: Readonly<Record<string, Value>> } | undefined;

const NOTHING: Value = { places: [], copies: [], derives: [], refused: [] };
const KNOWN = new Set(OPERATORS);
/** Operators whose value still holds what went in. */
const COPYING = new Set([
  "cat",
  "join",
  "split",
  "upper",
  "lower",
  "trim",
  "fold",
  "substr",
  "object",
  "absent",
]);
/** Operators that tell no more of a thing than that it is there, how long it is, or of which characters. */
const HARMLESS = new Set(["length", "characters"]);
const DEPTH_LIMIT = 80;
/** Nodes looked at for one template; a `reduce` looks at its own twice. */
const WORK_LIMIT = 300_000;
const TOO_MUCH: Value = { ...NOTHING, refused: ["more than can be followed"] };

/** What a template or rule could tell, found without running it: whatever branch it takes. */
export function privateReads(template: Json, privacy: Privacy): PrivateReads {
  return settled(new Reader(privacy).template(template), privacy);
}

/** What whether a rule holds could tell. */
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

  /** What is told by a rule's being true or not. */
  truth(rule: Json, scope: Scope, depth: number): Value {
    if (this.isTooMuch(depth)) return TOO_MUCH;
    const [operator, args] = partsOf(rule);
    if (["and", "or", "default", "optional", "!", "!!"].includes(operator))
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    if (operator === "if" || operator === "?:")
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    return presence(this.value(rule, scope, depth));
  }

  /** What is told by a rule's value. */
  value(rule: Json, scope: Scope, depth: number): Value {
    if (typeof rule !== "object" || rule === null) return NOTHING;
    if (this.isTooMuch(depth)) return TOO_MUCH;
    if (Array.isArray(rule))
      return this.hard(together(rule.map((part: Json) => this.value(part, scope, depth + 1))));
    const [operator, args] = partsOf(rule);
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
        return this.truth(
          this.privacy.names.guard(String(args[0]))?.rule ?? null,
          undefined,
          depth + 1,
        );
      case "value":
        return this.value(
          this.privacy.names.value(String(args[0]))?.rule ?? null,
          undefined,
          depth + 1,
        );
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
      // What is no list becomes the element of one: its members are one level further down than the state has them.
      case "merge":
        return this.hard(together(args.map((_, index) => at(index))));
      case "unique":
        return together(args.map((_, index) => at(index)));
      case "filter": {
        const list = at(0);
        const scope = { element: within(list, "*") };
        return together([list, this.truth(args[1] ?? null, scope, depth + 1)]);
      }
      case "sortBy": {
        const list = at(0);
        const scope = { element: within(list, "*") };
        return together([
          list,
          ...args
            .slice(1)
            .map((key) => compared(this.hard(this.value(ruleOf(key), scope, depth + 1)))),
        ]);
      }
      case "map": {
        const list = at(0);
        const scope = { element: within(list, "*") };
        return together([presence(list), this.hard(this.value(args[1] ?? null, scope, depth + 1))]);
      }
      case "all":
      case "some":
      case "none": {
        const list = at(0);
        const scope = { element: within(list, "*") };
        return together([presence(list), this.truth(args[1] ?? null, scope, depth + 1)]);
      }
      case "reduce": {
        const list = at(0);
        const initial = at(2);
        const round = (accumulator: Value) =>
          this.hard(
            this.value(
              args[1] ?? null,
              { members: { current: within(list, "*"), accumulator } },
              depth + 1,
            ),
          );
        // The second round reads what the first gave.
        const first = together([initial, round(initial)]);
        return together([presence(list), first, round(first)]);
      }
      default: {
        const whole = this.hard(together(args.map((_, index) => at(index))));
        return HARMLESS.has(operator)
          ? presence(whole)
          : COPYING.has(operator)
            ? whole
            : compared(whole);
      }
    }
  }

  private read(path: Json, scope: Scope): Value {
    // A path that is itself computed can lead anywhere.
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
    switch (factRoot(root)?.privacy) {
      case "public":
        return NOTHING;
      case "presence":
        return { ...NOTHING, copies: [text] };
      case "by-place":
        return rest.length === 0
          ? { ...NOTHING, refused: ["everything at once"] }
          : { ...NOTHING, places: [rest.join(".")] };
      // What is not in the table is told to nobody.
      case "never":
      case undefined:
        return { ...NOTHING, refused: [text] };
    }
  }

  /** A key that `missing` looks up: that something is there may be told, a key that is computed comes back as it is. */
  private key(key: Json, scope: Scope, depth: number): Value {
    if (Array.isArray(key))
      return together(key.map((each: Json) => this.key(each, scope, depth + 1)));
    return typeof key === "object" && key !== null
      ? together([this.hard(this.value(key, scope, depth + 1)), this.read(key, scope)])
      : presence(this.read(key, scope));
  }

  /** Places judged: what is private at them is from now on a copy, wherever it goes. */
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

/** Nothing but whether it is there. */
function presence({ derives, refused }: Value): Value {
  return { ...NOTHING, derives, refused };
}

/** The outcome of looking at what it is. */
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

/** The operator of a rule and its arguments; no operator for what stands for itself. */
function partsOf(rule: Json): readonly [operator: string, args: readonly Json[]] {
  if (!isObject(rule)) return ["", []];
  const [entry] = Object.entries(rule);
  if (entry === undefined) return ["", []];
  return [entry[0], Array.isArray(entry[1]) ? (entry[1] as readonly Json[]) : [entry[1]]];
}

function ruleOf(key: Json): Json {
  return isObject(key) ? (key["rule"] ?? null) : null;
}
