import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compileFlow, versionOf } from "../../engine/compile/compile-flow.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { compareSources } from "../../engine/tools/compare-sources.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { Applications } from "../../server/storage/repositories/applications.ts";
import {
  Versions,
  type InFlight,
  type PublishRecord,
} from "../../server/storage/repositories/versions.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { Service } from "../../server/service.ts";
import { Planner } from "../../server/definitions/plan.ts";
import { runGate, createPublication } from "../../server/definitions/publish-gate.ts";
import { versionBefore } from "../../server/definitions/publish-history.ts";
import { EDITABLE, PROJECT } from "../definitions.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";
import { mustReplace, mustReplaceAll } from "../must-replace.ts";

const outside = await outsideIsUp();
const FLOW = "library-card";
const KEY = Buffer.alloc(32, 7).toString("base64");
const READER = { name: "Ada Noor", born: "1980/06/01", lives: "here" };
const CHILD = { name: "Eli Noor", born: "2020/06/01", lives: "here" };

/** An edit of the shipped sources: every occurrence of a text in a file replaced. */
function edited(
  sources: Sources,
  ...edits: readonly (readonly [path: string, from: string, to: string])[]
): Sources {
  const changed = new Map(sources);
  for (const [path, from, to] of edits) {
    const text = changed.get(path) ?? "";
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    changed.set(path, mustReplaceAll(text, from, to));
  }
  return changed;
}

/**
 * Fixtures hold for the shipped version; those of an edit that is meant to change something are the
 * author's to write.
 */
function withoutFixtures(sources: Sources): Map<string, string> {
  return new Map([...sources].filter(([path]) => !path.includes("/fixtures/")));
}

/** The flow in which the choice of where the reader lives is personal. */
function withPrivateHome(sources: Sources): Sources {
  const choices = "enum: [here, elsewhere]";
  return edited(
    withoutFixtures(sources),
    [`schemas/${FLOW}/state.yaml`, `${choices} }`, `${choices}, x-pii: personal }`],
    [`schemas/${FLOW}/forms/reader.yaml`, `${choices},`, `${choices}, x-pii: personal,`],
    [`flows/${FLOW}/events.yaml`, "lives: { var: reader.lives }", "lives: true"],
  );
}

