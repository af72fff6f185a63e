import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompileResult } from "../../../engine/compile/compiled-flow.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { readYamlOnce, setKnownValues } from "../../../engine/source/read-yaml-once.ts";
import { codeVersion } from "../../../server/definitions/code-version.ts";
import { compileCached, DefinitionCache } from "../../../server/definitions/definition-cache.ts";
import { randomOf } from "../../bench/random.ts";
import { editableSources } from "../../definitions.ts";

const FLOW = "library-card";
const shipped = await editableSources;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cache-"));
});

afterEach(async () => {
  setKnownValues(undefined);
  await rm(folder, { recursive: true, force: true });
});

const NOTHING = { problems: [], questions: [] };

/** All that a result says: its problems, or its questions and journeys. */
function told(result: CompileResult): unknown {
  if (!result.ok) return result.problems;
  const { flow, warnings, questions } = result;
  return {
    warnings,
    questions,
    version: flow.version,
    variants: flow.variants,
    journeys: flow.fixtures.map((fixture) => runFixture(flow, fixture).steps),
  };
}

const open = (code = "code"): DefinitionCache => new DefinitionCache(folder, code);

/** The sources with one file changed by chance: a line removed, repeated or swapped for another. */
function edited(sources: Sources, chance: (below: number) => number): Sources {
  const own = [...sources.keys()].filter((path) => path.includes(`/${FLOW}/`));
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T;
  const path = pick(own);
  const lines = (sources.get(path) ?? "").split("\n");
  const at = chance(lines.length);
  const changes = [
    () => lines.splice(at, 1),
    () => lines.splice(at, 0, lines[at] ?? ""),
    () => lines.splice(at, 1, pick(lines)),
    () => lines.push("# a remark"),
  ];
  pick(changes)();
  return new Map(sources).set(path, lines.join("\n"));
}

describe("compileCached()", () => {
  it("equals a check without the cache, after any edit", () => {
    const chance = randomOf(18);
    let sources: Sources = shipped;
    for (let round = 0; round < 25; round++) {
      sources = edited(round % 3 === 0 ? shipped : sources, chance);
      const plain = told(compileFlow(sources, FLOW, ["LOCAL"]));
      expect(told(compileCached(open(), sources, FLOW, ["LOCAL"]))).toEqual(plain);
      expect(told(compileCached(open(), sources, FLOW, ["LOCAL"]))).toEqual(plain);
    }
  });

  it("takes over a known check, of the same environments and code alone", () => {
    compileCached(open(), shipped, FLOW, ["LOCAL"]);
    expect(open().checkOf(shipped, FLOW, ["LOCAL"])).toEqual(NOTHING);
    expect(open().checkOf(shipped, FLOW, ["PROD"])).toBeUndefined();
    expect(open().checkOf(shipped, "tool-share", ["LOCAL"])).toBeUndefined();
    expect(open("other").checkOf(shipped, FLOW, ["LOCAL"])).toBeUndefined();
    const path = `content/${FLOW}/en-US/screens/start.yaml`;
    const other = new Map(shipped).set(path, `${shipped.get(path) ?? ""}\n`);
    expect(open().checkOf(other, FLOW, ["LOCAL"])).toBeUndefined();
  });

  it("takes over the questions that a known check left open", () => {
    const question = {
      question: "whether a row matches",
      reason: "no answer within 600 assignments",
      file: `flows/${FLOW}/flow.yaml`,
      line: 1,
      column: 1,
    };
    const found = { problems: [], questions: [question] };
    open().addCheck(shipped, FLOW, { environments: ["LOCAL"], ...found });
    const result = compileCached(open(), shipped, FLOW, ["LOCAL"]);
    expect(result.ok && result.questions).toEqual([question]);
  });

  it("ignores files that are cut off, changed or under another's name", async () => {
    compileCached(open(), shipped, FLOW, ["LOCAL"]);
    const [name = ""] = (await readdir(folder)).filter((each) => each.startsWith("check-"));
    const path = join(folder, name);
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(whole.length - 1) ^ 1, whole.length - 1);
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, 40), whole.subarray(0, -1), flipped]) {
      await writeFile(path, bytes);
      expect(open().checkOf(shipped, FLOW, ["LOCAL"])).toBeUndefined();
    }
    const elsewhere = name.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await writeFile(path, whole);
    await writeFile(join(folder, elsewhere), whole);
    expect(open().checkOf(shipped, FLOW, ["LOCAL"])).toEqual(NOTHING);
  });

  it("compiles where nothing can be written", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const cache = new DefinitionCache(join(file, "below"), "code");
    expect(compileCached(cache, shipped, FLOW, ["LOCAL"]).ok).toBe(true);
  });
});

describe("DefinitionCache", () => {
  it("gives the value of every text as parsing gives it, and its places", async () => {
    const first = open();
    setKnownValues(first);
    for (const [path, text] of shipped) readYamlOnce(path, `${text}\n`);
    first.save();
    const cache = open();
    for (const [path, text] of shipped)
      if (path.includes(FLOW))
        expect(cache.find(`${text}\n`)?.value, path).toEqual(readYaml(path, text).value);
    setKnownValues({ find: () => ({ value: { known: true } }), add: () => undefined });
    const document = readYamlOnce("flows/x/flow.yaml", "a: 1\nb:\n  c: 2\n");
    expect(document.value).toEqual({ known: true });
    expect(document.locate("/b/c")).toEqual({ line: 3, column: 3 });
    expect([document.has("/b/c"), document.has("/b/d")]).toEqual([true, false]);
  });

  it("keeps no text that has a problem", () => {
    const cache = open();
    setKnownValues(cache);
    readYamlOnce("flows/x/broken.yaml", "a: [");
    expect(cache.find("a: [")).toBeUndefined();
  });

  it("keeps the entries of the three codes that wrote last beside its own", async () => {
    for (const [at, code] of ["oldest", "older", "built", "former"].entries()) {
      compileCached(open(code), shipped, FLOW, ["LOCAL"]);
      for (const name of await readdir(folder))
        if (name.includes(code)) await utimes(join(folder, name), 1000 + at, 1000 + at);
    }
    const cache = open();
    cache.add("a: 1", { a: 1 });
    cache.save();
    const codes = (await readdir(folder)).map((name) => name.split("-")[1]);
    expect([...new Set(codes)].toSorted()).toEqual(["built", "code", "former", "older"]);
    expect(open("built").checkOf(shipped, FLOW, ["LOCAL"])).toEqual(NOTHING);
    await truncate(join(folder, "values-code"), 10);
    expect(open().find("a: 1")).toBeUndefined();
  });
});

describe("codeVersion()", () => {
  it("is a hash of the code", () => {
    expect(codeVersion()).toMatch(/^[0-9a-f]{32}$/);
  });
});
