import type { CopyBook } from "../copy/copy-book.ts";
import { writeBytes } from "../copy/write-number.ts";
import type { FileReference } from "../language/file.ts";
import type { FieldSchema } from "../language/form.ts";
import type { JsonObject } from "../language/json.ts";
import { fileParameters } from "../validate/files.ts";
import type { FileView } from "./view.ts";

const TYPES = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  pdf: "application/pdf",
} as const;

/** A file's name, kind and size for display; its content stays on the server. */
export function renderFile({ id, name, kind, bytes }: FileReference, locale: string): FileView {
  return { id, name, size: writeBytes(bytes, locale), picture: kind !== "pdf" };
}

/** The options of a file field for the page; undefined for any other field. */
export function fileOptions(field: FieldSchema, copy: CopyBook): JsonObject | undefined {
  const options = field["x-file"];
  if (options === undefined) return undefined;
  const { kinds, maxBytes, maxSide, capture } = options;
  return {
    accept: kinds.map((kind) => TYPES[kind]),
    // A camera takes pictures only.
    pictures: kinds.flatMap((kind) => (kind === "pdf" ? [] : [TYPES[kind]])),
    maxBytes,
    ...(maxSide === undefined ? {} : { maxSide }),
    ...(capture === undefined ? {} : { capture }),
    most: field.type === "array" ? (field.maxItems ?? 1) : 1,
    kinds: fileParameters(field)["kinds"] ?? "",
    size: writeBytes(maxBytes, copy.locale),
  };
}
