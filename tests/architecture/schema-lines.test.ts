import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { flowIds, readFlowFiles } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { newOverlay } from "../../server/cli/scaffold/new-overlay.ts";
import { newFlow, newScreen } from "../../server/cli/scaffold/scaffold.ts";
import { shippedSources } from "../definitions.ts";

const shipped = await shippedSources;

/**
 * The schema in the `yaml-language-server` line of a file, by which editors complete and check it;
 * undefined without the line.
 */
function schemaNamedIn(path: string, text: string): string | undefined {
  const named = /^# yaml-language-server: \$schema=(\S+)$/m.exec(
    text.split("\n").slice(0, 3).join("\n"),
  )?.[1];
  return named === undefined ? undefined : posix.join(posix.dirname(path), named);
}

/** Files whose line names another schema than that of their kind. */
function withWrongSchema(sources: Sources, paths: readonly string[]): readonly string[] {
  const kinds = new Map(
    flowIds(sources).flatMap((flow) =>
      readFlowFiles(sources, flow).map(({ document, kind }) => [document.path, kind] as const),
    ),
  );
  return paths.flatMap((path) => {
    // Pattern libraries belong to the flows that use them, and to none of those that ship.
    const unread = path.startsWith("schemas/patterns/") ? "pattern" : "copy";
    const [kind, schema] = [
      kinds.get(path) ?? unread,
      schemaNamedIn(path, sources.get(path) ?? ""),
    ];
    // The sandbox's files have schemas of the platform's; how worked examples speak of a flow is
    // known to one command.
    if (kind === "attachment" && path.includes("/cases/")) return [];
    // A catalogue may have a schema of the flow's own.
    const own = `schemas/${path.split("/")[1] ?? ""}/catalogue.json`;
    if (kind === "catalogue" && schema === own && sources.has(own)) return [];
    const right =
      kind === "attachment"
        ? schema?.startsWith("schemas/platform/") === true && sources.has(schema)
        : schema === `schemas/definition/${kind}.json` && sources.has(schema);
    return right ? [] : [`${path}: ${schema ?? "none"}, not that of ${kind}`];
  });
}

describe("the schema line of a YAML file", () => {
  it("names the schema of its kind, in every file that ships", () => {
    const paths = [...shipped.keys()].filter((path) => path.endsWith(".yaml"));
    expect(paths.length).toBeGreaterThan(300);
    expect(withWrongSchema(shipped, paths)).toEqual([]);
  });

  it.each([
    ["flow", () => newFlow(shipped, "gym-pass", ["en-US", "fr-CA"])],
    ["flow with a service", () => newFlow(shipped, "gym-pass", ["en-US"], "front-desk")],
    ["screen", () => newScreen(shipped, "library-card", "house-rules")],
    [
      "overlay",
      () =>
        newOverlay(shipped, {
          flow: "merchant-signup",
          id: "iron-house",
          colour: "#8a2b4f",
          name: "Iron House",
        }),
    ],
  ])("is the schema of its kind, in every file of a new %s", (_, make) => {
    const { files } = make();
    const paths = [...files.keys()].filter((path) => path.endsWith(".yaml"));
    expect(paths.length).toBeGreaterThan(0);
    expect(withWrongSchema(new Map([...shipped, ...files]), paths)).toEqual([]);
  });
});
