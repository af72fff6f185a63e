import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { argumentsOf } from "../../../rules/arguments-of.ts";
import { elementUses, pathIn, type ElementScope } from "./element-uses.ts";

/** A value whose schema is known. */
export interface Shape {
  readonly schema: JsonObject;
  /** Where it lies in the state, with `0` for any element of a list; left out elsewhere. */
  readonly place?: string;
  /** What it is called in messages: an entry of "vehicles.list". */
  readonly name: string;
  /** It comes of the answer of a call. */
  readonly isAnswer?: boolean;
}

/** What is known of the facts where a rule is asked. */
export interface KnownFacts {
  /** The shapes that a path may have; none where nothing is known. */
  at(path: string): readonly Shape[];
  /** What has the root of a path as a member, where it is a fact of this place alone: `item`. */
  local(path: string): readonly Shape[];
  /** The rule of a named value. */
  value(name: string): Json | undefined;
}

/** A part of a rule that reads something of a known shape. */
export interface ShapedRead {
  /** As the rule writes it. */
  readonly path: string;
  readonly pointer: string;
  readonly shapes: readonly Shape[];
  /** The segments below the shapes. */
  readonly members: readonly string[];
}

/** An operand of a known shape that is compared with a constant. */
export interface ShapedComparison extends Pick<ShapedRead, "path" | "pointer" | "shapes"> {
  readonly constant: Json;
  /** The constant is compared with each element of the operand, a list. */
  readonly isOfElement: boolean;
}

/** What a rule reads and compares. */
export interface ShapedUses {
  /** What it reads of the elements of lists, and of the roots of its place. */
  readonly reads: readonly ShapedRead[];
  readonly comparisons: readonly ShapedComparison[];
}

/** Operators that give elements of their first argument, unchanged. */
const SAME_ELEMENTS = new Set(["filter", "sortBy", "unique"]);

/** Maximum number of named values and lists in one another that are followed. */
const DEPTH = 20;

/** Finds what a rule, or each rule in a part of the definitions, reads of values of known shape. */
export function shapedUses(value: Json, pointer: string, facts: KnownFacts): ShapedUses {
  const shapes = new RuleShapes(facts);
  const reads: ShapedRead[] = [];
  const comparisons: ShapedComparison[] = [];
  for (const use of elementUses(value)) {
    const place = `${pointer}${use.pointer}`;
    if (use.kind === "read") {
      const { path } = use;
      const found = use.within === undefined ? facts.local(path) : shapes.elementOf(use.within);
      reads.push({ path, pointer: place, shapes: found, members: path.split(".") });
    } else {
      const found = shapes.of(use.operand, use.within);
      // Comparisons of the state itself are another check's.
      if (use.within === undefined && found.every((shape) => shape.place === use.path)) continue;
      comparisons.push({ ...use, pointer: place, shapes: found });
    }
  }
  return { reads, comparisons };
}

/** The shapes of one element of the list that a rule gives; none where they are not known. */
export function elementsOfRule(rule: Json | undefined, facts: KnownFacts): readonly Shape[] {
  return new RuleShapes(facts).elementsOf(rule, undefined);
}

/**
 * A member of a shape: its own shape, `unknown` where the shape has none of the name, or nothing.
 */
export function memberOf(
  shape: Shape,
  members: readonly string[],
): Shape | { readonly unknown: string; readonly known: readonly string[] } | undefined {
  const [member, ...rest] = members;
  if (member === undefined || member === "") return shape;
  const { properties, items, additionalProperties = false } = shape.schema;
  const place = shape.place === undefined ? {} : { place: `${shape.place}.${member}` };
  if (isObject(items) && /^\d+$/.test(member))
    return memberOf({ ...shape, schema: items, ...place }, rest);
  if (!isObject(properties)) return undefined;
  if (!Object.hasOwn(properties, member))
    return additionalProperties === false
      ? { unknown: member, known: Object.keys(properties) }
      : undefined;
  const schema = properties[member];
  return isObject(schema) ? memberOf({ ...shape, schema, ...place }, rest) : undefined;
}

/** Finds the shapes of what rules give, with some facts known. */
class RuleShapes {
  private readonly elements = new Map<ElementScope, readonly Shape[]>();
  private depth = 0;

  constructor(private readonly facts: KnownFacts) {}

