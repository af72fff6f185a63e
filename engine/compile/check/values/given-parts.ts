import { asList, isObject, type Json } from "../../../language/json.ts";
import { membersOf } from "../../../rules/compile-template.ts";
import { argumentsOf } from "../../../rules/arguments-of.ts";
import type { RuleNames } from "../../../rules/rule-names.ts";
import { signatureOf, type Kind } from "../../../rules/signatures.ts";
import { childPointer } from "../../../source/json-pointer.ts";

/** One of the values that a rule or a template may give, or a part of one. */
export type GivenPart = {
  /** The members that lead to it from the whole, with `*` for entries of lists. */
  readonly members: readonly string[];
  /** Where it is written, from the rule or template that is asked about. */
  readonly pointer: string;
  /** Conditions about the facts; it is given only where each of them holds. */
  readonly tests: readonly Json[];
} & (
  | { readonly gives: "constant"; readonly value: string | number | boolean | null }
  /** What a path of the facts holds, with `*` for entries of lists. */
  | { readonly gives: "read"; readonly path: string }
  /** A text or a list that holds what a path of the facts holds. */
  | { readonly gives: "holds"; readonly path: string }
  /** Something that a rule makes; of unknown kind where `kinds` is left out. */
  | { readonly gives: "made"; readonly rule: Json; readonly kinds?: readonly Kind[] }
);

/** What the values of rules follow from. */
export interface GivenContext extends Partial<Pick<RuleNames, "collections">> {
  /** The rule of a named value. */
  named(name: string): Json | undefined;
}

/** The names that a rule may use for a value. */
export type ValueNames = Pick<RuleNames, "collections" | "value">;

/** What the values of rules of a variant follow from. */
export function givenContext(names: ValueNames): GivenContext {
  return { collections: names.collections, named: (name) => names.value(name)?.rule };
}

/** What `var` reads: a fact, or the element of a list inside of `map` and the like. */
type Scope = ((path: string) => readonly GivenPart[]) | undefined;

interface Here {
  readonly pointer: string;
  readonly scope: Scope;
  readonly tests: readonly Json[];
  /** Number of rules around it. */
  readonly depth: number;
}

/** Operators whose text holds the texts that they are given. */
const HOLDING = new Set(["cat", "join", "split", "lower", "upper", "trim", "fold", "encode"]);
/** Operators that give entries of their first argument, unchanged. */
const SAME_ENTRIES = new Set(["filter", "sortBy", "unique"]);
const DEPTH = 40;
/** Parts beyond which a rule is not followed. */
const MOST = 2_000;

/**
 * Every value that a template may give, and every part of these, in each branch: members of objects
 * and of maps, entries of lists, what named values stand for.
 */
export function givenParts(template: Json, context: GivenContext): readonly GivenPart[] {
  return new Giver(context).template(template, {
    pointer: "",
    scope: undefined,
    tests: [],
    depth: 0,
  });
}

class Giver {
  private work = 0;

  constructor(private readonly context: GivenContext) {}

  template(template: Json, here: Here): readonly GivenPart[] {
    const members = membersOf(template);
    if (members !== undefined)
      return [
        made(here, template, ["object"]),
        ...Object.entries(members).flatMap(([name, member]) =>
          under(
            name,
            this.template(member, { ...here, pointer: childPointer(here.pointer, name) }),
          ),
        ),
      ];
    if (Array.isArray(template)) return this.entries(template, here, "template");
    return this.rule(template, here);
  }

