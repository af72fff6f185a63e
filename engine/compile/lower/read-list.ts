import { asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { numberSaid } from "../../source/number-said.ts";
import { closest } from "../../source/closest.ts";
import type { LoweredPlaces } from "./lowered-places.ts";

/** A list screen with `list.entry`. */
export interface AskingList {
  /** The list's screen, as its author wrote it. */
  readonly id: string;
  readonly screen: JsonObject;
  readonly path: string;
  /** State path of the list. */
  readonly of: string;
  /** Form and screen of one entry. */
  readonly entry: string;
  /** Path parameter, and the id that is minted. */
  readonly param: string;
  readonly min: Json;
  readonly max: Json;
  readonly answered?: string;
}

/** Limits that stand in for mistaken ones, so that a mistake in a list causes no others. */
const STAND_IN = { min: 0, max: 10 };

/**
 * Reads a list that asks for its entries.
 *
 * @param places told of mistakes, as FLOW-LIST
 * @returns undefined for any other screen, and for a list that no screens can be made for
 */
export function readList(
  tree: JsonObject,
  id: string,
  places: LoweredPlaces,
): AskingList | undefined {
  const screen = asObject(asObject(tree["screens"])[id]);
  const list = asObject(screen["list"]);
  const { entry, of, answered } = list;
  const wrong = (member: string, message: string, suggestion: string): undefined => {
    places.report(`/screens/${id}/${member}`, {
      code: "FLOW-LIST",
      message,
      about: [id, String(of)],
      suggestion,
    });
  };
  if (typeof entry !== "string") {
    const stray = ["min", "max", "answered"].find((member) => list[member] !== undefined);
    return stray === undefined
      ? undefined
      : wrong(
          `list/${stray}`,
          `The list says "${stray}" and asks for no entries`,
          "entry: FORM, the form that asks for one",
        );
  }
  if (typeof of !== "string")
    return wrong(
      "list/of",
      "A list that asks for its entries names the state path that they are kept at",
      "of: household.members",
    );
  if (!isListOfThings(asObject(tree["state"]), of.split(".")))
    return wrong(
      "list/of",
      `The state has no list of things with an id at "${of}"`,
      closest(of, listsOf(asObject(tree["state"]))) ??
        `${of.split(".").at(-1) ?? of}: { type: array, items: { type: object, properties: { id: { type: string } } } } in state.yaml`,
    );
  if (screen["form"] !== undefined)
    return wrong(
      "form",
      'The form of a list that asks for its entries is the question "Add another?"',
      "a screen of its own for other questions",
    );
  const limits = limitsOf(list, (member, message, suggestion) =>
    wrong(`list/${member}`, message, suggestion),
  );
  if (limits.min === 0 && answered === undefined && isInSequence(tree, id))
    wrong(
      "list/entry",
      "Nothing tells whether the list was answered: it may be empty, and its sequence would pass it",
      "min: 1, or answered: PATH, a boolean of the state",
    );
  return {
    id,
    screen,
    path: String(screen["path"]),
    of,
    entry,
    param: entry.replaceAll(/-+(\w?)/g, (_, next: string) => next.toUpperCase()),
    ...limits,
    ...(typeof answered === "string" ? { answered } : {}),
  };
}

/** How many entries there have to be and may be, as written where that makes sense. */
function limitsOf(
  { min = STAND_IN.min, max }: JsonObject,
  wrong: (member: string, message: string, suggestion: string) => void,
): Pick<AskingList, "min" | "max"> {
  if (max === undefined)
    wrong(
      "entry",
      "A list that asks for its entries says how many there may be",
      "max: 10 beside entry",
    );
  if (typeof max === "number" && max < 1) {
    wrong("max", `The list takes ${max} entries, so nobody can add one`, "max: 10");
    return STAND_IN;
  }
  if (typeof min === "number" && typeof max === "number" && min > max) {
    wrong(
      "max",
      `The list takes ${max} entries at most and wants ${min}`,
      `min: ${max}, max: ${min}`,
    );
    return { min: max, max };
  }
  return { min: countOr(STAND_IN.min, min), max: countOr(STAND_IN.max, max) };
}

/** A number, or a rule that gives one; the type check tells of anything else. */
function countOr(standIn: number, count: Json | undefined): Json {
  const said = numberSaid(count);
  if (said !== undefined) return Number(said);
  return typeof count === "number" || isObject(count) ? count : standIn;
}

function isListOfThings(schema: JsonObject, path: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first !== undefined) {
    const inside = asObject(schema["properties"])[first];
    return isObject(inside) && isListOfThings(inside, rest);
  }
  return (
    schema["type"] === "array" &&
    asObject(asObject(schema["items"])["properties"])["id"] !== undefined
  );
}

/** State paths of lists of things with an id. */
function listsOf(schema: JsonObject, above: readonly string[] = []): readonly string[] {
  return Object.entries(asObject(schema["properties"])).flatMap(([name, inside]) => {
    const path = [...above, name];
    return isListOfThings(asObject(inside), [])
      ? [path.join(".")]
      : listsOf(asObject(inside), path);
  });
}

function isInSequence(tree: JsonObject, id: string): boolean {
  return Object.values(asObject(tree["sequences"])).some((sequence) => {
    const screens = Array.isArray(sequence) ? sequence : asObject(sequence)["screens"];
    return Array.isArray(screens) && screens.includes(id);
  });
}
