import { SCOPED_OPERATORS } from "../../../rules/signatures.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { memoize } from "../../../language/memoize.ts";

/** The list whose elements the body of `map` and the like reads. */
export interface ElementScope {
  readonly list: Json;
  /** Of the body of `reduce`, which reads `current` and `accumulator`. */
  readonly isReduced: boolean;
  /** The body that the list itself stands in. */
  readonly within?: ElementScope;
}

interface Use {
  /** The path that is read, as the rule writes it. */
  readonly path: string;
  /** From the part that the rule is in. */
  readonly pointer: string;
  /** Left out where the path is one of the facts. */
  readonly within?: ElementScope;
}

/** A read, or an operand that is compared with a constant. */
export type ElementUse =
  | (Use & { readonly kind: "read" })
  | (Use & {
      readonly kind: "comparison";
      readonly operand: Json;
      readonly constant: Json;
      /** The constant is compared with each element of the operand, a list. */
      readonly isOfElement: boolean;
    });

const EQUAL = new Set(["===", "==", "!==", "!="]);

/** Paths of facts that only some places have. */
const LOCAL = /^(?:answer|form|item|params|sent)(?:\.|$)/;

/** Uses by the part of the definitions they are in: variants share most parts. */
const usesIn = memoize((value: object): readonly ElementUse[] => {
  const uses: ElementUse[] = [];
  addUses(value as Json, { pointer: "", uses });
  return uses;
});

/**
 * What the rules of a part of the definitions read of elements of lists and of facts that only some
 * places have, and what they compare with constants there.
 */
export function elementUses(value: Json): readonly ElementUse[] {
  return typeof value === "object" && value !== null ? usesIn(value) : [];
}

/** Where a part stands, and the uses found so far. */
interface Found {
  readonly pointer: string;
  readonly within?: ElementScope;
  readonly uses: ElementUse[];
}

function addUses(value: Json, here: Found): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const part = value[at] as Json;
      if (typeof part === "object" && part !== null)
        addUses(part, { ...here, pointer: `${here.pointer}/${at}` });
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const part = (value as JsonObject)[key] ?? null;
    if (key === "var" || key === "fact") addRead(key, part, here);
    // The element that a state path picks: `owners.[{item.id}]`.
    if (key.includes("[{") && here.within === undefined)
      for (const [, path = ""] of key.matchAll(/\{([^{}]+)\}/g))
        if (LOCAL.test(path))
          here.uses.push({ kind: "read", path, pointer: childPointer(here.pointer, key) });
    if (typeof part !== "object" || part === null) continue;
    const inner = { ...here, pointer: childPointer(here.pointer, key) };
    if (Array.isArray(part)) addArguments(key, part as readonly Json[], inner);
    else addUses(part, inner);
  }
}

function addRead(key: "var" | "fact", part: Json, { pointer, within, uses }: Found): void {
  const path = pathIn(part);
  if (path === undefined) return;
  const at = `${pointer}/${key}`;
  if (key === "var" && within !== undefined) uses.push({ kind: "read", path, pointer: at, within });
  else if (LOCAL.test(path)) uses.push({ kind: "read", path, pointer: at });
}

function addArguments(key: string, args: readonly Json[], here: Found): void {
  const { within, uses } = here;
  if (EQUAL.has(key) || key === "in")
    for (const compared of comparisonsIn(key, args, here.pointer)) {
      const isElement =
        within !== undefined && isObject(compared.operand) && "var" in compared.operand;
      if (isElement || LOCAL.test(compared.path)) uses.push({ ...compared, within });
    }
  const [list] = args;
  if (!SCOPED_OPERATORS.has(key) || list === undefined || args.length < 2) {
    addUses(args as Json, here);
    return;
  }
  const isReduced = key === "reduce";
  const body = { list, isReduced, within };
  for (const [index, part] of args.entries()) {
    // The list itself, and what `reduce` begins with, stand outside.
    const isOutside = index === 0 || (isReduced && index > 1);
    addUses(part, {
      ...here,
      pointer: `${here.pointer}/${index}`,
      ...(isOutside ? {} : { within: body }),
    });
  }
}

type Comparison = Extract<ElementUse, { readonly kind: "comparison" }>;

function comparisonsIn(
  key: string,
  [left = null, right = null]: readonly Json[],
  at: string,
): readonly Comparison[] {
  const compared = (operand: Json, constant: Json, place: string): readonly Comparison[] => {
    const path = isObject(operand) ? pathIn(operand["var"] ?? operand["fact"] ?? null) : undefined;
    if (path === undefined || typeof constant === "object") return [];
    const isOfElement = key === "in" && place === "/0";
    return [{ kind: "comparison", path, pointer: `${at}${place}`, operand, constant, isOfElement }];
  };
  if (EQUAL.has(key)) return [...compared(left, right, "/1"), ...compared(right, left, "/0")];
  if (key !== "in") return [];
  return Array.isArray(right)
    ? right.flatMap((constant, index) => compared(left, constant as Json, `/1/${index}`))
    : compared(right, left, "/0");
}

/** The path that a read names, with or without a default. */
export function pathIn(given: Json): string | undefined {
  const path: Json | undefined = Array.isArray(given) ? given[0] : given;
  return typeof path === "string" ? path : undefined;
}
