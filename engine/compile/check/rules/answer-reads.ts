import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";

/** A path that a rule reads, below `answer` or below one element of a list of it. */
export interface AnswerRead {
  /** As the rule writes it. */
  readonly path: string;
  /** The segments below `shapes`. */
  readonly members: readonly string[];
  readonly pointer: string;
  /** The schemas that describe the value read; empty where the answer schema has none. */
  readonly shapes: readonly JsonObject[];
}

/** Operators whose first argument is a list and whose second reads one element of it. */
const ELEMENT_READERS = new Set(["map", "filter", "all", "some", "none", "sortBy"]);

/** Operators that give the elements of their first argument, unchanged. */
const SAME_ELEMENTS = new Set(["filter", "sortBy"]);

/**
 * What rules read of an answer, in the elements of its lists too.
 *
 * @param shapes schemas of the answer; of the element inside `map` and `filter`
 */
export function answerReads(
  value: Json | undefined,
  pointer: string,
  shapes: readonly JsonObject[],
): readonly AnswerRead[] {
  return readsIn(value, pointer, { answer: shapes });
}

/** What a rule reads at a place: the answer, and inside lists one element of it. */
interface Scope {
  readonly answer: readonly JsonObject[];
  /** Of one element; `undefined` outside of lists. */
  readonly element?: readonly JsonObject[];
}

function readsIn(value: Json | undefined, pointer: string, scope: Scope): readonly AnswerRead[] {
  if (Array.isArray(value))
    return value.flatMap((part: Json, index) => readsIn(part, `${pointer}/${index}`, scope));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const at = childPointer(pointer, key);
    if (ELEMENT_READERS.has(key) && Array.isArray(part)) {
      const [list, ...bodies] = part as readonly Json[];
      const element = elementsOf(list, scope);
      return [
        ...readsIn(list, `${at}/0`, scope),
        ...bodies.flatMap((body, index) =>
          readsIn(body, `${at}/${index + 1}`, { answer: scope.answer, element }),
        ),
      ];
    }
    // Its body reads `current` and `accumulator`.
    if (key === "reduce" && Array.isArray(part)) return readsIn(part[0], `${at}/0`, scope);
    return [...readAt(key, part, at, scope), ...readsIn(part, at, scope)];
  });
}

function readAt(key: string, part: Json, pointer: string, scope: Scope): readonly AnswerRead[] {
  const path: Json | undefined = Array.isArray(part) ? part[0] : part;
  if ((key !== "var" && key !== "fact") || typeof path !== "string") return [];
  const inElement = key === "var" && scope.element !== undefined;
  const segments = path.split(".");
  if (inElement) return [{ path, members: segments, pointer, shapes: scope.element ?? [] }];
  if (segments[0] !== "answer" || segments.length < 2) return [];
  return [{ path, members: segments.slice(1), pointer, shapes: scope.answer }];
}

/** The schemas of one element of a list that a rule gives; none where they are not known. */
function elementsOf(list: Json | undefined, scope: Scope): readonly JsonObject[] {
  if (!isObject(list)) return [];
  const [entry] = Object.entries(list);
  if (entry === undefined) return [];
  const [operator, given] = entry;
  if (SAME_ELEMENTS.has(operator) && Array.isArray(given)) return elementsOf(given[0], scope);
  const [read] = readAt(operator, given, "", scope);
  if (read === undefined) return [];
  const lists = read.shapes.map((shape) => schemaAt(shape, read.members));
  // A shape that says nothing of the list leaves everything open.
  return lists.every((each) => each !== undefined && isObject(each["items"]))
    ? lists.map((each) => asObject(each?.["items"]))
    : [];
}

/** The schema of a member; undefined where it is not declared. */
function schemaAt(schema: JsonObject, members: readonly string[]): JsonObject | undefined {
  const [member, ...rest] = members;
  if (member === undefined) return schema;
  const properties = asObject(schema["properties"]);
  return isObject(properties[member]) ? schemaAt(properties[member], rest) : undefined;
}
