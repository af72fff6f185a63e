import type { FileKind, FileOptions } from "./generated/form.ts";

export type { FileKind, FileOptions };

/** Kinds of files that a field may ask for; the content decides a file's kind. */
export const FILE_KINDS = ["jpeg", "png", "webp", "pdf"] as const satisfies readonly FileKind[];

/** A file in the state, without its content. */
export interface FileReference {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  readonly kind: FileKind;
  /** Size of the uploaded file. */
  readonly bytes: number;
  /** Width of a picture, in pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Members of a file in the state. */
export const FILE_MEMBERS = [
  "id",
  "name",
  "kind",
  "bytes",
  "width",
  "height",
] as const satisfies readonly (keyof FileReference)[];
