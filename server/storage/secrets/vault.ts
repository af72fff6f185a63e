import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  randomFillSync,
} from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The place of a box, which opens nowhere else. */
export interface BoxPlace {
  /** `table.column`, or `cookie.NAME`. */
  readonly column: string;
  /** Identifies the row; empty without one. */
  readonly row: string;
  /** Dotted path within a document; empty where the whole value is sealed. */
  readonly path: string;
}

/**
 * The format of sealed values. `unbound`: the former format, which the version before reads;
 * `changing`: bound, with the former one still accepted; `bound`: the former one is refused.
 */
export type Sealing = "unbound" | "changing" | "bound";

/**
 * Encrypts and decrypts personal values with AES-256-GCM. A sealed value is a text, called a box
 * here: it names its format and its key.
 */
export interface Vault {
  /** Ids of the keys; the first one seals new values. */
  readonly keys: readonly string[];
  /** Whether new values are bound to their place. */
  readonly binds: boolean;
  /** Seals a text so that it opens at this place only. */
  seal(text: string, place: BoxPlace): string;
  /** Whether a value has the present format and key. */
  isCurrent(box: string): boolean;
  /**
   * Opens a value that was sealed at this place.
   *
   * @throws UnopenedBox when the value was changed, is of another place, or its key is unknown here
   */
  open(box: string, place: BoxPlace): string;
  /**
   * Opens a value that was sealed at this place. One that cannot be opened is reported with its
   * place, and gives undefined.
   */
  tryOpen(box: string, place: BoxPlace): string | undefined;
  /**
   * Opens a value of the former format, which is bound to no place: only to seal it anew.
   *
   * @throws UnopenedBox
   */
  openFormer(box: string, place: BoxPlace): string;
  /**
   * Derives bytes from a text by a keyed hash: the same key and text always give the same.
   *
   * @param key id of the key; default the one in use, which also replaces an unknown one
   */
  derive(text: string, key?: string): { readonly key: string; readonly bytes: Buffer };
}

/** Options of a vault beside its keys. */
export interface VaultOptions {
  /** Default: `bound`. */
  readonly sealing?: () => Sealing;
  /** Called for values that cannot be opened, once for each place. */
  readonly report?: (unopened: UnopenedBox) => void;
}

/**
 * Thrown for a value that cannot be opened. Its message names the place and the reason, and nothing
 * of the content.
 */
export class UnopenedBox extends Error {
  constructor(
    readonly place: BoxPlace,
    readonly reason: string,
  ) {
    super(`${describePlace(place)} cannot be opened: ${reason}`);
    this.name = "UnopenedBox";
  }
}

/** Prefix of sealed values in the former format, in documents and as whole values. */
export const FORMER = "sealed:v1:";
export const BOUND = "sealed:v2:";
const IV_BYTES = 12;
/** A shorter tag would be easier to guess. */
const TAG = { authTagLength: 16 };
/** IVs of one draw: a draw takes longer than the encryption of a name. */
const IV_POOL = 256;
/** Maximum number of places to remember as reported. */
const MOST_REPORTED = 10_000;

/**
 * Opens a vault.
 *
 * @param keys `id:key` pairs parted by commas; the first one seals new values, all of them open old
 *   ones. A lone key has the id `k1`.
 * @throws Error that names every invalid key
 */
