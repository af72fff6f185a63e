import type { Json, JsonObject } from "../definition/json.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import { OPERATORS } from "../rules/compile-rule.ts";

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
/** Facts that are somebody's words, or a service's: whatever could be in them. */
const REFUSED = new Set(["form", "answer", "with", "item", "parameter", "ids"]);
/** Facts that an address or a sign-in brought; that they are there may be told. */
const BROUGHT = new Set(["query", "params", "visitor", "actor", "requested", "location"]);
const SAFE = new Set([
  "portal",
  "market",
  "currency",
  "country",
  "locale",
  "referralUrlId",
  "environment",
  "flags",
  "config",
  "now",
  "today",
  "signedIn",
  "dataSources",
  "role",
  "access",
]);
const ALSO_SAFE = new Set(["status", "outcome", "screen", "action", "public", "event"]);
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

/** What a template or rule could tell, found without running it: whatever branch it takes. */
export function privateReads(template: Json, privacy: Privacy): PrivateReads {
  return settled(new Reader(privacy).template(template), privacy);
}

/** What whether a rule holds could tell. */
export function privateTruth(rule: Json, privacy: Privacy): PrivateReads {
  return settled(new Reader(privacy).truth(rule, undefined, 0), privacy);
}

class Reader {
  constructor(private readonly privacy: Privacy) {}

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
    const [operator, args] = partsOf(rule);
    if (["and", "or", "!", "!!"].includes(operator))
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    if (operator === "if" || operator === "?:")
      return together(args.map((arg) => this.truth(arg, scope, depth + 1)));
    return presence(this.value(rule, scope, depth));
  }

  /** What is told by a rule's value. */
  value(rule: Json, scope: Scope, depth: number): Value {
    if (depth > DEPTH_LIMIT || typeof rule !== "object" || rule === null) return NOTHING;
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
      case "missing_some":
        return NOTHING;
      case "if":
      case "?:":
        return together(
          args.map((_, index) =>
            index % 2 === 0 && index < args.length - 1 ? truthAt(index) : at(index),
          ),
        );
      case "and":
      case "or":
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
      case "merge":
      case "unique":
        return together(args.map((_, index) => at(index)));
      case "filter":
        return together([
          at(0),
          this.truth(args[1] ?? null, { element: within(at(0), "*") }, depth + 1),
        ]);
      case "sortBy":
        return together([
          at(0),
          ...args
            .slice(1)
            .map((key) =>
              compared(
                this.hard(this.value(ruleOf(key), { element: within(at(0), "*") }, depth + 1)),
              ),
            ),
        ]);
      case "map":
        return together([
          presence(at(0)),
          this.hard(this.value(args[1] ?? null, { element: within(at(0), "*") }, depth + 1)),
        ]);
      case "all":
      case "some":
      case "none":
        return together([
          presence(at(0)),
          this.truth(args[1] ?? null, { element: within(at(0), "*") }, depth + 1),
        ]);
      case "reduce": {
        const initial = at(2);
        const members = { current: within(at(0), "*"), accumulator: initial };
        return together([
          presence(at(0)),
          initial,
          this.hard(this.value(args[1] ?? null, { members }, depth + 1)),
        ]);
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
    if (REFUSED.has(root)) return { ...NOTHING, refused: [text] };
    if (BROUGHT.has(root)) return { ...NOTHING, copies: [text] };
    if (SAFE.has(root) || ALSO_SAFE.has(root)) return NOTHING;
    if (text === "before") return { ...NOTHING, refused: ["everything at once"] };
    return { ...NOTHING, places: [root === "before" ? rest.join(".") : text] };
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
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return ["", []];
  const [entry] = Object.entries(rule as JsonObject);
  if (entry === undefined) return ["", []];
  return [entry[0], Array.isArray(entry[1]) ? (entry[1] as readonly Json[]) : [entry[1]]];
}

function ruleOf(key: Json): Json {
  return typeof key === "object" && key !== null && !Array.isArray(key)
    ? ((key as JsonObject)["rule"] ?? null)
    : null;
}
