import type { Variant } from "../language/variant.ts";
import { layersOf } from "../language/axes.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { contentOf, type DefinitionFile } from "./flow-sources.ts";
import { layOverlay, unknownMembers, type DeadOverride } from "./lay-overlay.ts";
import { declaredFields } from "./resolve-form.ts";
import { closest } from "../source/closest.ts";
import { formOf } from "../language/form.ts";
import { lowerForm, type LoweredForm } from "./lower-form.ts";
import { MergedTree } from "./merged-tree.ts";
import { partsOfFile } from "./parts-of-file.ts";
import type { Origin } from "./source-places.ts";
import type { SourceDocument } from "../source/read-yaml.ts";
import { sharedFieldsOf, sharedOrigin, type SharedFields } from "./shared-fields.ts";
import { withPatternWords } from "./pattern-words.ts";
import { memoize } from "../language/memoize.ts";

/** All definitions of a flow as one JSON tree, with the file and place of each part. */
export interface DefinitionTree {
  readonly tree: JsonObject;
  readonly origins: readonly Origin[];
  /** The layers in which overlays are laid, first to last. */
  readonly layers: readonly string[];
  /** Overrides of parts that do not exist. */
  readonly dead: readonly (DeadOverride & { readonly file: DefinitionFile })[];
}

/** The parts of an overlay. */
export const OVERLAY_PARTS = [
  "flags",
  "config",
  "theme",
  "screens",
  "tables",
  "guards",
  "values",
  "calls",
  "roles",
  "events",
  "sequences",
  "forms",
  "formats",
  "copy",
] as const;

/** Texts that an overlay may write where the flow has none: the name of the brand, and its note. */
const OPTIONAL_TEXT = /^\/copy\/[^/]+\/brand(?:\/(?:name|note))?$/;

/**
 * Levels of each part in which an overlay may name existing members only: all of a setting, a
 * screen by its id. A theme may name any colour; its schema refuses others.
 */
export const KNOWN_LEVELS: Readonly<Record<(typeof OVERLAY_PARTS)[number], number>> = {
  flags: 1,
  config: 8,
  theme: 0,
  screens: 1,
  tables: 1,
  guards: 1,
  values: 1,
  calls: 1,
  roles: 1,
  events: 1,
  sequences: 1,
  forms: 1,
  formats: 1,
  copy: 3,
};

/** Parts that no file fills; always the same objects. */
const EMPTY: JsonObject = Object.fromEntries(OVERLAY_PARTS.map((part) => [part, {}]));

/** The flow before any overlay. Files that are the same as before give the same parts. */
export function baseTree(files: readonly DefinitionFile[]): DefinitionTree {
  const shared = sharedFieldsOf(files);
  const tree: Record<string, Json> = { ...EMPTY };
  const origins: Origin[] = [];
  for (const kinds of FILLING) {
    const filling = files.filter(({ kind }) => kinds.includes(kind));
    const made = filled(kinds, filling, shared);
    Object.assign(tree, made.tree);
    origins.push(...made.origins);
  }
  const locales = asObject(tree["flow"])["locales"];
  tree["copy"] = withPatternWords(
    asObject(tree["copy"]),
    Array.isArray(locales) ? String(locales[0]) : undefined,
  );
  return { tree, origins, layers: layersOf(asObject(tree["flow"])), dead: [] };
}

/** Kinds of files that fill the same parts of the tree, and no part that other kinds fill. */
const FILLING: readonly (readonly DefinitionFile["kind"][])[] = [
  ["flow"],
  ["flags"],
  ["config"],
  ["config-schema"],
  ["theme"],
  ["guards"],
  ["services"],
  ["roles"],
  ["events"],
  ["screen"],
  ["transitions"],
  ["calls"],
  ["provider"],
  ["sandbox"],
  ["form"],
  ["pattern", "formats"],
  ["state"],
  ["copy"],
];

/** Parts of the tree, and the places of their values. */
type FilledParts = Pick<DefinitionTree, "tree" | "origins">;

