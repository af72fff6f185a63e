import type { FieldSchema } from "../language/form.ts";
import {
  FILE_KINDS,
  type FileKind,
  type FileOptions,
  type FileReference,
} from "../language/file.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";

/**
 * Why a file is not taken, as a field's `errorMessage` and `validation.…` name it: of a kind that
 * is not asked for, too large, with too few pixels, broken, closed with a password, with a program
 * inside, not there (any more), one too many.
 */
export const FILE_CAUSES = [
  "file.kind",
  "file.bytes",
  "file.pixels",
  "file.damaged",
  "file.locked",
  "file.active",
  "file.unknown",
  "file.many",
] as const;
export type FileCause = (typeof FILE_CAUSES)[number];

/**
 * Why a field may refuse a file: pixels where it asks for a least side of pictures, a password and
 * programs where it takes PDF. The rest may meet any field: an application holds a number of files.
 */
export function fileCausesOf(field: Pick<FieldSchema, "x-file" | "x-where">): readonly FileCause[] {
  const laid = (field["x-where"] ?? []).map(({ then }) => (then as Partial<FieldSchema>)["x-file"]);
  const options = [field["x-file"], ...laid].filter((each) => each !== undefined);
  const kinds = options.flatMap((each) => each.kinds ?? field["x-file"]?.kinds ?? FILE_KINDS);
  const measured = options.some(({ minSide }) => minSide !== undefined);
  return FILE_CAUSES.filter((cause) => {
    if (cause === "file.pixels") return measured && kinds.some((kind) => kind !== "pdf");
    return PDF_CAUSES.includes(cause) ? kinds.includes("pdf") : true;
  });
}

/** Replaces a refused file in the data; the reader of its content gives the reason. */
export interface RefusedFile {
  readonly refused: FileCause;
}

const PDF_CAUSES: readonly FileCause[] = ["file.locked", "file.active"];

const REFERENCE = /^file_[A-Za-z0-9_-]{22}$/;

/** Names of the kinds, as people know them in any language. */
const NAMES: Readonly<Record<FileKind, string>> = {
  jpeg: "JPEG",
  png: "PNG",
  webp: "WebP",
  pdf: "PDF",
};

/** Whether a field asks for files. */
export function isFileField(field: Pick<FieldSchema, "x-widget"> | undefined): boolean {
  return field?.["x-widget"] === "file";
}

/** Whether a text is the id of a file. */
export function isFileId(text: unknown): text is string {
  return typeof text === "string" && REFERENCE.test(text);
}

/**
 * The files of a value: of a field for one, or for several. Values that are no reference are left
 * out.
 */
export function filesIn(value: Json | undefined): readonly FileReference[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each: Json | undefined) =>
    isReference(each) ? [each] : [],
  );
}

/** Ids of all files that a value refers to, at any depth. */
export function fileIdsIn(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = !Array.isArray(value) && isReference(value) ? [value.id] : [];
  return [...new Set([...own, ...Object.values(value).flatMap((each: Json) => fileIdsIn(each))])];
}

/** The cause for which a field refuses a file; undefined when it accepts the file. */
export function refusalOf(
  file: Pick<FileReference, "kind" | "bytes" | "width" | "height">,
  options: FileOptions,
): FileCause | undefined {
  if (!options.kinds.includes(file.kind)) return "file.kind";
  if (file.bytes > options.maxBytes) return "file.bytes";
  if (
    options.minSide !== undefined &&
    file.kind !== "pdf" &&
    Math.min(file.width ?? 0, file.height ?? 0) < options.minSide
  )
    return "file.pixels";
  return undefined;
}

/** Why a field does not take a value that has the shape it asks for; the first cause counts. */
export function refusalOfValue(value: Json, field: FieldSchema): FileCause | undefined {
  for (const each of Array.isArray(value) ? value : [value]) {
    const refused = isObject(each) ? each["refused"] : undefined;
    const known = FILE_CAUSES.find((each) => each === refused);
    if (known !== undefined) return known;
    if (!isReference(each)) return "file.unknown";
    const cause = field["x-file"] === undefined ? undefined : refusalOf(each, field["x-file"]);
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/**
 * The file field's own cause for a failed keyword of JSON Schema; undefined for other fields, and
 * for keywords with the same message in every field.
 */
export function fileCauseOf(
  field: FieldSchema | undefined,
  keyword: string,
): FileCause | undefined {
  if (!isFileField(field)) return undefined;
  return keyword === "maxItems" ? "file.many" : keyword === "type" ? "file.unknown" : undefined;
}

/**
 * What messages about files may mention: `{kinds}`, `{most, bytes}`, `{least}` pixels, `{count}`.
 */
export function fileParameters({
  "x-file": options,
  maxItems,
}: FieldSchema): Readonly<Record<string, Json>> {
  return {
    ...(options === undefined
      ? {}
      : { kinds: options.kinds.map((kind) => NAMES[kind]).join(", "), most: options.maxBytes }),
    ...(options?.minSide === undefined ? {} : { least: options.minSide }),
    count: maxItems ?? 1,
  };
}

function isReference(value: Json | undefined): value is Json & FileReference {
  if (!isObject(value)) return false;
  const { id, name, kind, bytes } = value as JsonObject;
  return (
    isFileId(id) &&
    typeof name === "string" &&
    FILE_KINDS.some((known) => known === kind) &&
    typeof bytes === "number"
  );
}