  private rule(rule: Json, here: Here): readonly GivenPart[] {
    if (Array.isArray(rule)) return this.entries(rule, here, "rule");
    if (typeof rule !== "object" || rule === null)
      return [{ ...placed(here), gives: "constant", value: rule }];
    if (!isObject(rule)) return [made(here, rule)];
    const [[operator, operand] = ["", null], another] = Object.entries(rule);
    const args = argumentsOf(operand);
    const isTooMuch = here.depth > DEPTH || ++this.work > MOST;
    if (another !== undefined || isTooMuch) return [made(here, rule)];
    const inside = (at: number, scope: Scope = here.scope, tests = here.tests): Here => ({
      pointer:
        childPointer(here.pointer, operator) + (Array.isArray(operand) ? `/${String(at)}` : ""),
      scope,
      tests,
      depth: here.depth + 1,
    });
    const arg = (at: number) => this.rule(args[at] ?? null, inside(at));
    switch (operator) {
      case "var":
      case "fact":
        return this.read(args, operator === "var" ? here.scope : undefined, { here, inside });
      case "value":
        return this.named(args[0] ?? null, rule, here);
      case "if":
      case "?:":
        return this.branches(args, here, inside);
      case "default":
      case "or":
        return args.flatMap((_, at) => arg(at));
      case "optional":
        return arg(0);
      // The parts before the last one are given where they are no: null, 0, "" and the like.
      case "and":
        return [
          ...(args.length > 1 ? [made(here, rule)] : []),
          ...this.rule(
            args.at(-1) ?? null,
            inside(args.length - 1, here.scope, testsWith(here, args.slice(0, -1))),
          ),
        ];
      case "absent":
        return [];
      case "lookup":
        return this.texts(args, here) ?? [made(here, rule)];
      case "object":
        return [made(here, rule, ["object"]), ...this.pairs(args, inside)];
      case "first":
      case "last":
        return within(arg(0), "*", made(here, rule));
      case "get":
        return typeof args[1] === "string" || typeof args[1] === "number"
          ? within(arg(0), String(args[1]), made(here, rule))
          : [made(here, rule), ...held(arg(0))];
      case "map":
        return [
          made(here, rule, ["list"]),
          ...under("*", this.rule(args[1] ?? null, inside(1, elementsOf(arg(0), inside(1))))),
        ];
      case "reduce":
        return [...arg(2), ...this.reduced(args[1] ?? null, arg(0), inside(1))];
      case "merge":
        return [
          made(here, rule, ["list"]),
          ...args.flatMap((_, at) =>
            arg(at).flatMap((part) => (part.members.length > 0 ? [part] : held([part]))),
          ),
        ];
      default:
        if (SAME_ENTRIES.has(operator)) return arg(0);
        return [
          made(here, rule, signatureOf(operator)?.gives),
          ...(HOLDING.has(operator) ? args.flatMap((_, at) => held(arg(at))) : []),
        ];
    }
  }

  private entries(
    list: readonly Json[],
    here: Here,
    as: "template" | "rule",
  ): readonly GivenPart[] {
    return [
      made(here, list, ["list"]),
      ...list.flatMap((entry, at) =>
        under("*", this[as](entry, { ...here, pointer: `${here.pointer}/${at}` })),
      ),
    ];
  }

  private read(
    [path = "", otherwise]: readonly Json[],
    scope: Scope,
    { here, inside }: { readonly here: Here; readonly inside: (at: number) => Here },
  ): readonly GivenPart[] {
    const others = otherwise === undefined ? [] : this.rule(otherwise, inside(1));
    if (typeof path === "object") return [made(here, { var: path }), ...others];
    const text = String(path ?? "");
    const found: readonly GivenPart[] =
      scope === undefined
        ? [{ ...placed(here), gives: "read", path: text }]
        : scope(text).map((part) => ({ ...part, pointer: here.pointer, tests: here.tests }));
    return [...found, ...others];
  }

  private named(name: Json, rule: Json, here: Here): readonly GivenPart[] {
    const found = typeof name === "string" ? this.context.named(name) : undefined;
    if (found === undefined) return [made(here, rule)];
    const parts = this.rule(found, { ...here, scope: undefined, depth: here.depth + 1 });
    return parts.map((part) => ({ ...part, pointer: here.pointer }));
  }

  /** What an `if` may give: each second argument, and the last one or null. */
  private branches(
    args: readonly Json[],
    here: Here,
    inside: (at: number, scope?: Scope, tests?: readonly Json[]) => Here,
  ): readonly GivenPart[] {
    const given = args.flatMap((branch, at) => {
      if (at % 2 === 1)
        return this.rule(branch, inside(at, here.scope, testsWith(here, [args[at - 1] ?? null])));
      return at === args.length - 1 ? this.rule(branch, inside(at)) : [];
    });
    return args.length % 2 === 1
      ? given
      : [...given, { ...placed(here), gives: "constant", value: null }];
  }

