import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { ShapeCheck } from "./check-shape.ts";
import type { DefinitionKind } from "../../flow-sources.ts";
import type { Report, Reporter } from "../../reporter.ts";
import { memoize } from "../../../language/memoize.ts";
import { closest } from "../../../source/closest.ts";
import { mendShape } from "./mend-shape.ts";

/** Parts of the tree that are a whole file. */
const WHOLE: Readonly<Record<string, DefinitionKind>> = { theme: "theme", events: "events" };
/** Parts of the tree that are the member of that name of a file. */
const MEMBERS: Readonly<Record<string, DefinitionKind>> = {
  guards: "guards",
  values: "guards",
  calls: "calls",
  roles: "roles",
  formats: "formats",
};
/** Parts whose entries are files of their own. */
const ENTRIES: Readonly<Record<string, DefinitionKind>> = {
  screens: "screen",
  tables: "transitions",
  forms: "form",
};

/** What an entry of such a part is called in a message. */
const NOUNS: Readonly<Record<string, string>> = { tables: "table" };

/** What overlays made of a part of the tree: its mistakes, and the part without them. */
interface LaidPart {
  /** With pointers into the tree. */
  readonly mistakes: readonly Report[];
  /** As it was probably meant; undefined where something that has to be there is missing. */
  readonly mended: Json | undefined;
}

/** A part of the tree before and after overlays were laid. */
interface Laying {
  readonly part: string;
  readonly base: Json | undefined;
  readonly laid: Json;
}

/** Variants share the parts that were laid, and so the mended ones. */
const partsOf = memoize((_shapes: ShapeCheck) => new WeakMap<object, LaidPart>());

/**
 * Reports what overlays made of the base where it does not fit the meta-schemas that the base's own
 * files are held to.
 *
 * @returns the tree with what does not fit as it was probably meant, so that other mistakes are
 *   found as well; undefined where something that has to be there is missing
 */
export function checkLaidShapes(
  shapes: ShapeCheck,
  base: JsonObject,
  laid: JsonObject,
  reporter: Reporter,
): JsonObject | undefined {
  const known = partsOf(shapes);
  const mended = new Map<string, Json>();
  let isLacking = false;
  for (const [part, value] of Object.entries(laid)) {
    if (value === base[part]) continue;
    const make = () => checkPart(shapes, { part, base: base[part], laid: value });
    const key = typeof value === "object" ? value : null;
    const checked = (key === null ? undefined : known.get(key)) ?? make();
    if (key !== null) known.set(key, checked);
    for (const { pointer, problem } of checked.mistakes) reporter.at(pointer, problem);
    if (checked.mistakes.length === 0) continue;
    if (checked.mended === undefined) isLacking = true;
    else mended.set(part, checked.mended);
  }
  if (isLacking) return undefined;
  return mended.size === 0 ? laid : { ...laid, ...Object.fromEntries(mended) };
}

function checkPart(shapes: ShapeCheck, { part, base, laid }: Laying): LaidPart {
  const [whole, member, entry] = [WHOLE[part], MEMBERS[part], ENTRIES[part]];
  const mistakes: Report[] = [];
  const check = (
    kind: DefinitionKind,
    [value, below]: readonly [Json, Json | undefined],
    at: string,
  ) => {
    const found = shapes.mistakesIn(kind, value);
    for (const { pointer, meant: _, isLacking: __, ...problem } of found)
      mistakes.push({ pointer: `${at}${pointer}`, problem: { code: "FLOW-SHAPE", ...problem } });
    return found.length === 0
      ? value
      : mendShape(value, (each) => shapes.mistakesIn(kind, each), below);
  };
  if (whole !== undefined) return { mistakes, mended: check(whole, [laid, base], `/${part}`) };
  if (member !== undefined) {
    const around = (value: Json): Json =>
      member === "guards" ? { guards: {}, values: {}, [part]: value } : { [part]: value };
    const mended = check(member, [around(laid), around(base ?? {})], "");
    return { mistakes, mended: mended === undefined ? undefined : asObject(mended)[part] };
  }
  if (part === "sequences") {
    const wrong = sequenceMistakes(asObject(laid), asObject(base));
    const names = new Set(wrong.map(({ name }) => name));
    const kept = Object.entries(asObject(laid)).flatMap(([name, value]): [string, Json][] => {
      const below = asObject(base)[name];
      return names.has(name) ? (below === undefined ? [] : [[name, below]]) : [[name, value]];
    });
    return { mistakes: wrong.map(({ report }) => report), mended: Object.fromEntries(kept) };
  }
  if (entry === undefined) return { mistakes, mended: laid };
  const before = asObject(base);
  const entries: [string, Json][] = [];
  for (const [id, each] of Object.entries(asObject(laid))) {
    const below = before[id];
    // An overlay may add a whole entry. Any other was meant to change one of the base.
    if (each === below || (below === undefined && shapes.mistakesIn(entry, each).length === 0)) {
      entries.push([id, each]);
    } else if (below === undefined) {
      mistakes.push({
        pointer: `/${part}/${id}`,
        problem: {
          code: "FLOW-NAME",
          message: `There is no ${NOUNS[part] ?? entry} "${id}" that the overlay could change`,
          about: [id],
          suggestion: closest(id, Object.keys(before)),
        },
      });
    } else {
      const mended = check(entry, [each, below], `/${part}/${id}`);
      entries.push([id, mended ?? below]);
    }
  }
  return { mistakes, mended: Object.fromEntries(entries) };
}

/** A mistake in a sequence, by its name. */
interface SequenceMistake {
  readonly name: string;
  readonly report: Report;
}

function sequenceMistakes(laid: JsonObject, base: JsonObject): readonly SequenceMistake[] {
  return Object.entries(laid).flatMap(([name, value]): SequenceMistake[] => {
    const { screens = value, open: _, ...others } = asObject(value);
    const isList =
      Array.isArray(screens) && screens.every((screen: Json) => typeof screen === "string");
    const loses = Array.isArray(value) && isObject(base[name]);
    if (isList && !loses && Object.keys(others).length === 0) return [];
    const problem = {
      code: "FLOW-SHAPE",
      message: loses
        ? `sequences.${name} would lose the rule that opens it`
        : `sequences.${name} is no list of screens, alone or with the rule that opens it`,
      about: [name],
      suggestion: loses ? "{ screens: [one, another] }" : "[one, another]",
    };
    return [{ name, report: { pointer: `/sequences/${name}`, problem } }];
  });
}
