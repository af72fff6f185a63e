import type { FileFieldOptions } from "./field-options.ts";

const QUALITY = 0.86;
/** Longer side in pixels of a picture that exceeds only the limit of bytes. */
const READABLE_SIDE = 3000;

/** A file as it is sent. */
export interface Sent {
  readonly content: Blob;
  readonly name: string;
}

/** Whether a file is a picture in the format of phones that the service does not read. */
export function isHeic({ name, type }: Pick<Sent, "name"> & Pick<Blob, "type">): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/**
 * Scales a large picture down, which spares a slow connection, and makes a JPEG of a HEIC. Other
 * files, and pictures that the browser cannot decode, stay as they are.
 */
export async function shrinkPicture(
  file: File,
  { pictures, maxBytes, maxSide }: FileFieldOptions,
): Promise<Sent> {
  const original = { content: file, name: file.name };
  const heic = isHeic(file);
  if (!(heic || pictures.includes(file.type)) || !pictures.includes("image/jpeg")) return original;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const longer = Math.max(picture.width, picture.height);
    const side = Math.min(maxSide ?? longer, file.size > maxBytes ? READABLE_SIDE : longer);
    if (!heic && side >= longer && file.size <= maxBytes) return original;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round((picture.width * Math.min(side, longer)) / longer);
    canvas.height = Math.round((picture.height * Math.min(side, longer)) / longer);
    const pen = canvas.getContext("2d");
    if (pen === null) return original;
    // Transparent pixels of a PNG become white.
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const content = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", QUALITY),
    );
    return content === null || (!heic && content.size >= file.size)
      ? original
      : { content, name: `${file.name.replace(/\.[^.]*$/, "")}.jpg` };
  } catch {
    return original;
  }
}
