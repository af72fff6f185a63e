import { createHash } from "node:crypto";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js";
import type { RJSFSchema } from "@rjsf/utils";
import { _ } from "ajv";
import type { JsonObject } from "../../engine/definition/json.ts";

/**
 * Validators compiled for the page, by hash: the page runs under a policy without eval, so a schema arrives as
 * code. One module serves every language and every applicant.
 */
export class ValidatorModules {
  private readonly byHash = new Map<string, string>();
  private readonly hashes = new Map<string, string>();
  /** Schemas that were asked for before, as the very object: spares writing them out for every view. */
  private readonly urls = new WeakMap<JsonObject, string>();

  /** Address of the module for a schema, which is compiled on first use. */
  urlOf(schema: JsonObject): string {
    const known = this.urls.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    let hash = this.hashes.get(text);
    if (hash === undefined) {
      const code = moduleCode(schema);
      hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
      this.hashes.set(text, hash);
      this.byHash.set(hash, code);
    }
    const url = `/validators/${hash}.mjs`;
    this.urls.set(schema, url);
    return url;
  }

  /** The module's code; undefined for a hash that was never handed out by this process. */
  codeOf(hash: string): string | undefined {
    return this.byHash.get(hash);
  }
}

/** Ajv's CommonJS code in an ES module that is handed what it requires. */
function moduleCode(schema: JsonObject): string {
  const formats = Object.fromEntries(formatNames(schema).map((name) => [name, () => true]));
  const code = compileSchemaValidatorsCode(schema as RJSFSchema, {
    customFormats: formats,
    ajvFormatOptions: false,
    ajvOptionsOverrides: { code: { formats: _`require("#formats")` }, verbose: false },
  });
  return `export default (require) => { const exports = {}; const module = { exports };\n${code}\nreturn module.exports; };\n`;
}

function formatNames(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "format" && typeof inner === "string" ? [inner] : formatNames(inner),
  );
}
