import { readYaml, type SourceDocument } from "./read-yaml.ts";

/** The latest document of each path. An edit is compiled beside the former version. */
const documents = new Map<string, WeakRef<SourceDocument>>();

/**
 * Reads YAML, and gives the same document for the same text for as long as something made from it
 * is in use.
 */
export function readYamlOnce(path: string, text: string): SourceDocument {
  const known = documents.get(path)?.deref();
  if (known?.text === text) return known;
  const document = readYaml(path, text);
  documents.set(path, new WeakRef(document));
  return document;
}
