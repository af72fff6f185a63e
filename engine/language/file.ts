import type { FileKind, FileOptions } from "./generated/form.ts";

export type { FileKind, FileOptions };

/** Kinds of files that a field may ask for; each is known by its content. */
export const FILE_KINDS = ["jpeg", "png", "webp", "pdf"] as const satisfies readonly FileKind[];

/** What the state keeps of a file: never its content. */
export interface FileReference {
  readonly id: string;
  /** As people read it. */
  readonly name: string;
  readonly kind: FileKind;
  /** Of the file as it was given. */
  readonly bytes: number;
  /** Of a picture, in pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** What the state knows of a file. */
export const FILE_MEMBERS = [
  "id",
  "name",
  "kind",
  "bytes",
  "width",
  "height",
] as const satisfies readonly (keyof FileReference)[];
