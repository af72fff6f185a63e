import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileFlow } from "../engine/compile/compile-flow.ts";
import type { Sources } from "../engine/language/sources.ts";
import { PROJECT, shippedSources } from "./definitions.ts";
import { addAt } from "./edit-yaml.ts";

const FLOW = "flows/library-card/flow.yaml";
const STATE = "schemas/library-card/state.yaml";

/** Tables of the timers: what they set, and a call. */
const TABLES = {
  remind: "- { id: reminded, set: { application.reminders: { var: with.label } }, stay: true }",
  nightly: "- { id: ask, call: post, then: posted }",
  posted:
    "- { id: posted, when: { '===': [{ var: outcome }, success] }, set: { application.postedAt: { var: now } }, stay: true }\n  - { id: not-posted, stay: true }",
} as const;

/** Timers of the tests: YAML below `timers:` of flow.yaml. */
export const TIMERS = `
  remind:
    description: A reader who stopped is reminded, twice
    not: { application.confirmed: true }
    since: change
    after: 7 days
    every: 7 days
    times: 2
    with: { label: sent }
    then: remind
  close:
    description: An application that waits for the parent is closed
    screen: consent
    after: 30 days
    then: [{ id: closed, set: { application.closedAt: { var: now } }, stay: true }]
  nightly:
    description: The day's application is posted at night
    when: { and: [{ var: application.confirmed }, { '!': { var: application.postedAt } }] }
    every: day at 02:00
    zone: America/Toronto
    then: nightly
`;

/** The library card with timers, as sources; without its fixtures. */
export async function timersSources(timers = TIMERS): Promise<Sources> {
  const shipped = await shippedSources;
  const tables = Object.entries(TABLES).map(
    ([id, rows]) =>
      [
        `flows/library-card/transitions/${id}.yaml`,
        `table: ${id}\ndescription: What the timer does\nrows:\n  ${rows}\n`,
      ] as const,
  );
  return new Map([
    ...[...shipped].filter(([path]) => !path.includes("/library-card/fixtures/")),
    ...tables,
    [FLOW, `${shipped.get(FLOW) ?? ""}timers:${timers}`],
    [
      "flows/library-card/services.yaml",
      "services:\n  post: { description: The post, baseUrlFrom: POST_URL, optional: true }\n",
    ],
    [
      "flows/library-card/calls/post.yaml",
      "calls:\n  post: { description: Posts, service: post, method: POST, path: /post, repeat: same-key, timeoutMs: 5000, body: { id: { var: application.id }, locale: { var: locale } } }\n",
    ],
    ["flows/library-card/sandbox/post.yaml", "calls:\n  post: [{ id: posted, answer: {} }]\n"],
    [
      STATE,
      ["reminders", "closedAt", "postedAt"].reduce(
        (text, name) =>
          addAt(text, `properties/application/properties/${name}`, { type: "string" }),
        shipped.get(STATE) ?? "",
      ),
    ],
  ]);
}

/** Writes the library card with timers into a folder that a service can serve. */
export async function writeTimersFlow(folder: string, timers = TIMERS): Promise<void> {
  for (const top of ["flows", "schemas", "content"])
    await cp(join(PROJECT, top, "library-card"), join(folder, top, "library-card"), {
      recursive: true,
    });
  await cp(join(PROJECT, "content/shell"), join(folder, "content/shell"), { recursive: true });
  await rm(join(folder, "flows/library-card/fixtures"), { recursive: true });
  for (const [path, text] of await timersSources(timers))
    if (/^(?:flows|schemas)\/library-card\//.test(path)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
}

/** Problems of the library card with these timers; what nothing reads is no matter. */
export async function timerProblems(timers: string) {
  const result = compileFlow(await timersSources(timers), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).filter(
    ({ code }) => code !== "FLOW-STATE-UNUSED" && code !== "FLOW-UNUSED",
  );
}
