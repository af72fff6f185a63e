import type { FileFieldOptions } from "./field-options.ts";

const QUALITY = 0.86;
/** The longer side of a picture that is only too many bytes. */
const READABLE_SIDE = 3000;

/**
 * A picture that is larger than asked for, made smaller, so that a slow connection need not carry it; anything else,
 * and whatever the browser cannot draw, as it is.
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
    // What is seen through in a PNG is paper.
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
