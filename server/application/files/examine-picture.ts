import sharp, { type Sharp } from "sharp";
import type { FileKind, FileOptions } from "../../../engine/language/file.ts";
import { refusalOf, type FileCause } from "../../../engine/validate/files.ts";

/** A picture drawn anew: nothing is left of the file but what can be seen. */
export interface Picture {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A picture of more pixels than any phone takes by itself is not unfolded. */
const MOST_PIXELS = 64_000_000;
const PATIENCE_SECONDS = 15;
/** Nobody asks for more; what comes larger is made smaller. */
const LARGEST_SIDE = 6000;
const THUMBNAIL_SIDE = 320;

// One file at a time and one thread each: memory is bounded by how many are looked at together.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a picture and draws it anew, upright and in plain colours: what it carried beside (place, camera, comments,
 * other files behind its end) is gone.
 *
 * @param bytes begin as the kind does
 */
export async function examinePicture(
  bytes: Buffer,
  kind: Exclude<FileKind, "pdf">,
  options: FileOptions,
): Promise<{ readonly picture: Picture } | { readonly refused: FileCause }> {
  try {
    const source = sharp(bytes, {
      failOn: "error",
      limitInputPixels: MOST_PIXELS,
      animated: false,
    });
    const { format, width, height } = await source.metadata();
    if (format !== kind) return { refused: "file.kind" };
    // Before anything is unfolded: what its head says is too small is too small.
    const refused = refusalOf({ kind, bytes: bytes.length, width, height }, options);
    if (refused !== undefined) return { refused };
    const side = Math.min(options.maxSide ?? LARGEST_SIDE, LARGEST_SIDE);
    const drawn = source
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .timeout({ seconds: PATIENCE_SECONDS });
    const { data, info } = await encoded(drawn, kind).toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(data)
      .resize({
        width: THUMBNAIL_SIDE,
        height: THUMBNAIL_SIDE,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 75 })
      .toBuffer();
    return { picture: { content: data, thumbnail, width: info.width, height: info.height } };
  } catch {
    // What the library says of a file may quote it.
    return { refused: "file.damaged" };
  }
}

function encoded(picture: Sharp, kind: Exclude<FileKind, "pdf">): Sharp {
  switch (kind) {
    case "jpeg":
      return picture.jpeg({ quality: 88 });
    case "png":
      return picture.png();
    case "webp":
      return picture.webp({ quality: 88 });
  }
}
