import type { FlowDefinition } from "../../../language/flow.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { closest } from "../../../source/closest.ts";
import type { DefinitionFile } from "../../flow-sources.ts";
import { schemaNamed } from "./check-shape.ts";

/** Files and folders that a flow reads, as one of them is named in place of another. */
const FLOW_FOLDERS = [
  "screens",
  "transitions",
  "calls",
  "providers",
  "sandbox",
  "config",
  "overlays",
  "fixtures",
  "cases",
];
const FLOW_FILES = ["flow", "flags", "guards", "services", "roles", "theme", "events"];
const SCHEMA_FILES = ["state", "formats", "fields", "config"];

/**
 * Warns of files that nothing reads and that look like a definition: by a folder or a name that
 * is nearly right (`screen/start.yaml`, `guards.yml`, `fr_CA/`), or by their first line.
 */
export function checkFilePlaces(
  files: readonly DefinitionFile[],
  { locales }: FlowDefinition,
): readonly DefinitionProblem[] {
  return files.flatMap(({ kind, document: { path, text } }): DefinitionProblem[] => {
    if (kind !== "attachment") return [];
    const meant = meantPlace(path, locales);
    const named = schemaNamed(path, text);
    const definition = /^schemas\/definition\/(?!cases\.)([^/]+)\.json$/.exec(named ?? "")?.[1];
    if (meant === undefined && definition === undefined) return [];
    const why =
      definition === undefined ? "" : `, though its first line names the schema "${definition}"`;
    return [
      {
        code: "FLOW-FILE-UNREAD",
        severity: "warning",
        message: `Nothing reads this file${why}: the folder and the name of a file say what it defines`,
        file: path,
        line: 1,
        column: 1,
        suggestion: meant,
      },
    ];
  });
}

/** The place that was probably meant; undefined where a file lies as files of a flow's own do. */
function meantPlace(path: string, locales: readonly string[]): string | undefined {
  const [top = "", flow = "", ...rest] = path.split("/");
  const [first = "", ...below] = rest;
  const place = (name: string) => [top, flow, name, ...below].join("/");
  if (below.length === 0) {
    const name = first.replace(/\.\w+$/, "");
    const known = top === "flows" ? FLOW_FILES : top === "schemas" ? SCHEMA_FILES : [];
    const meant = known.includes(name) ? name : closest(name, known);
    return meant === undefined ? undefined : place(`${meant}.yaml`);
  }
  const folders = top === "flows" ? FLOW_FOLDERS : top === "schemas" ? ["forms"] : locales;
  if (folders.includes(first)) return undefined;
  const meant = closest(first, folders);
  return meant === undefined ? undefined : place(meant);
}
