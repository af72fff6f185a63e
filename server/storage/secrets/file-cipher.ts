import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Bytes of the initialization vector, and of the authentication tag. */
const IV = 12;
const TAG = 16;

/**
 * A key for one file. The vault seals it: rotating the vault's keys seals this key anew, and leaves
 * the file alone.
 */
export function newFileKey(): string {
  return randomBytes(32).toString("base64");
}

/**
 * Encrypts bytes with AES-256-GCM, as iv, tag and ciphertext.
 *
 * @param place binds the bytes: they decrypt nowhere else
 */
export function encryptBytes(bytes: Buffer, key: string, place: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv).setAAD(
    Buffer.from(place),
  );
  const closed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), closed]);
}

/** Decrypts bytes; throws when they were changed, or belong to another place. */
export function decryptBytes(closed: Buffer, key: string, place: string): Buffer {
  const decipher = createDecipheriv(
    "aes-256-gcm",
    Buffer.from(key, "base64"),
    closed.subarray(0, IV),
    // A shorter tag would be easier to guess.
    { authTagLength: TAG },
  ).setAAD(Buffer.from(place));
  decipher.setAuthTag(closed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(closed.subarray(IV + TAG)), decipher.final()]);
}
