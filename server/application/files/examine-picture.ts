import sharp, { type Sharp } from "sharp";
import type { FileKind, FileOptions } from "../../../engine/language/file.ts";
import { refusalOf, type FileCause } from "../../../engine/validate/files.ts";

/** A picture drawn anew from its pixels; nothing else of the file remains. */
export interface Picture {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Maximum number of pixels of a picture; no phone takes more by itself, and decoding is bounded.
 */
const MOST_PIXELS = 64_000_000;
const PATIENCE_SECONDS = 15;
/** Longest side in pixels; a larger picture is scaled down. */
const LARGEST_SIDE = 6000;
const THUMBNAIL_SIDE = 320;

type PictureKind = Exclude<FileKind, "pdf">;

const READING = { failOn: "error", limitInputPixels: MOST_PIXELS, animated: false } as const;

// One thread a file, and no cache: the number of concurrent files bounds the memory.
sharp.cache(false);
sharp.concurrency(1);

/** Longest side in pixels that is decoded; panoramas of phones have up to 16,382. */
const MOST_SIDE = 16_384;

/**
 * Why a picture is refused by its header, before anything is decoded.
 *
 * @param bytes begin as the kind does
 */
export async function refusalOfPicture(
  bytes: Buffer,
  kind: PictureKind,
  options: FileOptions,
): Promise<FileCause | undefined> {
  try {
    const { format, width, height } = await sharp(bytes, READING).metadata();
    if (format !== kind) return "file.kind";
    if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
      return "file.damaged";
    return refusalOf({ kind, bytes: bytes.length, width, height }, options);
  } catch {
    return "file.damaged";
  }
}

/**
 * Decodes a picture and draws it anew, upright and in sRGB. Its metadata (place, camera, comments,
 * data behind its end) is dropped.
 *
 * @param bytes a picture whose header is not refused
 */
export async function examinePicture(
  bytes: Buffer,
  kind: PictureKind,
  options: FileOptions,
): Promise<{ readonly picture: Picture } | { readonly refused: FileCause }> {
  try {
    const source = sharp(bytes, READING);
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
      .timeout({ seconds: PATIENCE_SECONDS })
      .toBuffer();
    return { picture: { content: data, thumbnail, width: info.width, height: info.height } };
  } catch {
    // The library's message may quote the file.
    return { refused: "file.damaged" };
  }
}

function encoded(picture: Sharp, kind: PictureKind): Sharp {
  switch (kind) {
    case "jpeg":
      return picture.jpeg({ quality: 88 });
    case "png":
      return picture.png();
    case "webp":
      return picture.webp({ quality: 88 });
  }
}
