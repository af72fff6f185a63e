import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { versionOf } from "../../../engine/compile/compile-flow.ts";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { commonSources, ownSources } from "../../../server/definitions/compile-version.ts";
import { DefinitionCache } from "../../../server/definitions/definition-cache.ts";
import { PublishedFlows } from "../../../server/definitions/published-flows.ts";
import type { Versions } from "../../../server/storage/repositories/versions.ts";
import { editableSources } from "../../definitions.ts";

const FLOW = "library-card";
const sources = await editableSources;
const common = commonSources(sources);

/** Versions of the flow that differ in a comment, by hash. */
function versionsOf(count: number): ReadonlyMap<string, Sources> {
  const path = `flows/${FLOW}/flow.yaml`;
  const own = [...ownSources(sources, FLOW)].filter(([each]) => !each.includes("/fixtures/"));
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const files = new Map(own).set(path, `${sources.get(path) ?? ""}\n# ${at}\n`);
      return [versionOf(new Map([...common, ...files]), FLOW), files] as const;
    }),
  );
}

it("PublishedFlows compiles a dozen versions in flight once each, and keeps the served one for good", async () => {
  const stored = versionsOf(14);
  const [live = "", ...older] = stored.keys();
  const read: string[] = [];
  const versions = {
    live: async () => [{ flow: FLOW, hash: live, inFlight: "pin", until: undefined }],
    history: async () => [],
    sources: async (_: string, hash: string) => {
      read.push(hash);
      return stored.get(hash);
    },
  } as unknown as Versions;
  const published = new PublishedFlows(versions, {
    common,
    environment: "CI",
    served: () => undefined,
    refused: (_, hash, problems) => {
      throw new Error(`${hash}: ${JSON.stringify(problems)}`);
    },
    tolerated: () => undefined,
  });
  await published.refresh();
  const dozen = older.slice(0, 12);
  for (const hash of [...dozen, ...dozen, live]) await published.version(FLOW, hash);
  expect(read).toEqual([live, ...dozen]);
  const [first = "", , , , , , , , , , , , last = ""] = older;
  await published.version(FLOW, last);
  await published.version(FLOW, live);
  await published.version(FLOW, first);
  expect(read).toEqual([live, ...older, first]);
});

it("PublishedFlows keeps what it found in a version, and takes it over at its next start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "published-"));
  const [[hash = "", files = new Map<string, string>()] = []] = versionsOf(1);
  const whole = new Map([...common, ...files]);
  const open = () => new DefinitionCache(folder, "code");
  const start = async () => {
    const refused: (readonly DefinitionProblem[])[] = [];
    const versions = {
      live: async () => [{ flow: FLOW, hash, inFlight: "pin", until: undefined }],
      history: async () => [],
      sources: async () => files,
    } as unknown as Versions;
    const published = new PublishedFlows(versions, {
      common,
      environment: "CI",
      cache: open(),
      served: () => undefined,
      refused: (_, __, problems) => refused.push(problems),
      tolerated: (_, __, problems) => refused.push(problems),
    });
    await published.refresh();
    return { refused, served: published.library().flows.get(FLOW) };
  };
  expect((await start()).refused).toEqual([]);
  expect(open().checkOf(whole, FLOW, ["CI"])).toEqual({ problems: [], questions: [] });
  // A version that was checked anew would lose the question.
  const question = {
    question: "whether",
    reason: "planted",
    file: "flow.yaml",
    line: 1,
    column: 1,
  };
  const planted = { problems: [], questions: [question] };
  open().addCheck(whole, FLOW, { environments: ["CI"], ...planted });
  const again = await start();
  expect(again.refused).toEqual([]);
  expect(again.served?.version).toBe(hash);
  expect(open().checkOf(whole, FLOW, ["CI"])).toEqual(planted);
  await rm(folder, { recursive: true, force: true });
});
