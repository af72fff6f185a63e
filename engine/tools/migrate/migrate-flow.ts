import { isMap, parseDocument } from "yaml";
import { baseTree } from "../../compile/definition-tree.ts";
import { withDerivedGuards } from "../../compile/lower/order-lowering.ts";
import {
  contentOf,
  isSourceOf,
  readFlowFiles,
  readMetaSchemas,
} from "../../compile/flow-sources.ts";
import { asObject, type Json } from "../../language/json.ts";
import type { Sources } from "../../language/sources.ts";
import { definitionFormatter } from "../format-definition.ts";
import { migrateVariants, renameResellerReads, withoutAxes } from "./axes-of-variants.ts";
import { movedSandboxTables, type MovedFile } from "./move-sandbox-tables.ts";
import { nameBrandColour, renameColours } from "./rename-colours.ts";
import { renameAsked, renameLinkMembers, renameWaits } from "./rename-members.ts";
import { renamePaths } from "./rename-paths.ts";
import { migrateRules } from "./migrate-rules.ts";
import { putRows, tableText, tableUses, type TableUse } from "./rows-in-place.ts";
import { shortenAnywhere } from "./shorten-anywhere.ts";

/** The result of a migration. */
export interface Migration {
  /** New text of changed files; undefined for a deleted one. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** New names of tables that became inline rows, as reasons and events have them. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Kinds of files whose conditions are rewritten. */
const RULED = new Set([
  "screen",
  "transitions",
  "flow",
  "guards",
  "calls",
  "provider",
  "events",
  "roles",
  "overlay",
  "form",
]);

/** How a flow is migrated. */
export interface MigrationOptions {
  /**
   * Tables stay where they are and the files are not formatted: records stored under a name, such
   * as a pending call or a reason, mean the same afterwards.
   */
  readonly wordsOnly?: boolean;
}

/**
 * The sources with a flow in the present words of the language, and the names of its tables as they
 * are: for a published version, whose applications are in flight. The same object where nothing
 * changes.
 */
export function inPresentWords(sources: Sources, flow: string): Sources {
  const { files } = migrateFlow(sources, flow, { wordsOnly: true });
  if (files.size === 0) return sources;
  const present = new Map(sources);
  for (const [path, text] of files)
    if (text === undefined) present.delete(path);
    else present.set(path, text);
  return present;
}

/**
 * Migrates a flow to the present words of the language. Its meaning stays: it compiles to the same
 * flow, apart from names of tables.
 */
export function migrateFlow(
  former: Sources,
  flow: string,
  { wordsOnly = false }: MigrationOptions = {},
): Migration {
  const moved = movedSandboxTables(former, flow);
  const sources = withMoved(withAxes(former, flow), moved);
  const files = readFlowFiles(sources, flow).filter(
    ({ document }) => document.problems.length === 0 && document.path.endsWith(".yaml"),
  );
  const schemas = readMetaSchemas(sources);
  const base = withDerivedGuards(baseTree(files).tree);
  const names = {
    guards: new Set(Object.keys(asObject(base["guards"]))),
    values: new Set(Object.keys(asObject(base["values"]))),
  };
  const texts = new Map<string, string | undefined>();
  const kinds = new Map<string, string>();
  for (const { kind, document } of files) {
    kinds.set(document.path, kind);
    const schema = schemas.get(kind);
    texts.set(
      document.path,
      RULED.has(kind) && schema !== undefined && kind !== "overlay"
        ? migrateRules(document.text, { schema, names })
        : document.path.includes("/cases/")
          ? shortenAnywhere(document.text)
          : document.text,
    );
    const text = texts.get(document.path) ?? document.text;
    if (kind === "fixture") texts.set(document.path, renameWaits(text));
    else if (kind === "theme")
      texts.set(document.path, nameBrandColour(renameColours(renamePaths(text))));
    else if (kind === "overlay") texts.set(document.path, renameColours(renamePaths(text)));
    else if (kind === "calls") texts.set(document.path, renameLinkMembers(renamePaths(text)));
    else if (kind !== "copy") texts.set(document.path, renamePaths(text));
  }
  const stuck = fixedTables(files.map((file) => [file.kind, contentOf(file)] as const));
  const renamed = wordsOnly ? new Map<string, string>() : inPlace({ texts, kinds, stuck });
  for (const [path, text] of texts) {
    if (text === undefined) continue;
    const kind = kinds.get(path) ?? "";
    const named =
      kind === "fixture" || kind === "events" || kind === "roles" || path.includes("/cases/")
        ? renameTables(path.includes("/cases/") ? renameAsked(text, renamed) : text, renamed)
        : text;
    const made =
      wordsOnly || named === former.get(path) || kind === "fixture" || path.includes("/cases/")
        ? named
        : formatted(sources, path, named);
    texts.set(path, made);
  }
  for (const { from } of moved) texts.set(from, undefined);
  return {
    files: new Map([...texts].filter(([path, text]) => text !== former.get(path))),
    renamed,
  };
}

/** The sources with files at the paths that they have now. */
function withMoved(sources: Sources, moved: readonly MovedFile[]): Sources {
  if (moved.length === 0) return sources;
  const made = new Map(sources);
  for (const { from, to, text } of moved) {
    made.delete(from);
    made.set(to, text);
  }
  return made;
}

/** The sources with axes in the place of the former words for them. */
function withAxes(sources: Sources, flow: string): Sources {
  const front = `flows/${flow}/flow.yaml`;
  const own = [...sources].filter(
    ([path]) => isSourceOf(path, flow) && path.endsWith(".yaml") && path !== front,
  );
  const made = migrateVariants(sources.get(front) ?? "", {
    isUsed: (name) =>
      own.some(
        ([path, text]) =>
          path.startsWith(`flows/${flow}/overlays/${name}`) ||
          (!path.includes("/fixtures/") && new RegExp(`(?<![\\w./-])${name}(?![\\w-])`).test(text)),
      ),
  });
  if (made === undefined) return sources;
  const changed = new Map(sources).set(front, renameResellerReads(made.text));
  for (const [path, text] of own) {
    const rest = path.includes("/fixtures/")
      ? withoutAxes(text, made.dropped)
      : renameResellerReads(text);
    if (rest !== undefined) changed.set(path, rest);
  }
  return changed;
}

function formatted(sources: Sources, path: string, text: string): string {
  const result = definitionFormatter(new Map([...sources, [path, text]]))(path);
  return result.ok ? result.text : text;
}

/** Tables that stay files: flow.yaml refers to them, or an overlay changes them. */
function fixedTables(contents: readonly (readonly [string, Json])[]): Set<string> {
  return new Set(
    contents.flatMap(([kind, content]) => {
      const { resume, entry, answered, adopt, tables } = asObject(content);
      if (kind === "overlay") return Object.keys(asObject(tables));
      return kind === "flow"
        ? [resume, entry, answered, asObject(adopt)["then"]].flatMap((name) =>
            typeof name === "string" ? [name] : [],
          )
        : [];
    }),
  );
}

/** Texts of a flow during the move of rows; each is parsed once. */
interface Moving {
  readonly texts: Map<string, string | undefined>;
  readonly kinds: ReadonlyMap<string, string>;
  /** Tables that stay files. */
  readonly stuck: Set<string>;
}

/** Moves the rows of tables with one user to that user; returns their new names. */
function inPlace({ texts, kinds, stuck }: Moving): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const uses = new Map<string, readonly TableUse[]>();
  const files = new Map<string, string>();
  for (const [path, text] of texts) {
    const kind = kinds.get(path) ?? "";
    uses.set(path, tableUses(path, text ?? "", kind));
    if (kind === "transitions") files.set(tableIn(text ?? ""), path);
  }
  for (;;) {
    const all = [...uses.values()].flat();
    const use = all.find(
      ({ table, path }) =>
        !stuck.has(table) &&
        files.has(table) &&
        files.get(table) !== path &&
        ![...stuck].some((fixed) => files.get(fixed) === path) &&
        all.filter((other) => other.table === table).length === 1,
    );
    if (use === undefined) return renamed;
    const file = files.get(use.table) ?? "";
    const [host, table] = [texts.get(use.path), tableText(texts.get(file) ?? "")];
    const made = host === undefined || table === undefined ? undefined : putRows(host, use, table);
    if (made === undefined) {
      stuck.add(use.table);
      continue;
    }
    texts.set(use.path, made);
    texts.set(file, undefined);
    uses.set(use.path, tableUses(use.path, made, kinds.get(use.path) ?? ""));
    uses.delete(file);
    files.delete(use.table);
    for (const [id, name] of renamed)
      if (name.startsWith(`${use.table}/`))
        renamed.set(id, `${use.name}${name.slice(use.table.length)}`);
    renamed.set(use.table, use.name);
  }
}

function tableIn(text: string): string {
  const { contents } = parseDocument(text, { uniqueKeys: false });
  return isMap(contents) ? String(contents.get("table")) : "";
}

/**
 * Renames tables in reasons and patterns: `after-tax/answered` becomes
 * `tax-information/submit/answered`.
 */
export function renameTables(text: string, renamed: ReadonlyMap<string, string>): string {
  return [...renamed].reduce(
    (made, [from, to]) =>
      made.replaceAll(new RegExp(`(?<![\\w/.-])${from}/(?=[a-z*])`, "g"), `${to}/`),
    text,
  );
}
