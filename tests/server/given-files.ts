import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** Bytes with a name, as a form sends them. */
export interface TestFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: string;
}

const BOUNDARY = "----foyerTestBoundary";
export const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

/** A body of parts, as browsers write it. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  files: readonly TestFile[],
): Buffer {
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    ...files.flatMap(({ field, name, bytes, type = "application/octet-stream" }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    ]),
  ];
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A picture of one colour. */
export async function picture(
  kind: "jpeg" | "png" | "webp",
  width: number,
  height: number,
  shade = 0,
): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: { r: 200, g: 180 - shade, b: 90 } },
  })
    .toFormat(kind)
    .toBuffer();
}

/**
 * A photo as a phone takes it: lying on its side, with the place it was taken at and a word in its
 * comments.
 */
export async function photoWithPlace(word: string): Promise<Buffer> {
  return sharp({
    create: { width: 900, height: 600, channels: 3, background: { r: 120, g: 60, b: 30 } },
  })
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: word, Make: word },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 30/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A document of one page; `more` stands among its objects. */
export function pdf(more = "", trailer = ""): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${more}\ntrailer\n<< /Root 1 0 R ${trailer} >>\nstartxref\n9\n%%EOF\n`,
    "latin1",
  );
}

/** A document in which objects are packed away in a stream. */
export function pdfWithPacked(objects: string): Buffer {
  const packed = deflateSync(Buffer.from(objects));
  const whole = pdf("\u0000PACKED\u0000").toString("latin1");
  const [before = "", after = ""] = whole.split("\u0000PACKED\u0000");
  return Buffer.concat([
    Buffer.from(
      `${before}3 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
      "latin1",
    ),
    packed,
    Buffer.from(`\nendstream\nendobj\n${after}`, "latin1"),
  ]);
}

/** The head of a PNG that says it has this many pixels, and hardly any bytes. */
export async function bomb(side: number): Promise<Buffer> {
  const small = await picture("png", 600, 600);
  const head = Buffer.from(small);
  head.writeUInt32BE(side, 16);
  head.writeUInt32BE(side, 20);
  head.writeInt32BE(crc(head.subarray(12, 29)), 29);
  return head;
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}
