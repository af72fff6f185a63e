import { isMap, parseDocument } from "yaml";
import type { Sources } from "../../language/sources.ts";

/** A file that has another path now, with its text there. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/**
 * The tables of the embedded platform that still lie where the sandboxes of services are:
 * `sandbox/decisions.yaml` is `sandbox/platform/decisions.yaml`. A sandbox of a service has
 * `calls`.
 */
export function movedSandboxTables(sources: Sources, flow: string): readonly MovedFile[] {
  const folder = `flows/${flow}/sandbox/`;
  return [...sources].flatMap(([from, text]): MovedFile[] => {
    const name = from.startsWith(folder) ? from.slice(folder.length) : "";
    if (!/^[^/]+\.yaml$/.test(name)) return [];
    const { contents, errors } = parseDocument(text, { uniqueKeys: false });
    if (errors.length > 0 || !isMap(contents) || contents.has("calls")) return [];
    const to = `${folder}platform/${name}`;
    return sources.has(to) ? [] : [{ from, to, text: deeper(text) }];
  });
}

/** The address of the file's schema, one folder further down. */
function deeper(text: string): string {
  return text.replace(/^(# yaml-language-server: \$schema=)(?=\.\.\/)/, "$1../");
}
