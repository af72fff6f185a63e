/** Kinds of files that a field may ask for; each is known by its content. */
export const FILE_KINDS = ["jpeg", "png", "webp", "pdf"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** What a field says of the files it takes: `x-file` of a form's field. */
export interface FileOptions {
  readonly kinds: readonly FileKind[];
  readonly maxBytes: number;
  /** Pixels that the shorter side of a picture has at least. */
  readonly minSide?: number;
  /** Pixels of the longer side from which on a picture is made smaller. */
  readonly maxSide?: number;
  /** Phones offer their camera: the one that looks at the person, or the one that looks away. */
  readonly capture?: "user" | "environment";
}

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
