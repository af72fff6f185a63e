import { compile, type JSONSchema } from "json-schema-to-typescript";
import { parseSync, Visitor } from "oxc-parser";
import { format } from "oxfmt";
import type { JsonObject } from "../../engine/language/json.ts";
import { prepareSchema, type TypeNames } from "./prepare-schema.ts";

/** What one generated module is made of. */
export interface TypeModule {
  readonly schema: JsonObject;
  /** Path of the schema in the project, for the first line of the module. */
  readonly source: string;
  readonly names: TypeNames;
  /** Modules that declare `Json`, `JsonObject`, `Rule` and `Template`. */
  readonly imports: readonly { readonly from: string; readonly types: readonly string[] }[];
}

/**
 * TypeScript of a schema: types that are read only in depth, formatted as the rest of the project.
 */
export async function typeText(module: TypeModule): Promise<string> {
  const { schema, source, names, imports } = module;
  const root = names[""] ?? "Root";
  const declarations = frozen(
    await compile(prepareSchema(schema, { ...names, "": root }) as JSONSchema, root, {
      bannerComment: "",
      format: false,
      ignoreMinAndMaxItems: true,
      additionalProperties: false,
      unreachableDefinitions: true,
    }),
  );
  const imported = imports
    .map(({ from, types }) => ({
      from,
      used: types.filter((type) => new RegExp(`\\b${type}\\b`).test(declarations)),
    }))
    .filter(({ used }) => used.length > 0)
    .map(({ from, used }) => `import type { ${used.join(", ")} } from "${from}";\n`);
  const banner = `// Generated from ${source} by \`npm run types:generate\`: change the schema, not this file.\n`;
  const { code, errors } = await format(
    "types.ts",
    `${banner}${imported.join("")}\n${declarations}`,
    { printWidth: 100, trailingComma: "all" },
  );
  const [error] = errors;
  if (error !== undefined) throw new Error(`${source}: ${error.message}`);
  return code;
}

/**
 * Declarations in which every member, index and array is `readonly`, with comments of one line
 * where they have one.
 */
function frozen(declarations: string): string {
  const starts: number[] = [];
  new Visitor({
    TSPropertySignature: ({ start }) => void starts.push(start),
    TSIndexSignature: ({ start }) => void starts.push(start),
    TSArrayType: ({ start }) => void starts.push(start),
  }).visit(parseSync("types.ts", declarations).program);
  const text = starts
    .toSorted((one, other) => other - one)
    .reduce((before, at) => `${before.slice(0, at)}readonly ${before.slice(at)}`, declarations);
  return text
    .replaceAll(/(?:\s*\*)?\s*\* This interface was referenced by .*\s*\* via .*/g, "")
    .replaceAll(/\/\*\*\s*\*\/\n/g, "")
    .replaceAll(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, "/** $1 */");
}
