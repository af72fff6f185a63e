import { BOUND } from "./vault.ts";

/*
 * A sealed value is bound to its path, and an entry of a list that has no id is known by its index
 * there. Where such an entry moves, a value that cannot be opened moves with it and names the path
 * that it is bound to, as a part of its own: `sealed:v2:KEY:IV:TAG:TEXT:PATH`. It opens there only
 * if the paths differ in nothing but indexes of lists, so no value passes for another one.
 */

/** Parts of a sealed value that has not moved. */
const PARTS = 6;

/** A sealed value as it is written at another path of the same list. */
export function movedBox(box: string, from: string, to: string): string {
  const own = unmoved(box);
  return from === to || !box.startsWith(BOUND)
    ? own
    : `${own}:${Buffer.from(from).toString("base64url")}`;
}

/** A sealed value without the path that it names. */
export function unmoved(box: string): string {
  return box.split(":", PARTS).join(":");
}

/**
 * The path that a sealed value is bound to.
 *
 * @param path where it lies
 * @param generic the same path, or its end, with `*` for entries of lists
 */
export function pathOfBox(box: string, path: string, generic: string): string {
  const named = box.split(":")[PARTS];
  if (named === undefined || !box.startsWith(BOUND)) return path;
  const from = Buffer.from(named, "base64url").toString();
  const [was, is, kind] = [from, path, generic].map((each) => each.split(".").toReversed());
  const fits =
    was?.length === is?.length &&
    was?.every(
      (name, at) =>
        name === is?.[at] || (kind?.[at] === "*" && isIndex(name) && isIndex(is?.[at] ?? "")),
    );
  return fits === true ? from : path;
}

/** Whether a name of a path is the index of an entry. */
export function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}
