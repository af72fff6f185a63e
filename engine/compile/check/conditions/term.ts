import type { JsonObject } from "../../../language/json.ts";

/** What a condition asks about: a path of the facts, or a rule that is compared as a whole. */
export type Term =
  | {
      readonly path: string;
      /** A name for the time at which the path is read; absent: now. */
      readonly time?: string;
    }
  | {
      readonly rule: JsonObject;
      /** What its paths stand for, where they are not read as they are now. */
      readonly about: string;
    };

/** Between the time of a path and the path; no file may hold it. */
const TIME = "\u0001";
/** Begins the key of a rule. */
const RULE = "\u0000";

/** The key of a term: equal terms have equal keys. */
export function keyOf(term: Term): string {
  if ("rule" in term) return `${RULE}${JSON.stringify(term.rule)} ${term.about}`;
  return term.time === undefined ? term.path : `${term.time}${TIME}${term.path}`;
}

/** The path and the time of a term's key; of a rule, the path that its key names last. */
export function pathOf(key: string): { readonly path: string; readonly time?: string } {
  const at = key.lastIndexOf(TIME);
  if (at < 0) return { path: key };
  return { path: key.slice(at + 1), time: key.slice(0, at) };
}

/** Whether a term is a path as it is read now. */
export function isPathNow(key: string): boolean {
  return !key.includes(RULE) && !key.includes(TIME);
}