  /** The members of `object`, names and values in turn. */
  private pairs(args: readonly Json[], inside: (at: number) => Here): readonly GivenPart[] {
    return args.flatMap((value, at) => {
      if (at % 2 === 0) return [];
      const parts = this.rule(value, inside(at));
      const name = args[at - 1];
      return typeof name === "string" ? under(name, parts) : held(parts);
    });
  }

  private reduced(body: Json, list: readonly GivenPart[], inside: Here): readonly GivenPart[] {
    const elements = elementsOf(list, inside);
    const scope: Scope = (path) => {
      const [root, ...rest] = path.split(".");
      return root === "current"
        ? (elements?.(rest.join(".")) ?? [])
        : [made(inside, { var: path })];
    };
    return this.rule(body, { ...inside, scope });
  }

  /**
   * The texts that the catalogue says of the entries of a collection, or null. Its numbers, such as
   * prices, and its yes and no change with the offer: a rule may wait for one that nothing has now.
   */
  private texts([name, , member]: readonly Json[], here: Here): readonly GivenPart[] | undefined {
    const collection = this.context.collections?.get(String(name));
    if (collection?.members.has(String(member)) !== true) return undefined;
    const said = [...collection.things.values()].map((thing) => thing[String(member)] ?? null);
    return said.every((each) => typeof each === "string" || each === null)
      ? [...new Set([...said, null])].map((value) => ({
          ...placed(here),
          gives: "constant",
          value,
        }))
      : undefined;
  }
}

/** The conditions at a place, with more of them; those about an element are not about the facts. */
function testsWith({ scope, tests }: Here, more: readonly Json[]): readonly Json[] {
  return scope === undefined ? [...tests, ...more] : tests;
}

function placed({ pointer, tests }: Here) {
  return { members: [], pointer, tests };
}

function made(here: Here, rule: Json, kinds?: readonly Kind[]): GivenPart {
  return { ...placed(here), gives: "made", rule, ...(kinds !== undefined && { kinds }) };
}

function under(name: string, parts: readonly GivenPart[]): readonly GivenPart[] {
  return parts.map((part) => ({ ...part, members: [name, ...part.members] }));
}

/** The same paths, held by something else. */
function held(parts: readonly GivenPart[]): readonly GivenPart[] {
  return parts.flatMap((part) =>
    part.gives === "read" || part.gives === "holds"
      ? [{ ...part, members: [], gives: "holds" as const }]
      : [],
  );
}

/** What `var` reads of the entries of a list. */
function elementsOf(list: readonly GivenPart[], here: Here): Scope {
  const unknown = made(here, null);
  const elements = within(list, "*", unknown);
  return (path) =>
    (path === "" ? [] : path.split(".")).reduce(
      (parts, name) => within(parts, name, unknown),
      elements,
    );
}

/** A member of what some parts are of. */
function within(
  parts: readonly GivenPart[],
  name: string,
  unknown: GivenPart,
): readonly GivenPart[] {
  return parts.flatMap((part): readonly GivenPart[] => {
    const [first, ...members] = part.members;
    if (first !== undefined)
      return first === name || (first === "*" && /^\d+$/.test(name)) ? [{ ...part, members }] : [];
    switch (part.gives) {
      case "read":
        return [{ ...part, path: `${part.path}.${name}` }];
      case "holds":
        return [part];
      case "constant":
        return [];
      // The members of an object that a rule makes are separate parts.
      case "made":
        return isMadeOfParts(part.rule) ? [] : [unknown];
    }
  });
}

/** Whether each member of what a rule or template makes is a part of its own. */
export function isMadeOfParts(rule: Json): boolean {
  if (Array.isArray(rule) || membersOf(rule) !== undefined) return true;
  const [[operator, operand] = ["", null]] = Object.entries(isObject(rule) ? rule : {});
  if (operator === "map") return true;
  return (
    operator === "object" &&
    asList(operand).every((name, at) => at % 2 === 1 || typeof name === "string")
  );
}
