import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Encrypts and decrypts what must not lie about in plain text. AES-256-GCM; every box names the key it was closed with. */
export interface Vault {
  seal(text: string): string;
  /** Ids of the keys; the first one closes new boxes. */
  readonly keys: readonly string[];
  /** Throws when the box was changed, or its key is not known here. */
  open(box: string): string;
  /**
   * A text that only whoever has the keys can make from another: the same key and text give the same, for ever.
   *
   * @param key id of the key; default the one in use, which also stands in for one that is gone
   */
  derive(text: string, key?: string): { readonly key: string; readonly bytes: Buffer };
}

const PREFIX = "sealed:v1";

/**
 * Opens a vault.
 *
 * @param keys `id:key` pairs parted by commas; the first one closes new boxes, all of them open old ones. A lone key has the id `k1`.
 */
export function openVault(keys: string): Vault {
  const known = new Map(
    keys.split(",").map((pair) => {
      const [id, key] = pair.includes(":")
        ? (pair.split(":", 2) as [string, string])
        : ["k1", pair];
      const bytes = /^[0-9a-f]{64}$/i.test(key)
        ? Buffer.from(key, "hex")
        : Buffer.from(key, "base64");
      if (bytes.length !== 32)
        throw new Error(
          `The key "${id}" of FOYER_KEY has ${bytes.length} bytes; 32 are needed, in base64 or hex`,
        );
      return [id, bytes] as const;
    }),
  );
  const [current] = known;
  if (current === undefined) throw new Error("FOYER_KEY holds no key");
  return {
    keys: [...known.keys()],
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current[1], iv);
      const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [
        PREFIX,
        current[0],
        iv.toString("base64url"),
        cipher.getAuthTag().toString("base64url"),
        closed.toString("base64url"),
      ].join(":");
    },
    open(box) {
      const [, , id = "", iv = "", tag = "", closed = ""] = box.split(":");
      const key = known.get(id);
      if (key === undefined)
        throw new Error(`A value was encrypted with the key "${id}", which is not among FOYER_KEY`);
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
      decipher.setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([
        decipher.update(Buffer.from(closed, "base64url")),
        decipher.final(),
      ]).toString("utf8");
    },
    derive(text, key) {
      const [id, bytes] =
        key === undefined || !known.has(key) ? current : [key, known.get(key) ?? current[1]];
      // A key of its own for this purpose: what is derived says nothing about the one that encrypts.
      const own = createHmac("sha256", bytes).update("derive:v1").digest();
      return { key: id, bytes: createHmac("sha256", own).update(text).digest() };
    },
  };
}

/** Whether a text is a closed box. */
export function isSealed(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(`${PREFIX}:`);
}

/** The key of a development machine: made once, kept beside the data, readable by its owner only. */
export async function developmentKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, "key");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined) return known.trim();
  const made = randomBytes(32).toString("base64");
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, made, { mode: 0o600 });
  return made;
}
