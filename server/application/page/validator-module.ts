import { createHash } from "node:crypto";
import type { JsonObject } from "../../../engine/language/json.ts";
import { pageValidatorCode } from "../../../engine/validate/page-validator.ts";

/**
 * Validators compiled for the page, by hash: its content security policy forbids eval, so a schema
 * arrives as code. One module serves every language and every applicant.
 */
export class ValidatorModules {
  private readonly byHash = new Map<string, string>();
  private readonly hashes = new Map<string, string>();
  /** Addresses by schema object, which saves serialising it for every view. */
  private readonly urls = new WeakMap<JsonObject, string>();

  /** @param share keeps a new module for other nodes, which are asked for it as well */
  constructor(private readonly share: (url: string, code: string) => void = () => undefined) {}

  /** Address of the module for a schema, which is compiled on first use. */
  urlOf(schema: JsonObject): string {
    const known = this.urls.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    let hash = this.hashes.get(text);
    if (hash === undefined) {
      const code = moduleCode(schema);
      hash = hashOf(code);
      this.hashes.set(text, hash);
      this.byHash.set(hash, code);
      this.share(urlOfHash(hash), code);
    }
    const url = urlOfHash(hash);
    this.urls.set(schema, url);
    return url;
  }

  /** The module's code; undefined for a hash that this process did not give out. */
  codeOf(hash: string): string | undefined {
    return this.byHash.get(hash);
  }
}

/** Whether a module is the one of an address: its name is a hash of its code. */
export function isValidatorAt(url: string, code: string): boolean {
  return url === urlOfHash(hashOf(code));
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

function urlOfHash(hash: string): string {
  return `/validators/${hash}.mjs`;
}

/** Wraps Ajv's CommonJS code in an ES module that provides its imports. */
function moduleCode(schema: JsonObject): string {
  return `export default (require) => { const exports = {}; const module = { exports };\n${pageValidatorCode(schema)}\nreturn module.exports; };\n`;
}
