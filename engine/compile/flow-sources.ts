import { LOCALE } from "../language/locale.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { bundleSchemas } from "./bundle-schemas.ts";
import { readYamlOnce } from "../source/read-yaml-once.ts";
import type { SourceDocument } from "../source/read-yaml.ts";

/**
 * The kinds of definition files; the names are those of the meta-schemas in schemas/definition/.
 */
export type DefinitionKind =
  | "flow"
  | "flags"
  | "config"
  | "config-schema"
  | "guards"
  | "services"
  | "roles"
  | "theme"
  | "events"
  | "screen"
  | "transitions"
  | "calls"
  | "provider"
  | "sandbox"
  | "overlay"
  | "fixture"
  | "state"
  | "formats"
  | "form"
  | "fields"
  | "pattern"
  | "copy"
  | "catalogue"
  | "cases";

/** One parsed file of a flow. */
export interface DefinitionFile {
  readonly kind: DefinitionKind | "attachment";
  /** Name of the screen, table, form, overlay or fixture: the file's name without its extension. */
  readonly name: string;
  /** `copy`: the locale, and the keys above the file's content. */
  readonly locale?: string;
  readonly prefix?: readonly string[];
  readonly document: SourceDocument;
}

const YAML = /\.(yaml|yml|json)$/;

/** The ids of flows with a flow.yaml. */
export function flowIds(sources: Sources): string[] {
  return [...sources.keys()]
    .flatMap((path) => /^flows\/([^/]+)\/flow\.yaml$/.exec(path)?.[1] ?? [])
    .toSorted();
}

/** Reads every file of a flow, in the order of their paths. */
export function readFlowFiles(sources: Sources, flow: string): DefinitionFile[] {
  const files: DefinitionFile[] = [];
  const libraries = usedLibraries(sources, flow);
  for (const path of [...sources.keys()].toSorted()) {
    const place = placeOf(path, flow) ?? patternPlace(path, libraries);
    if (place === undefined) continue;
    files.push({ ...place, document: readYamlOnce(path, sources.get(path) ?? "") });
  }
  return files;
}

/** The meta-schemas by kind, each self-contained. */
export function readMetaSchemas(sources: Sources): ReadonlyMap<string, JsonObject> {
  const schemas = new Map<string, JsonObject>();
  for (const [path, text] of sources) {
    const kind = /^schemas\/definition\/([^/]+)\.json$/.exec(path)?.[1];
    if (kind !== undefined) schemas.set(kind, JSON.parse(text) as JsonObject);
  }
  return bundleSchemas(schemas);
}

/** Every other schema, as text by path: those of no flow and not of the language. */
export function readOtherSchemas(sources: Sources): Sources {
  return new Map([...sources].filter(([path]) => /^schemas\/(?!definition\/).+\.json$/.test(path)));
}

/**
 * The files that a flow's version is made of: its own, and those of the pattern libraries that it
 * uses.
 */
export function sourcesOfFlow(sources: Sources, flow: string): Sources {
  const libraries = usedLibraries(sources, flow);
  return new Map(
    [...sources].filter(
      ([path]) => isSourceOf(path, flow) || patternPlace(path, libraries) !== undefined,
    ),
  );
}

/** Where pattern libraries lie, below schemas/ and content/. */
const PATTERNS = "patterns";

const PATTERN_FILE = /^(schemas|content)\/patterns\/(?:([^/]+)\/)?([^/]+)\.yaml$/;

/** The pattern library that a file belongs to; undefined for any other file. */
export function patternLibraryOf(path: string): string | undefined {
  return PATTERN_FILE.exec(path)?.[3];
}

/** Names of the pattern libraries that the forms of a flow use: `use: LIBRARY/FIELD`. */
function usedLibraries(sources: Sources, flow: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [path, text] of sources)
    if (path.startsWith(`schemas/${flow}/`) || path.startsWith(`flows/${flow}/overlays/`))
      for (const [, library = ""] of text.matchAll(/\buse:\s*['"]?([a-z][a-z0-9-]*)\//g))
        used.add(library);
  return used;
}

function patternPlace(
  path: string,
  libraries: ReadonlySet<string>,
): Omit<DefinitionFile, "document"> | undefined {
  if (libraries.size === 0) return undefined;
  const [, top, locale, name = ""] = PATTERN_FILE.exec(path) ?? [];
  if (!libraries.has(name)) return undefined;
  if (top === "schemas" && locale === undefined) return { kind: "pattern", name };
  return locale === undefined || !LOCALE.test(locale)
    ? undefined
    : { kind: "copy", name, locale, prefix: [PATTERNS, name] };
}

/** Paths whose text belongs to a flow alone. */
export function isSourceOf(path: string, flow: string): boolean {
  return placeOf(path, flow) !== undefined;
}

/** The kind of a file, by its path alone; undefined for a file of no flow. */
export function definitionKind(path: string): DefinitionKind | "attachment" | undefined {
  if (/^schemas\/patterns\/[^/]+\.yaml$/.test(path)) return "pattern";
  return placeOf(path, path.split("/")[1] ?? "")?.kind;
}

function placeOf(path: string, flow: string): Omit<DefinitionFile, "document"> | undefined {
  if (!YAML.test(path)) return undefined;
  const [top, owner, ...rest] = path.split("/");
  if (owner !== flow) return undefined;
  const last = rest.at(-1) ?? "";
  const name = last.replace(YAML, "");
  if (top === "flows")
    return {
      kind: flowKind(rest),
      name,
      ...(rest[0] === "overlays" ? { prefix: overlayPrefix(rest) } : {}),
    };
  if (top === "schemas") return { kind: schemaKind(rest, name), name };
  if (top === "content") {
    const [locale = "", ...below] = rest;
    if (!LOCALE.test(locale))
      return { kind: locale === "catalogue" ? "catalogue" : "attachment", name };
    return { kind: "copy", name, locale, prefix: [...below.slice(0, -1), name] };
  }
  return undefined;
}

function schemaKind(
  [folder, second]: readonly string[],
  name: string,
): DefinitionKind | "attachment" {
  if (folder === "forms") return "form";
  if (second !== undefined) return "attachment";
  return name === "state" || name === "formats" || name === "fields"
    ? name
    : name === "config"
      ? "config-schema"
      : "attachment";
}

function flowKind(rest: readonly string[]): DefinitionKind | "attachment" {
  const [folder = "", second] = rest;
  if (second === undefined) {
    const front = /^(flow|flags|guards|services|roles|theme|events)\.yaml$/.exec(folder)?.[1];
    return front === undefined ? "attachment" : (front as DefinitionKind);
  }
  switch (folder) {
    case "screens":
      return "screen";
    case "transitions":
      return "transitions";
    case "calls":
      return "calls";
    case "providers":
      return "provider";
    case "sandbox":
      // The tables of an embedded service lie one folder deeper.
      return rest.length === 2 ? "sandbox" : "attachment";
    case "config":
      return "config";
    case "overlays":
      return "overlay";
    case "fixtures":
      return "fixture";
    default:
      return "attachment";
  }
}

/** Layer and name of an overlay, which is one file or a folder of files. */
function overlayPrefix(rest: readonly string[]): string[] {
  return [rest[1] ?? "", (rest[2] ?? "").replace(YAML, "")];
}

/**
 * A file's content as an object; an empty one for any other content, which the shape check reports.
 */
export function contentOf(file: DefinitionFile): JsonObject {
  const value: Json | undefined = file.document.value;
  return asObject(value);
}
