import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const IV = 12;
const TAG = 16;

/** A key for one file alone. Kept in a box of the vault: turning the vault's keys turns this box, and not the file. */
export function newFileKey(): string {
  return randomBytes(32).toString("base64");
}

/**
 * Encrypts bytes; AES-256-GCM, as iv, tag and what is closed.
 *
 * @param place what the bytes are: they open nowhere else
 */
export function closeBytes(bytes: Buffer, key: string, place: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv).setAAD(
    Buffer.from(place),
  );
  const closed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), closed]);
}

/** Opens them; throws when they were changed, or are of another place. */
export function openBytes(closed: Buffer, key: string, place: string): Buffer {
  const decipher = createDecipheriv(
    "aes-256-gcm",
    Buffer.from(key, "base64"),
    closed.subarray(0, IV),
    // A shorter tag is guessed sooner.
    { authTagLength: TAG },
  ).setAAD(Buffer.from(place));
  decipher.setAuthTag(closed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(closed.subarray(IV + TAG)), decipher.final()]);
}