describe("published versions", { skip: !outside }, () => {
  let folder: string;
  let shipped: Sources;
  let one: Service;
  let two: Service;
  let versions: Versions;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-flows-"));
    for (const top of ["flows", "schemas", "content"])
      await cp(join(top === "content" ? PROJECT : EDITABLE, top, FLOW), join(folder, top, FLOW), {
        recursive: true,
      });
    shipped = await readSources(folder, PROJECT);
    one = await node();
    two = await node(await urlOf(one));
    versions = new Versions(one.database);
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    await rm(folder, { recursive: true, force: true });
  });

  let history: readonly PublishRecord[];
  beforeEach(async () => {
    history = await versions.history();
    if (history.length === 1) return;
    await one.database.query("delete from applications");
    await taken(await publish(shipped));
  });

  /** Another node; the first one on a database of its own. */
  async function node(databaseUrl?: string): Promise<Service> {
    const { service, stop } = await testService("outside", {
      FOYER_PUBLISHED: "1",
      FOYER_KEY: KEY,
      FOYER_FLOWS: folder,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    });
    stops.push(stop);
    return service;
  }

  /** The shipped version but for a comment. */
  function commented(word: string): Sources {
    const path = `content/${FLOW}/en-US/screens/confirm.yaml`;
    return new Map(shipped).set(path, `${shipped.get(path) ?? ""}# ${word}\n`);
  }

  const hashOf = (service: Service) => service.library().flows.get(FLOW)?.version ?? "";

  async function publish(
    sources: Sources,
    inFlight: InFlight = "move",
    until?: Date,
  ): Promise<string> {
    const result = runGate(sources, FLOW);
    if (!result.ok) throw new Error(JSON.stringify(result));
    await versions.publish([
      createPublication(sources, result.flow, {
        author: "test",
        message: "an edit",
        inFlight,
        until,
      }),
    ]);
    return result.flow.version;
  }

  /** Runs a command on the definitions of the folder. */
  async function run(...args: string[]) {
    return runIn({}, ...args);
  }

  /** The same with further variables of the environment. */
  async function runIn(variables: NodeJS.ProcessEnv, ...args: string[]) {
    const file = join(PROJECT, "server/cli/foyer.mjs");
    const env = {
      ...process.env,
      DATABASE_URL: await urlOf(one),
      FOYER_KEY: KEY,
      FOYER_FLOWS: folder,
      ...variables,
    };
    return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  }

  async function taken(
    hash: string,
    services: readonly Service[] = [one, two],
    limitMs = 10_000,
  ): Promise<number> {
    const begin = performance.now();
    while (services.some((service) => hashOf(service) !== hash)) {
      if (performance.now() - begin > limitMs)
        throw new Error(`${hash} was not taken up: ${services.map(hashOf).join(", ")}`);
      await sleep(10);
    }
    return performance.now() - begin;
  }

  async function inTheMiddle(service: Service, reader: object = READER): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get(`/${FLOW}`);
    await visitor.act("submit");
    await visitor.act("submit", reader);
    return visitor;
  }

  it("makes the definitions on disk the first version, once for two nodes", async () => {
    expect(history.map(({ flow, author, kind }) => ({ flow, author, kind }))).toEqual([
      { flow: FLOW, author: "start", kind: "publish" },
    ]);
    expect(hashOf(one)).toBe(hashOf(two));
    expect(hashOf(one)).toBe(history[0]?.hash);
  });

  it("reaches every node within a second", async () => {
    await taken(await publish(commented("a word")));
    // Compiled before: what is left is the hearing.
    const hash = await publish(shipped);
    expect(await taken(hash)).toBeLessThan(1000);
  });

  it("is found by looking when the notification is lost, and by notification again once the connection is back", async () => {
    const first = hashOf(one);
    const second = await publish(commented("b"));
    await taken(second);
    await one.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'foyer-listen' and datname = current_database()",
    );
    await sleep(1000);
    // Without a word on the channel.
    await one.database.query("update live_versions set hash = $1", [first]);
    await taken(first);
    expect(await taken(await publish(commented("b")))).toBeLessThan(1000);
  });

  it("refuses a broken definition and a failing fixture; the live version stays", async () => {
    const broken = runGate(
      edited(shipped, [`flows/${FLOW}/transitions/resume.yaml`, "to: consent", "to: consnt"]),
      FLOW,
    );
    expect(broken).toMatchObject({
      ok: false,
      problems: [expect.objectContaining({ code: "FLOW-NAME", suggestion: "consent" })],
    });
    const wrong = runGate(
      edited(shipped, [`flows/${FLOW}/config/library.yaml`, "ageOfConsent: 16", "ageOfConsent: 2"]),
      FLOW,
    );
    expect(wrong).toMatchObject({
      ok: false,
      fixtures: expect.arrayContaining([
        expect.objectContaining({ fixture: "child-needs-a-parent" }),
      ]),
    });
    expect(broken.ok || wrong.ok).toBe(false);
  });

  it("foyer publish: code frame and exit 1 when refused, exit 0 and live when not", async () => {
    const table = join(folder, `flows/${FLOW}/transitions/resume.yaml`);
    const text = await readFile(table, "utf8");
    await writeFile(table, mustReplace(text, "to: consent }", "to: consnt }"));
    const refused = await run("publish", FLOW, "--message", "a slip");
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/FLOW-NAME[^]*Did you mean "consent"[^]*> 10 \|/),
    });
    await writeFile(table, `${text}# again\n`);
    expect(await run("publish", FLOW, "--message", "a comment", "--author", "Ada")).toMatchObject({
      code: 0,
    });
    const [latest] = await versions.history(FLOW);
    expect(latest).toMatchObject({ author: "Ada", message: "a comment", inFlight: "move" });
    await taken(latest?.hash ?? "");
    expect(await run("rollback", FLOW)).toMatchObject({ code: 0 });
    await writeFile(table, text);
  });

  it("foyer publish: two equal ones at the same time make one version live, and both succeed", async () => {
    await taken(await publish(shipped));
    const table = join(folder, `flows/${FLOW}/transitions/resume.yaml`);
    const text = await readFile(table, "utf8");
    await writeFile(table, `${text}# of two pipelines\n`);
    const before = (await versions.history(FLOW)).length;
    const args = ["publish", FLOW, "--message", "two pipelines"];
    try {
      const ran = await Promise.all([run(...args), run(...args), run(...args.toSpliced(1, 1))]);
      expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
      const said = ran.map(({ stdout }) => stdout);
      const [{ hash } = { hash: "" }] = await versions.history(FLOW);
      expect(said.filter((each) => each.includes(`${FLOW} ${hash} is live; `))).toHaveLength(1);
      expect(
        said.filter((each) =>
          each.includes(`Nothing differs from what is live.\n${FLOW} ${hash} is live already`),
        ),
      ).toHaveLength(2);
      expect(await versions.history(FLOW)).toHaveLength(before + 1);
      expect((await run(...args, "--in-flight", "re-ask")).stdout).toContain("in flight: re-ask");
      expect(await versions.history(FLOW)).toHaveLength(before + 2);
    } finally {
      await writeFile(table, text);
    }
  });

  it("foyer rollback: two equal ones at the same time go back once", async () => {
    const [first, second] = [await publish(shipped), await publish(commented("to leave"))];
    const before = (await versions.history(FLOW)).length;
    const ran = await Promise.all([run("rollback", FLOW), run("rollback", FLOW, "--to", first)]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(ran.map(({ stdout }) => stdout).toSorted()).toEqual([
      `${FLOW} ${first} is live again, after ${second}; applications in flight: re-ask\n`,
      `${FLOW} ${first} is live already\n`,
    ]);
    expect(await versions.history(FLOW)).toHaveLength(before + 1);
    expect(await run("rollback", FLOW, "--to", first)).toMatchObject({
      code: 0,
      stdout: `${FLOW} ${first} is live already\n`,
    });
  });

  /** Makes sources live as a release before this one did, whose checks took them. */
  async function publishUnchecked(sources: Sources): Promise<string> {
    const hash = versionOf(sources, FLOW);
    const about = { author: "test", message: "of a release before", until: undefined };
    await versions.publish([
      { ...about, flow: FLOW, hash, sources, kind: "publish", inFlight: "move" },
    ]);
    return hash;
  }

  it("foyer rollback: goes back to a version that only checks of this release refuse", async () => {
    const theme = `flows/${FLOW}/theme.yaml`;
    const pale = "\nlight: { accent: '#7fd4c8', onAccent: '#ffffff' }\n";
    const refused = new Map(shipped).set(theme, `${shipped.get(theme) ?? ""}${pale}`);
    expect(runGate(refused, FLOW).ok).toBe(false);
    const hash = await publishUnchecked(refused);
    await taken(await publish(shipped));
    expect(await run("rollback", FLOW, "--to", hash)).toMatchObject({ code: 0 });
    await taken(hash);
  });

  it("foyer rollback: refuses a version that this code cannot compile", async () => {
    const broken = edited(shipped, [`flows/${FLOW}/guards.yaml`, "reader.lives", "reader.livse"]);
    const hash = await publishUnchecked(broken);
    const live = await publish(shipped);
    const { code, stderr } = await run("rollback", FLOW, "--to", hash);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`so ${live} stays: `)]);
    expect((await versions.live())[0]).toMatchObject({ hash: live });
  });

  it("foyer publish: refuses fewer tests than the live version has, unless overridden", async () => {
    await taken(await publish(shipped));
    const fixtures = join(folder, `flows/${FLOW}/fixtures`);
    const kept = new Map<string, string>();
    for (const name of await readdir(fixtures)) {
      const text = await readFile(join(fixtures, name), "utf8");
      if (!text.includes("consent")) continue;
      kept.set(name, text);
      await rm(join(fixtures, name));
    }
    try {
      const refused = await run("publish", FLOW, "--message", "fewer journeys");
      expect(refused.code).toBe(1);
      const [first = ""] = kept.keys();
      expect(refused.stdout).toContain(
        `LOST ${FLOW} fixture ${first.replace(".yaml", "")}: it is there no more`,
      );
      expect(refused.stdout).toContain(
        `LOST ${FLOW} rows resume/consent-missing: no fixture goes through it any more`,
      );
      expect(await versions.live()).toEqual([expect.objectContaining({ hash: hashOf(one) })]);
      expect(
        await run("publish", FLOW, "--message", "fewer journeys", "--allow-lower-coverage"),
      ).toMatchObject({ code: 0 });
    } finally {
      for (const [name, text] of kept) await writeFile(join(fixtures, name), text);
    }
  });

  it("foyer publish: does not release pinned applications unless it is told to", async () => {
    await taken(await publish(shipped));
    await inTheMiddle(one, CHILD);
    const config = join(folder, `flows/${FLOW}/config/library.yaml`);
    const text = await readFile(config, "utf8");
    const pinned = await publish(withoutFixtures(commented("pinned")), "pin");
    await taken(pinned);
    await writeFile(config, mustReplace(text, "feeMinor: 2500", "feeMinor: 2600"));
    try {
      const { stdout } = await run("plan", FLOW);
      expect(stdout).toContain("1 of them are pinned to an earlier version");
      const refused = await run("publish", FLOW, "--message", "a price");
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          "1 applications in flight are pinned to an earlier version. Say what becomes of them",
        ),
      });
      expect(await versions.live()).toEqual([expect.objectContaining({ hash: pinned })]);
      const args = ["publish", FLOW, "--message", "a price", "--in-flight", "pin"];
      expect(await run(...args)).toMatchObject({ code: 0 });
    } finally {
      await writeFile(config, text);
    }
  });

  it("foyer publish: says which texts are unwritten, and is refused in production", async () => {
    const words = join(folder, `content/${FLOW}/en-US/options.yaml`);
    const text = await readFile(words, "utf8");
    await writeFile(words, mustReplace(text, "In the town", "TODO: In the town"));
    try {
      expect(await run("publish", FLOW, "--message", "a draft")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("1 texts are still to be written"),
      });
      const production = { FOYER_ENV: "production" };
      expect(await runIn(production, "publish", FLOW, "--message", "a draft")).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("FLOW-COPY-UNWRITTEN"),
        stderr: expect.stringContaining("is not published; what is live stays"),
      });
    } finally {
      await writeFile(words, text);
    }
  });

  it("keeps the last good version when a node cannot compile the one that is live", async () => {
    const before = hashOf(one);
    const bad = edited(shipped, [
      `flows/${FLOW}/transitions/resume.yaml`,
      "to: consent",
      "to: of-the-future",
    ]);
    const own = new Map([...bad].filter(([path]) => path.includes(`/${FLOW}/`)));
    await versions.publish([
      {
        flow: FLOW,
        hash: "feedfeedfeedfeed",
        sources: own,
        kind: "publish",
        author: "a newer node",
        message: "new language",
        inFlight: "move",
        until: undefined,
      },
    ]);
    await sleep(1500);
    expect([hashOf(one), hashOf(two)]).toEqual([before, before]);
    expect((await new Visitor(one).get(`/${FLOW}`)).statusCode).toBe(200);
    expect(hashOf(await node(await urlOf(one)))).toBe(before);
  });

  it("loses no request while versions change under load", async () => {
    const answers: number[] = [];
    let running = true;
    const applicant = async (service: Service) => {
      while (running) {
        const visitor = new Visitor(service);
        const steps = [
          () => visitor.get(`/${FLOW}`),
          () => visitor.act("submit"),
          () => visitor.act("submit", READER),
          () => visitor.get(visitor.path),
          () => visitor.act("submit"),
        ];
        for (const step of steps) answers.push((await step()).statusCode);
        answers.push(
          (await visitor.get(visitor.path)).json<{ screen: string }>().screen === "done" ? 200 : 0,
        );
      }
    };
    const load = [one, two, one, two].map(applicant);
    for (const round of [1, 2, 3, 4]) {
      await taken(await publish(commented(`round ${round}`), round % 2 === 0 ? "pin" : "re-ask"));
      const before = answers.length;
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);
    }
    running = false;
    await Promise.all(load);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
  });

  describe("foyer plan", () => {
    async function plan(sources: Sources) {
      const [before, after] = [shipped, sources].map((each) => compileFlow(each, FLOW, ["CI"]));
      if (before?.ok !== true || after?.ok !== true) throw new Error(JSON.stringify(after));
      const planner = new Planner(
        { before: before.flow, after: after.flow },
        "CI",
        new Date().toISOString(),
      );
      await new Applications(one.database, openVault(KEY)).eachOf(FLOW, (application) =>
        planner.add(application),
      );
      return { ...planner.plan(), sources: compareSources(shipped, sources, FLOW) };
    }

    beforeEach(async () => {
      await one.database.query("delete from applications");
      for (const reader of [CHILD, READER, READER]) await inTheMiddle(one, reader);
      const finished = await inTheMiddle(one);
      await finished.act("submit");
      await new Visitor(one).get(`/${FLOW}`);
    });

    it("finds nothing for an edit of comments", async () => {
      expect(await plan(commented("nothing"))).toEqual({
        fixtures: {
          played: one.library().flows.get(FLOW)?.fixtures.length,
          groups: [],
          edited: 0,
          failing: [],
        },
        applications: {
          inFlight: 3,
          pinned: 0,
          finished: 1,
          unaffected: 3,
          groups: [],
          askedAgain: [],
          unoffered: [],
          newlyPrivate: [],
          timers: [],
          stuck: { count: 0, examples: [] },
        },
        sources: { libraries: [], screens: [], values: [], files: [] },
      });
    });

    it("finds exactly whom a changed row meets, and the rule on each side", async () => {
      const { fixtures, applications, sources } = await plan(
        edited(shipped, [
          `flows/${FLOW}/guards.yaml`,
          "{ or: [{ '!': { guard: child } }",
          "{ or: [{ '!': { guard: child } }, { '===': [{ var: reader.lives }, here] }",
        ]),
      );
      expect(applications).toMatchObject({
        inFlight: 3,
        unaffected: 2,
        groups: [
          {
            count: 1,
            from: { screen: "consent", because: "resume/consent-missing" },
            to: { screen: "confirm", because: "resume/to-confirm" },
            examples: [expect.stringMatching(/^urn:card:/)],
          },
        ],
      });
      expect(fixtures.groups.flatMap(({ examples }) => examples).toSorted()).toEqual([
        "child-with-consent",
      ]);
      expect(fixtures.failing).toEqual(["child-with-consent"]);
      expect(sources).toEqual({
        libraries: [],
        screens: [],
        values: [],
        files: [`flows/${FLOW}/guards.yaml`],
      });
    });

    it("lists texts and values by key, and the questions to be asked again", async () => {
      const { applications, sources } = await plan(
        edited(
          shipped,
          [`flows/${FLOW}/config/library.yaml`, "feeMinor: 2500", "feeMinor: 2600"],
          [`content/${FLOW}/en-US/options.yaml`, "In the town", "In our town"],
          [`schemas/${FLOW}/state.yaml`, "enum: [here, elsewhere]", "enum: [elsewhere]"],
          [`schemas/${FLOW}/forms/reader.yaml`, "enum: [here, elsewhere]", "enum: [elsewhere]"],
        ),
      );
      expect(sources.values).toEqual([
        { kind: "config", key: "feeMinor", from: 2500, to: 2600 },
        { kind: "copy", key: "en-US options.lives.here", from: "In the town", to: "In our town" },
      ]);
      expect(applications).toMatchObject({
        unaffected: 0,
        groups: [],
        askedAgain: [{ path: "reader.lives", count: 3 }],
        // The words are left, so a move shows them.
        unoffered: [{ path: "reader.lives", choice: "here", count: 4, finished: 1 }],
      });
      expect(applications.unoffered[0]).not.toHaveProperty("missingText");
    });

    it("looks at applications where fixtures alone have mistakes, and names these with exit 1", async () => {
      await taken(await publish(shipped));
      const file = join(folder, `flows/${FLOW}/fixtures/child-with-consent.yaml`);
      const text = await readFile(file, "utf8");
      await writeFile(file, mustReplace(text, "screen: consent", "screen: consnt"));
      try {
        const { code, stdout } = await run("plan", FLOW);
        expect(code).toBe(1);
        expect(stdout).toContain("Applications in flight: 3 (1 more are finished); 3 unaffected");
        expect(stdout).toMatch(
          /Fixtures with mistakes, which keep[^]*child-with-consent\.yaml[^]*consnt/,
        );
      } finally {
        await writeFile(file, text);
      }
    });

    it("names values that were saved before their place was personal", async () => {
      const { applications } = await plan(withPrivateHome(shipped));
      expect(applications.newlyPrivate).toMatchObject([{ path: "reader.lives", count: 4 }]);
    });

    it("foyer seal seals them once the version is live", async () => {
      const visitor = await inTheMiddle(one);
      const open = async () =>
        one.database.query("select key from applications where state->'reader'->>'lives' = 'here'");
      expect((await open()).length).toBeGreaterThan(0);
      const later = withPrivateHome(shipped);
      await taken(await publish(later));
      const dry = await run("seal", FLOW, "--dry-run");
      expect(dry.stdout).toMatch(/reader\.lives: \d+ in states and \d+ in journals lie open/);
      expect((await open()).length).toBeGreaterThan(0);
      expect(await run("seal")).toMatchObject({ code: 0 });
      expect(await open()).toEqual([]);
      expect((await run("seal", FLOW)).stdout).toBe(`${FLOW}: nothing lies open\n`);
      // The applicant still finds the answer.
      const { data } = (await visitor.get(visitor.path.replace("confirm", "reader"))).json<{
        data: object;
      }>();
      expect(data).toMatchObject({ lives: "here" });
      expect((await visitor.act("submit", READER)).json()).toMatchObject({ screen: "confirm" });
      expect((await run("seal", "nowhere")).stderr).toContain("there is no flow nowhere");
    });

    it("--to looks at what a rollback would do", async () => {
      const first = await publish(shipped);
      const younger = edited(withoutFixtures(shipped), [
        `flows/${FLOW}/config/library.yaml`,
        "ageOfConsent: 16",
        "ageOfConsent: 5",
      ]);
      const second = await publish(younger);
      await taken(second);
      const { code, stdout } = await run("plan", FLOW, "--to", "previous");
      expect(code).toBe(0);
      expect(stdout).toContain(`${FLOW} ${second} → ${first}`);
      expect(stdout).toContain(
        "1 × confirm (resume/to-confirm) → consent (resume/consent-missing)",
      );
      expect(stdout).toContain("foyer rollback moves them with re-ask");
      expect(await run("plan", FLOW, "--to", first.slice(0, 8))).toMatchObject({ code: 0 });
      expect(await run("plan", FLOW, "--to", "0000")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("no published version is called 0000"),
      });
    });

    it("--to counts the answers that a rollback would restore", async () => {
      const first = await publish(shipped);
      await taken(first);
      for (const _ of [1, 2]) await inTheMiddle(one);
      const second = await publish(
        edited(withoutFixtures(shipped), [
          `flows/${FLOW}/config/library.yaml`,
          "ageOfConsent: 16",
          "ageOfConsent: 5",
        ]),
      );
      await taken(second);
      // As a re-ask leaves an application whose answer a version refuses.
      const asked = [{ path: "reader.lives", screen: "reader", field: "lives" }];
      const cleared = await one.database.query(
        "update applications set state = state #- '{reader,lives}', asked_again = $1, flow_version = $2 where key in (select key from applications where state->'reader'->>'lives' = 'here' and state->'application'->>'confirmed' is null order by key desc limit 2) returning id",
        [JSON.stringify(asked), second],
      );
      expect(cleared).toHaveLength(2);
      const { stdout } = await run("plan", FLOW, "--to", "previous");
      expect(stdout).toContain("and restores 2 answers that an earlier re-ask had cleared");
      expect(stdout).toContain("2 × restored with --in-flight move or re-ask: reader.lives");
      const { stdout: json } = await run("plan", FLOW, "--to", "previous", "--json");
      expect((JSON.parse(json) as { readonly restored: object }).restored).toEqual([
        { path: "reader.lives", count: 2, examples: expect.any(Array) },
      ]);
      await one.database.query("delete from applications");
    });

    it("names answers that a move keeps and that have no words any more, and what to write", async () => {
      const files = [
        `schemas/${FLOW}/state.yaml`,
        `schemas/${FLOW}/forms/reader.yaml`,
        `content/${FLOW}/en-US/options.yaml`,
        `content/${FLOW}/fr-CA/options.yaml`,
      ];
      const texts = new Map<string, string>();
      for (const file of files) {
        const text = await readFile(join(folder, file), "utf8");
        texts.set(file, text);
        const [from, to] = file.startsWith("content") ? ["  here:", "  town:"] : ["here,", "town,"];
        await writeFile(join(folder, file), mustReplace(text, from ?? "", to ?? ""));
      }
      try {
        await taken(await publish(shipped));
        const { stdout } = await run("plan", FLOW);
        expect(stdout).toContain(
          '4 × the answer "here" of reader.lives is no choice any more (1 of',
        );
        expect(stdout).toContain("there is no text options.lives.here");
        expect(stdout).toContain("`x-offered: { here: false }` at its field");
        expect(stdout).toContain("Forms:\n  reader: lives: choices + town − here\n");
      } finally {
        for (const [file, text] of texts) await writeFile(join(folder, file), text);
      }
    });
  });

  describe("applications in flight", () => {
    // The new version asks children only from twelve on, and says so on another page.
    const younger = () =>
      edited(withoutFixtures(shipped), [
        `flows/${FLOW}/config/library.yaml`,
        "ageOfConsent: 16",
        "ageOfConsent: 5",
      ]);

    it("pin: keep their version until they are finished", async () => {
      const before = hashOf(one);
      const visitor = await inTheMiddle(one, CHILD);
      expect(visitor.path).toMatch(/consent$/);
      const fresh = await publish(younger(), "pin");
      await taken(fresh);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        screen: "consent",
        version: before,
      });
      expect((await visitor.act("submit", { parent: "Ada Noor" })).json()).toMatchObject({
        screen: "confirm",
        version: before,
      });
      // Another node goes on with it all the same, also one that never served that version.
      expect((await visitor.act("submit")).json()).toMatchObject({ screen: "done" });
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        screen: "done",
        version: fresh,
      });
      expect((await inTheMiddle(two, CHILD)).path).toMatch(/confirm$/);
    });

    it("pin: keep a version that was stored in former words of the language", async () => {
      // `passOver` is `skip` now, and `waitMs` of fixtures is `wait`.
      const fixture = `flows/${FLOW}/fixtures/stored.yaml`;
      const former = new Map(
        edited(withoutFixtures(shipped), [
          `flows/${FLOW}/screens/consent.yaml`,
          "skip:",
          "passOver:",
        ]),
      ).set(
        fixture,
        "fixture: stored\ndescription: d\ngiven: { now: '2026-01-15T12:00:00.000Z' }\nsteps:\n  - { open: /library-card, waitMs: 90000 }\n",
      );
      expect(compileFlow(former, FLOW).ok).toBe(false);
      const hash = versionOf(former, FLOW);
      await versions.publish([
        {
          flow: FLOW,
          hash,
          sources: new Map([...former].filter(([path]) => path.includes(`/${FLOW}/`))),
          kind: "publish",
          author: "the release before",
          message: "former words",
          inFlight: "move",
          until: undefined,
        },
      ]);
      await taken(hash);
      const visitor = await inTheMiddle(one, CHILD);
      expect(visitor.path).toMatch(/consent$/);
      const fresh = await publish(younger(), "pin");
      await taken(fresh);
      // A node of this release that never served the version goes on with it.
      const upgraded = await node(await urlOf(one));
      const after = new Visitor(upgraded);
      after.cookie = visitor.cookie;
      after.path = visitor.path;
      after.revision = visitor.revision;
      expect((await after.get(visitor.path)).json()).toMatchObject({
        screen: "consent",
        version: hash,
      });
      expect((await after.act("submit", { parent: "Ada Noor" })).json()).toMatchObject({
        screen: "confirm",
        version: hash,
      });
    });

    it("pin: keep a version that today's checks refuse", async () => {
      const theme = `flows/${FLOW}/theme.yaml`;
      const pale = "\nlight: { accent: '#7fd4c8', onAccent: '#ffffff' }\n";
      const former = withoutFixtures(shipped);
      former.set(theme, `${shipped.get(theme) ?? ""}${pale}`);
      expect(compileFlow(former, FLOW).ok).toBe(false);
      const hash = versionOf(former, FLOW);
      await versions.publish([
        {
          flow: FLOW,
          hash,
          sources: new Map([...former].filter(([path]) => path.includes(`/${FLOW}/`))),
          kind: "publish",
          author: "the release before",
          message: "its checks took this",
          inFlight: "move",
          until: undefined,
        },
      ]);
      await taken(hash);
      const visitor = await inTheMiddle(one, CHILD);
      // It is what a node of this release starts with, and what its applications go on with.
      expect(hashOf(await node(await urlOf(one)))).toBe(hash);
      await taken(await publish(younger(), "pin"));
      expect((await visitor.act("submit", { parent: "Ada Noor" })).json()).toMatchObject({
        screen: "confirm",
        version: hash,
      });
    });

    it("pin until a date: move once it is over", async () => {
      const visitor = await inTheMiddle(one, CHILD);
      const fresh = await publish(younger(), "pin", new Date(Date.now() + 2500));
      await taken(fresh);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({ screen: "consent" });
      await sleep(2600);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        screen: "confirm",
        version: fresh,
      });
    });

    it("move: the next step uses the live version", async () => {
      const visitor = await inTheMiddle(one, CHILD);
      const fresh = await publish(younger(), "move");
      await taken(fresh);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        screen: "confirm",
        version: fresh,
      });
      expect((await visitor.act("submit")).json()).toMatchObject({
        screen: "done",
        version: fresh,
      });
    });

    const stricter = () =>
      edited(
        withoutFixtures(shipped),
        [`schemas/${FLOW}/forms/reader.yaml`, "enum: [here, elsewhere]", "enum: [town, elsewhere]"],
        [`schemas/${FLOW}/state.yaml`, "enum: [here, elsewhere]", "enum: [town, elsewhere]"],
        ...["en-US", "fr-CA"].map(
          (locale) => [`content/${FLOW}/${locale}/options.yaml`, "\n  here:", "\n  town:"] as const,
        ),
      );

    it("re-ask: asks again for answers that the new version refuses, with a notice and a journal entry", async () => {
      const visitor = await inTheMiddle(one);
      expect(visitor.path).toMatch(/confirm$/);
      const fresh = await publish(stricter(), "re-ask");
      await taken(fresh);
      const asked = (await visitor.get(visitor.path)).json<{
        screen: string;
        data: object;
        notices: { text: string }[];
      }>();
      expect(asked).toMatchObject({
        screen: "reader",
        version: fresh,
        data: { name: "Ada Noor", born: "1980/06/01" },
      });
      expect(asked.data).not.toHaveProperty("lives");
      expect(asked.notices[0]?.text).toMatch(/again.*: .+\?$/);
      // Told until it is answered, in French too.
      const french = (
        await visitor.get(visitor.path, { cookie: `${visitor.cookie ?? ""}; locale=fr-CA` })
      ).json<{ notices: { text: string }[] }>();
      expect(french.notices[0]?.text).toContain("de nouveau\u00a0: ");
      const cleared = async () =>
        one.database.query<{ events: { because: string; changes: object[] }[] }>(
          "select events from journal where because = 'version/re-ask'",
        );
      // Looking at the page has changed nothing: going back now would lose no answer.
      expect(await cleared()).toEqual([]);
      expect(
        await one.database.query("select state->'reader'->>'lives' as lives from applications"),
      ).toEqual([{ lives: "here" }]);
      const [submitted] = await one.database.query<{ events: object }>(
        "select events from journal where because = 'screen:reader/submit'",
      );
      expect(JSON.stringify(submitted?.events)).toContain('"here"');
      const answered = (await visitor.act("submit", { ...READER, lives: "town" })).json<{
        notices: object[];
      }>();
      expect(answered).toMatchObject({ screen: "confirm", notices: [] });
      const [kept] = await cleared();
      expect(kept?.events[0]?.changes).toEqual([{ path: "reader.lives", value: null }]);
      expect((await visitor.act("submit")).json()).toMatchObject({ screen: "done" });
    });

    it("re-ask: a page of the version before is answered with the page as it is now, never with an error", async () => {
      const visitor = await inTheMiddle(one);
      await taken(await publish(stricter(), "re-ask"));
      const response = await visitor.act("submit");
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        type: "urn:foyer:problem:updated",
        view: {
          screen: "reader",
          // One notice names the update and the repeated questions.
          notices: [{ text: expect.stringMatching(/again.*: .*\? What you typed is kept/) }],
        },
      });
    });

    it("move: whoever is led back by a new question reads which one, until it is answered", async () => {
      const visitor = await inTheMiddle(one);
      expect(visitor.path).toMatch(/confirm$/);
      const asking = edited(
        withoutFixtures(shipped),
        [`schemas/${FLOW}/forms/reader.yaml`, "[name, born, lives]", "[name, born, lives, proof]"],
        [`flows/${FLOW}/guards.yaml`, "reader.lives] }", "reader.lives, reader.proof] }"],
      );
      await taken(await publish(asking, "move"));
      const led = (await visitor.get(visitor.path)).json();
      expect(led).toMatchObject({
        screen: "reader",
        notices: [{ text: expect.stringMatching(/This is new: Proof of address\.$/) }],
      });
      const french = (
        await visitor.get(visitor.path, { cookie: `${visitor.cookie ?? ""}; locale=fr-CA` })
      ).json<{ notices: { text: string }[] }>();
      expect(french.notices[0]?.text).toContain("Ceci est nouveau\u00a0: ");
      // Said again where the answer is missing still.
      expect((await visitor.act("submit", READER)).statusCode).toBe(422);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        notices: [{ text: expect.stringContaining("This is new") }],
      });
      // Newcomers read nothing of it.
      const newcomer = new Visitor(one);
      await newcomer.get(`/${FLOW}`);
      expect((await newcomer.act("submit")).json()).toMatchObject({
        screen: "reader",
        notices: [],
      });
    });

    /** The library card whose name is asked as `called` and kept at the same place. */
    const renamed = () =>
      edited(
        withoutFixtures(shipped),
        [`schemas/${FLOW}/forms/reader.yaml`, "required: [name,", "required: [called,"],
        [`schemas/${FLOW}/forms/reader.yaml`, "  name: {", "  called: { x-bind: reader.name,"],
        [`schemas/${FLOW}/forms/reader.yaml`, "x-order: [name,", "x-order: [called,"],
        ...["en-US", "fr-CA"].map(
          (locale) =>
            [`content/${FLOW}/${locale}/screens/reader.yaml`, "\n  name:", "\n  called:"] as const,
        ),
      );

    it("move: what is typed into a renamed field of an open page is taken, and kept as a draft", async () => {
      const visitor = new Visitor(one);
      await visitor.get(`/${FLOW}`);
      await visitor.act("submit");
      expect((await visitor.type({ name: "Bo Lindqvist" })).statusCode).toBe(200);
      await taken(await publish(renamed(), "move"));
      // The new field shows the earlier draft. The open page still has the former field.
      const page = new Visitor(one);
      Object.assign(page, { cookie: visitor.cookie });
      expect((await page.get(visitor.path)).json()).toMatchObject({
        screen: "reader",
        data: { called: "Bo Lindqvist" },
      });
      expect((await visitor.type({ name: "Bo Lind", lives: "here" })).statusCode).toBe(200);
      expect((await page.get(visitor.path)).json()).toMatchObject({
        data: { called: "Bo Lind", lives: "here" },
      });
      expect((await visitor.act("submit", READER)).json()).toMatchObject({ screen: "confirm" });
      expect((await visitor.get(visitor.path.replace("confirm", "reader"))).json()).toMatchObject({
        data: { called: "Ada Noor" },
      });
    });

    it("move: a page that is gone leads on, with what was typed there for the same place", async () => {
      const visitor = new Visitor(one);
      await visitor.get(`/${FLOW}`);
      await visitor.act("submit");
      const moved = edited(renamed(), [
        `flows/${FLOW}/screens/reader.yaml`,
        "path: /{applicationId}/reader",
        "path: /{applicationId}/who",
      ]);
      await taken(await publish(moved, "move"));
      const response = await visitor.act("submit", { name: "Bo Lind", lives: "here" });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        type: "urn:foyer:problem:updated",
        view: {
          screen: "reader",
          data: { called: "Bo Lind", lives: "here" },
          notices: [{ id: "updated" }],
        },
      });
    });

    it("re-ask: keeps answers that are still valid", async () => {
      const visitor = await inTheMiddle(one);
      await taken(await publish(younger(), "re-ask"));
      expect((await visitor.act("submit")).json()).toMatchObject({ screen: "done", notices: [] });
    });

    it("rollback: the former version is live again, and applications continue with it", async () => {
      const before = hashOf(one);
      const fresh = await publish(younger(), "move");
      await taken(fresh);
      const visitor = await inTheMiddle(one, CHILD);
      expect(visitor.path).toMatch(/confirm$/);
      const to = versionBefore(await versions.history(FLOW), fresh) ?? "";
      expect(to).toBe(before);
      await versions.publish([
        {
          flow: FLOW,
          hash: to,
          kind: "rollback",
          author: "test",
          message: "back",
          inFlight: "re-ask",
          until: undefined,
        },
      ]);
      await taken(before);
      expect((await visitor.get(visitor.path)).json()).toMatchObject({
        screen: "consent",
        version: before,
      });
      expect((await versions.history(FLOW))[0]).toMatchObject({
        kind: "rollback",
        hash: before,
        author: "test",
      });
    });

    it("keeps members sealed that an older version does not know", async () => {
      const extended = edited(
        withoutFixtures(shipped),
        [
          `schemas/${FLOW}/state.yaml`,
          "name: { type: string, x-pii: personal }",
          "name: { type: string, x-pii: personal }\n      nick: { type: string, x-pii: personal }",
        ],
        [
          `flows/${FLOW}/screens/reader.yaml`,
          "submit: { then: resume }",
          "submit: { set: { reader.nick: { var: reader.name } }, then: resume }",
        ],
      );
      await taken(await publish(extended, "move"));
      const visitor = await inTheMiddle(one);
      await taken(await publish(shipped, "move"));
      expect((await visitor.act("submit")).json()).toMatchObject({ screen: "done" });
      expect(
        JSON.stringify(await one.database.query("select state from applications")),
      ).not.toContain("Noor");
    });
  });

  async function urlOf(service: Service): Promise<string> {
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/test");
    url.pathname = `/${row?.name ?? ""}`;
    return url.href;
  }
});