/** The parts that files filled, by the first of the files. */
type KnownParts = WeakMap<
  SourceDocument,
  { readonly from: readonly unknown[]; readonly made: FilledParts }
>;

/** The latest parts by the kinds of their files. */
const latest = new Map<string, KnownParts>();

/** The parts that some files fill; the same objects for the same files. */
function filled(
  kinds: readonly string[],
  files: readonly DefinitionFile[],
  shared: SharedFields,
): FilledParts {
  const [first] = files;
  if (first === undefined) return { tree: {}, origins: [] };
  const key = kinds.join(" ");
  const ofKinds: KnownParts = latest.get(key) ?? new WeakMap();
  latest.set(key, ofKinds);
  const from = [...files.map(({ document }) => document), ...(key === "form" ? [shared] : [])];
  const known = ofKinds.get(first.document);
  if (known?.from.length === from.length && known.from.every((each, at) => each === from[at]))
    return known.made;
  const made = fill(files, shared);
  ofKinds.set(first.document, { from, made });
  return made;
}

function fill(files: readonly DefinitionFile[], shared: SharedFields): FilledParts {
  const merging = new MergedTree();
  const origins: Origin[] = [];
  for (const file of files) {
    for (const { at, value, from = "" } of partsOfFile(file)) {
      if (value === undefined) continue;
      merging.put(at, value);
      origins.push({
        at: at.map((segment) => `/${segment}`).join(""),
        document: file.document,
        from,
      });
    }
    if (file.kind === "calls") origins.push(...defaultOrigins(file));
    if (file.kind !== "form") continue;
    const lowered = lowerForm(contentOf(file), shared.fields);
    merging.put(["forms", file.name], lowered.form);
    const at = { at: `/forms/${file.name}`, from: "" };
    origins.push(
      { ...at, document: file.document },
      ...fieldOrigins(lowered, at, file.document, shared),
    );
  }
  return { tree: merging.tree, origins };
}

/** The places of what calls have from the `defaults` of their file. */
function defaultOrigins({ document }: DefinitionFile): readonly Origin[] {
  const { calls, defaults } = asObject(document.value);
  return Object.entries(asObject(calls)).flatMap(([call, own]) =>
    Object.keys(asObject(defaults))
      .filter((member) => !Object.hasOwn(asObject(own), member))
      .map((member) => ({ at: `/calls/${call}/${member}`, document, from: `/defaults/${member}` })),
  );
}

/**
 * The tree as a variant sees it: the overlays of its axes laid over the base in their order, then
 * the environment's.
 */
export function variantTree(
  base: DefinitionTree,
  files: readonly DefinitionFile[],
  variant: Variant,
): DefinitionTree {
  let { tree } = base;
  const origins = [...base.origins];
  const dead: (DeadOverride & { file: DefinitionFile })[] = [];
  for (const layer of base.layers) {
    for (const file of overlayFiles(files, layer, variant[layer])) {
      const content = contentOf(file);
      for (const part of OVERLAY_PARTS) {
        const written = content[part];
        if (written === undefined) continue;
        const lowered =
          part === "forms"
            ? lowerOverlays(sharedFieldsOf(files).fields)(asObject(written))
            : undefined;
        const overlay = lowered?.forms ?? written;
        const laid = layOnce(asObject(tree[part]), overlay, KNOWN_LEVELS[part]);
        for (const each of laid.dead) {
          const pointer = `/${part}${each.pointer}`;
          if (!OPTIONAL_TEXT.test(pointer)) dead.push({ ...each, file, pointer });
        }
        if (part === "forms")
          for (const each of untypedFields(asObject(tree[part]), asObject(overlay)))
            dead.push({ ...each, file });
        tree = { ...tree, [part]: laid.part };
        origins.push({ at: `/${part}`, document: file.document, from: `/${part}` });
        for (const [name, form] of lowered?.lowered ?? []) {
          const at = { at: `/forms/${name}`, from: `/forms/${name}` };
          origins.push(...fieldOrigins(form, at, file.document, sharedFieldsOf(files)));
        }
      }
    }
  }
  return { ...base, tree, origins, dead };
}

