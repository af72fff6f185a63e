import type { Json } from "../language/json.ts";
import { readYaml, type SourceDocument } from "./read-yaml.ts";

/** Values of texts that were read without a problem, for example by an earlier process. */
export interface KnownValues {
  find(text: string): { readonly value: Json } | undefined;
  add(text: string, value: Json): void;
}

/** The latest document of each path. An edit is compiled beside the former version. */
const documents = new Map<string, WeakRef<SourceDocument>>();

let known: KnownValues | undefined;

/** Sets where values of texts are looked up; undefined for nowhere. */
export function setKnownValues(values: KnownValues | undefined): void {
  known = values;
}

/**
 * Reads YAML, and gives the same document for the same text for as long as something made from it
 * is in use.
 */
export function readYamlOnce(path: string, text: string): SourceDocument {
  const latest = documents.get(path)?.deref();
  if (latest?.text === text) return latest;
  const document = readKnown(path, text);
  documents.set(path, new WeakRef(document));
  return document;
}

function readKnown(path: string, text: string): SourceDocument {
  const found = known?.find(text);
  if (found !== undefined) return documentOf(path, text, found.value);
  const document = readYaml(path, text);
  const { value, problems, misreadValues } = document;
  if (value !== undefined && problems.length === 0 && misreadValues.length === 0)
    known?.add(text, value);
  return document;
}

/** A document with a known value. Its text is parsed when a place in it is asked for. */
function documentOf(path: string, text: string, value: Json): SourceDocument {
  let parsed: SourceDocument | undefined;
  const parse = () => (parsed ??= readYaml(path, text));
  return {
    path,
    text,
    value,
    problems: [],
    misreadValues: [],
    locate: (pointer) => parse().locate(pointer),
    has: (pointer) => parse().has(pointer),
  };
}