export function openVault(keys: string, options: VaultOptions = {}): Vault {
  const { known, problems } = readKeys(keys);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const [current] = known;
  if (current === undefined) throw new Error("FOYER_KEY holds no key");
  const sealing = options.sealing ?? (() => "bound");
  const nextIv = ivPool();
  const reported = new Set<string>();
  const deriving = new Map<string, Buffer>();

  const decrypt = (box: string, place: BoxPlace, bound: boolean): string => {
    const [, , id = "", iv = "", tag = "", closed = ""] = box.split(":");
    const key = known.get(id);
    if (key === undefined)
      throw new UnopenedBox(place, `its key "${id.slice(0, 40)}" is not among FOYER_KEY`);
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), TAG);
      if (bound) decipher.setAAD(Buffer.from(bindingOf(place)));
      decipher.setAuthTag(Buffer.from(tag, "base64url"));
      return decipher.update(closed, "base64url", "utf8") + decipher.final("utf8");
    } catch {
      throw new UnopenedBox(
        place,
        bound
          ? `it was changed, moved here from another place, or closed with another key named "${id}"`
          : `it was changed, or closed with another key named "${id}"`,
      );
    }
  };
  const open = (box: string, place: BoxPlace): string => {
    if (box.startsWith(BOUND)) return decrypt(box, place, true);
    if (!box.startsWith(FORMER)) throw new UnopenedBox(place, "it is no sealed value");
    if (sealing() === "bound")
      throw new UnopenedBox(place, "it is of the former format; foyer rotate-keys closes it anew");
    return decrypt(box, place, false);
  };

  return {
    keys: [...known.keys()],
    get binds() {
      return sealing() !== "unbound";
    },
    seal(text, place) {
      const iv = nextIv();
      const cipher = createCipheriv("aes-256-gcm", current[1], iv);
      const binds = sealing() !== "unbound";
      if (binds) cipher.setAAD(Buffer.from(bindingOf(place)));
      const closed = cipher.update(text, "utf8", "base64url") + cipher.final("base64url");
      return `${binds ? BOUND : FORMER}${current[0]}:${iv.toString("base64url")}:${cipher.getAuthTag().toString("base64url")}:${closed}`;
    },
    isCurrent: (box) => box.startsWith(`${sealing() === "unbound" ? FORMER : BOUND}${current[0]}:`),
    open,
    tryOpen(box, place) {
      try {
        return open(box, place);
      } catch (error) {
        if (!(error instanceof UnopenedBox)) throw error;
        const name = bindingOf(place);
        if (!reported.has(name)) {
          if (reported.size >= MOST_REPORTED) reported.clear();
          reported.add(name);
          options.report?.(error);
        }
        return undefined;
      }
    },
    openFormer: (box, place) => decrypt(box, place, false),
    derive(text, key) {
      const [id, bytes] =
        key === undefined || !known.has(key) ? current : [key, known.get(key) ?? current[1]];
      // A separate key for this purpose: a derived value reveals nothing about the encryption key.
      const own = deriving.get(id) ?? createHmac("sha256", bytes).update("derive:v1").digest();
      deriving.set(id, own);
      return { key: id, bytes: createHmac("sha256", own).update(text).digest() };
    },
  };
}

/** Problems of FOYER_KEY, one sentence each; never a part of a key. */
export function keyProblems(keys: string): readonly string[] {
  return readKeys(keys).problems;
}

const EXAMPLE = "as in FOYER_KEY=k1:… with what `openssl rand -hex 32` makes";

/** Keys by id, in order, and the mistakes of the others. */
function readKeys(keys: string): {
  readonly known: ReadonlyMap<string, Buffer>;
  readonly problems: readonly string[];
} {
  const known = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const pair of keys.split(",")) {
    const at = pair.indexOf(":");
    const id = at < 0 ? "k1" : pair.slice(0, at).trim();
    const key = (at < 0 ? pair : pair.slice(at + 1)).trim();
    const bytes = /^[0-9a-f]{64}$/i.test(key)
      ? Buffer.from(key, "hex")
      : Buffer.from(key, "base64");
    if (!/^[\w-]{1,40}$/.test(id))
      problems.push(
        `FOYER_KEY has a key with the id "${id}"; an id has to be 1 to 40 letters, digits, - and _`,
      );
    else if (known.has(id)) problems.push(`FOYER_KEY has two keys with the id "${id}"`);
    if (bytes.length !== 32)
      problems.push(
        `FOYER_KEY has a key ${at < 0 ? "without an id" : `"${id}"`} of ${bytes.length} bytes; 32 are needed, in base64 or hex, ${EXAMPLE}`,
      );
    else if (!known.has(id)) known.set(id, bytes);
  }
  return { known, problems };
}

/** Describes a place for messages. */
function describePlace({ column, row, path }: BoxPlace): string {
  return [column, row, path].filter((part) => part !== "").join(" ");
}

/**
 * The associated data of a sealed value. Neither columns nor rows of documents hold a line break.
 */
function bindingOf({ column, row, path }: BoxPlace): string {
  return `${column}\n${row}\n${path}`;
}

/** Random IVs, many from one draw. */
function ivPool(): () => Buffer {
  const pool = Buffer.alloc(IV_BYTES * IV_POOL);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += IV_BYTES;
    return Buffer.from(pool.subarray(at - IV_BYTES, at));
  };
}

/** The key of a development machine: created once beside the data, readable by its owner only. */
export async function developmentKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, "key");
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known !== undefined) return known.trim();
  const made = randomBytes(32).toString("base64");
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, made, { mode: 0o600 });
  return made;
}
