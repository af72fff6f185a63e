import type { FileFieldOptions } from "./field-options.ts";

const QUALITY = 0.86;
/** Longer side in pixels of a picture that exceeds only the limit of bytes. */
const READABLE_SIDE = 3000;

/**
 * Scales a large picture down, which spares a slow connection. Other files, and pictures that the
 * browser cannot decode, stay as they are.
 */
export async function shrunk(
  file: File,
  { pictures, maxBytes, maxSide }: FileFieldOptions,
): Promise<{ readonly content: Blob; readonly name: string }> {
  const original = { content: file, name: file.name };
  if (!pictures.includes(file.type) || !pictures.includes("image/jpeg")) return original;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const longer = Math.max(picture.width, picture.height);
    const side = Math.min(maxSide ?? longer, file.size > maxBytes ? READABLE_SIDE : longer);
    if (side >= longer && file.size <= maxBytes) return original;
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
    return content === null || content.size >= file.size
      ? original
      : { content, name: `${file.name.replace(/\.[^.]*$/, "")}.jpg` };
  } catch {
    return original;
  }
}