  /** The shapes of the element that the body of `map` and the like reads. */
  elementOf(scope: ElementScope): readonly Shape[] {
    const known = this.elements.get(scope);
    if (known !== undefined) return known;
    const shapes = this.elementsOf(scope.list, scope.within);
    // The body of `reduce` reads the element as `current`, and `accumulator` beside it.
    const found = scope.isReduced
      ? shapes.map((shape) => ({
          ...shape,
          schema: { properties: { current: shape.schema, accumulator: {} } },
        }))
      : shapes;
    this.elements.set(scope, found);
    return found;
  }

  /** The shapes of what a rule gives; none where they are not known. */
  of(rule: Json | undefined, within: ElementScope | undefined): readonly Shape[] {
    if (!isObject(rule)) return [];
    const [[operator, given] = ["", null]] = Object.entries(rule);
    const path = pathIn(given);
    if (operator === "fact" || (operator === "var" && within === undefined))
      return path === undefined ? [] : this.facts.at(path);
    if (operator === "var")
      return path === undefined || within === undefined
        ? []
        : knownMembers(this.elementOf(within), path === "" ? [] : path.split("."));
    if (operator === "object" && Array.isArray(given)) return [this.made(given, within)];
    return this.depth < DEPTH ? this.follow(operator, argumentsOf(given ?? null), within) : [];
  }

  /** The shapes of all that a rule may give, where each of them is known. */
  private follow(
    operator: string,
    args: readonly Json[],
    within: ElementScope | undefined,
  ): readonly Shape[] {
    const [first = null] = args;
    this.depth += 1;
    const found = ((): readonly Shape[] => {
      switch (operator) {
        case "if":
        case "?:":
          return this.each(
            args.filter((_, at) => at % 2 === 1 || at === args.length - 1),
            within,
          );
        case "default":
        case "or":
          return this.each(args, within);
        case "optional":
          return this.of(first, within);
        case "first":
        case "last":
          return this.elementsOf(first, within);
        case "value":
          return this.of(this.facts.value(String(first)), undefined);
        default:
          return [];
      }
    })();
    this.depth -= 1;
    return found;
  }

  private each(rules: readonly Json[], within: ElementScope | undefined): readonly Shape[] {
    const shapes = rules.filter((rule) => rule !== null).map((rule) => this.of(rule, within));
    return shapes.every((found) => found.length > 0) ? shapes.flat() : [];
  }

  /** The object that a rule makes of names and values in turn. */
  private made(given: readonly Json[], within: ElementScope | undefined): Shape {
    const members = given.flatMap((name, at): [string, JsonObject][] => {
      if (at % 2 === 1 || typeof name !== "string") return [];
      const [shape, another] = this.of(given[at + 1], within);
      return [[name, another === undefined ? (shape?.schema ?? {}) : {}]];
    });
    const name = "what the rule makes";
    return members.length * 2 === given.length
      ? { schema: { properties: Object.fromEntries(members) }, name }
      : { schema: {}, name };
  }

  elementsOf(list: Json | undefined, within: ElementScope | undefined): readonly Shape[] {
    if (!isObject(list) || this.depth >= DEPTH) return [];
    const [[operator, given] = ["", null]] = Object.entries(list);
    const [first = null, body] = Array.isArray(given) ? (given as readonly Json[]) : [given];
    this.depth += 1;
    const found = ((): readonly Shape[] => {
      if (SAME_ELEMENTS.has(operator)) return this.elementsOf(first, within);
      if (operator === "value" && typeof given === "string")
        return this.elementsOf(this.facts.value(given), undefined);
      if (operator === "map")
        return this.of(body, { list: first, isReduced: false, ...(within && { within }) });
      return this.of(list, within).map(entryOf);
    })();
    this.depth -= 1;
    return found;
  }
}

/** Those of the shapes that have the root of a path. */
export function localShapes(
  shapes: readonly Shape[],
  [root = ""]: readonly string[],
): readonly Shape[] {
  return shapes.filter(({ schema: { properties } }) =>
    isObject(properties) ? Object.hasOwn(properties, root) : false,
  );
}

/** The shape of an entry of a list. */
function entryOf(list: Shape): Shape {
  const { items } = list.schema;
  return {
    ...list,
    schema: asObject(items),
    ...(list.place === undefined ? {} : { place: `${list.place}.0` }),
    name: `an entry of ${list.name}`,
  };
}

/** The members of shapes, where all of them are known. */
function knownMembers(shapes: readonly Shape[], members: readonly string[]): readonly Shape[] {
  const each = shapes.map((shape) => memberOf(shape, members));
  return each.every((found) => found !== undefined && "schema" in found) ? each : [];
}