/** Fields that an overlay changes and its form does not have: such as one that was renamed. */
function untypedFields(base: JsonObject, overlay: JsonObject): readonly DeadOverride[] {
  return Object.entries(overlay).flatMap(([form, over]) => {
    const known = base[form];
    if (!isObject(known)) return [];
    const fields = declaredFields(formOf(known));
    return Object.entries(asObject(asObject(over)["properties"])).flatMap(
      ([name, field]): DeadOverride[] =>
        !isObject(field) || field["type"] !== undefined || fields.includes(name)
          ? []
          : [
              {
                pointer: `/forms/${form}/properties/${name}`,
                reason: "changes-nothing",
                suggestion: closest(name, fields) ?? `one of ${fields.join(", ")}`,
              },
            ],
    );
  });
}

interface LoweredForms {
  readonly forms: JsonObject;
  readonly lowered: readonly (readonly [name: string, form: LoweredForm])[];
}

/**
 * Lowered overlays by overlay and shared fields: the same two give the same object, since a laid
 * part is recognised by identity.
 */
const lowerOverlays = memoize((fields: JsonObject) =>
  memoize((forms: JsonObject) => lowerForms(forms, fields)),
);

function lowerForms(forms: JsonObject, fields: JsonObject): LoweredForms {
  const lowered = Object.entries(forms).flatMap(([name, form]) =>
    isObject(form) ? [[name, lowerForm(form, fields)] as const] : [],
  );
  const isSame = lowered.every(([name, { form }]) => form === forms[name]);
  return {
    lowered,
    forms: isSame
      ? forms
      : { ...forms, ...Object.fromEntries(lowered.map(([name, { form }]) => [name, form])) },
  };
}

/**
 * The places of lowered fields: the shared field first, then the form, which is laid over it. A
 * part of a shared group stands where the form uses the group.
 */
function fieldOrigins(
  { origins }: LoweredForm,
  form: { readonly at: string; readonly from: string },
  document: SourceDocument,
  shared: SharedFields,
): readonly Origin[] {
  const { at, from } = form;
  return origins.flatMap((origin) => [
    ...sharedOrigin(origin.shared, shared).map((found) => ({ at: `${at}${origin.at}`, ...found })),
    ...(origin.group === undefined
      ? []
      : [{ at: `${at}${origin.at}`, document, from: `${from}${origin.group}` }]),
    { at: `${at}${origin.at}`, document, from: `${from}${origin.own}` },
  ]);
}

interface LaidPart {
  readonly part: Json;
  readonly dead: readonly DeadOverride[];
}

const laidParts = memoize((_base: JsonObject) => new WeakMap<object, LaidPart>());

/**
 * Lays an overlay over a part of the tree; the same two give the same object, which variants then
 * share.
 */
function layOnce(base: JsonObject, overlay: Json, levels: number): LaidPart {
  const make = (): LaidPart => {
    const dead: DeadOverride[] = [];
    const laid = layOverlay(base, overlay, (each) => dead.push(each));
    dead.push(...unknownMembers(base, overlay, levels));
    return { part: laid ?? {}, dead };
  };
  if (typeof overlay !== "object" || overlay === null) return make();
  const over = laidParts(base);
  const known = over.get(overlay) ?? make();
  over.set(overlay, known);
  return known;
}

/** The overlay files of one layer and name. */
export function overlayFiles(
  files: readonly DefinitionFile[],
  layer: string,
  name: string | undefined,
): readonly DefinitionFile[] {
  return name === undefined
    ? []
    : files.filter(
        (file) => file.kind === "overlay" && file.prefix?.[0] === layer && file.prefix[1] === name,
      );
}

/** Names of overlays in a layer. */
export function overlayNames(files: readonly DefinitionFile[], layer: string): string[] {
  return [
    ...new Set(
      files
        .filter((file) => file.kind === "overlay" && file.prefix?.[0] === layer)
        .map((file) => file.prefix?.[1] ?? ""),
    ),
  ];
}
