import { randomBytes, randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { CallRequest, InputContext } from "../../../../engine/transition/input.ts";
import type { FlowTools } from "../../../../server/application/flow-tools.ts";
import { resumePendingCalls } from "../../../../server/application/visit/resume-calls.ts";
import { stepUnattended } from "../../../../server/application/visit/unattended-visit.ts";
import { createLibrary } from "../../../../server/definitions/flow-library.ts";
import type { ApplicationRecord } from "../../../../server/storage/repositories/applications.ts";
import { Journal } from "../../../../server/storage/repositories/journal.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";
import { outsideIsUp } from "../../service.ts";
import { openStore } from "../../storage/stored-application.ts";
import { visitToolsOn } from "../visit-tools.ts";

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);
const READER = "flows/library-card/screens/reader.yaml";
sources
  .set(
    "flows/library-card/calls/post.yaml",
    "calls:\n  ask: { description: Asks, service: post, method: POST, path: /ask, timeoutMs: 5000, set: { application.confirmed: { var: answer.yes } } }\n",
  )
  .set(
    "flows/library-card/services.yaml",
    "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
  )
  .set(
    READER,
    mustReplace(
      sources.get(READER),
      "actions:",
      "actions:\n  ask: { style: none, form: false, call: ask, then: resume }",
    ),
  );
const compiled = compileFlow(sources, "library-card", ["LOCAL"]);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems, null, 1));
const [variant = { portal: "library", market: "town", environment: "LOCAL" }] =
  compiled.flow.variants;
const flow = compiled.flow.variant(variant);
const { version } = compiled.flow;
const ID = "urn:card:1";
const STATE = {
  application: { id: ID },
  reader: { name: "Ada Noor", born: "1980-06-01", lives: "here" },
};
const NOW = "2026-03-01T10:00:00.000Z";
const context: InputContext = { now: NOW, variant, locale: "en-US", signedIn: false, uuids: [] };

const REQUEST: CallRequest = {
  call: "ask",
  service: "post",
  method: "POST",
  path: "/ask",
  headers: {},
  timeoutMs: 5000,
  continuation: {
    path: `/library-card/${ID}/reader`,
    screen: "reader",
    action: "ask",
    remaining: [],
    then: "resume",
    form: {},
    with: null,
    query: {},
  },
};

describe("resumePendingCalls()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let post: FastifyInstance;
  let url: string;
  let keys: unknown[];
  let isAway = false;
  /** What the service waits for before it answers. */
  let answers: Promise<void>;
  beforeAll(async () => {
    store = await openStore();
    post = fastify();
    post.post("/ask", async ({ headers, raw }) => {
      keys.push(headers["idempotency-key"]);
      if (isAway) raw.socket.destroy();
      await answers;
      return { yes: true };
    });
    url = await post.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await post?.close();
    await store?.close();
  });
  beforeEach(() => {
    keys = [];
    isAway = false;
    answers = Promise.resolve();
  });

  /** An application whose call has no answer; its lease is over. */
  async function interrupted(
    request: CallRequest = REQUEST,
    leaseMs = -1000,
  ): Promise<{ readonly record: ApplicationRecord; readonly call: string }> {
    const { applications, database } = store;
    await database.query("truncate applications cascade");
    const begun = await applications.begin("library-card", version, variant, randomBytes(32));
    const call = randomUUID();
    const record = await applications.saveStep({
      record: begun,
      state: STATE,
      events: [],
      reports: [],
      input: {
        kind: "act",
        path: REQUEST.continuation.path,
        action: "ask",
        data: {},
        query: {},
        context,
      },
      pii: flow.pii,
      flowVersion: version,
      call: { id: call, request, leaseMs, idempotencyKey: undefined },
    });
    if (record === undefined) throw new Error("another step was faster");
    return { record, call };
  }
  const toolsHere = () => {
    const tools = visitToolsOn({ ...store, now: () => NOW });
    return { ...tools, targets: { ...tools.targets, environment: { POST_URL: url } } };
  };
  const resume = async (record: ApplicationRecord) =>
    resumePendingCalls({ flow, version, record, context }, toolsHere());

  it("repeats the call under its own key, saves its answer and advances", async () => {
    const { record, call } = await interrupted();
    const resumed = await resume(record);
    expect(resumed).toMatchObject({ next: { kind: "screen", screen: "done" }, wasOpen: false });
    expect(keys).toEqual([call]);
    const now = await store.applications.byKey(record.key);
    expect(now).toMatchObject({
      calling: false,
      revision: 2,
      state: { application: { id: ID, confirmed: true } },
    });
    const journal = await new Journal(store.database, store.vault).of(ID);
    expect(journal?.entries.at(-1)?.input).toMatchObject({ kind: "result" });
  });

  it("leaves a call to the process that holds its lease", async () => {
    const { record } = await interrupted(REQUEST, 60_000);
    expect(await resume(record)).toBeUndefined();
    expect(keys).toEqual([]);
  });

  it("does nothing for an application without a pending call", async () => {
    const { record } = await interrupted();
    await resume(record);
    expect(await resume(record)).toBeUndefined();
    expect(keys).toHaveLength(1);
  });

  it("gives the call to one of two requests that resume it at once", async () => {
    const { record } = await interrupted();
    const both = await Promise.all([resume(record), resume(record)]);
    expect(both.filter((each) => each === undefined)).toHaveLength(1);
    expect(keys).toHaveLength(1);
  });

  it("reports that an open call was answered before, and marks the attempt as repeated", async () => {
    const { record, call } = await interrupted({ ...REQUEST, repeat: "same-key" });
    await store.database.query("update calls set outcome = 'timeout' where id = $1", [call]);
    expect(await resume(record)).toMatchObject({ wasOpen: true });
    const journal = await new Journal(store.database, store.vault).of(ID);
    expect(journal?.entries.at(-1)?.input).toMatchObject({ request: { repeated: true } });
  });

  it("applies the answer to the latest state where another step was saved meanwhile", async () => {
    const { record } = await interrupted();
    await store.database.query(
      "update applications set revision = 7, bound_revision = 7 where key = $1",
      [record.key],
    );
    expect(await resume(record)).toMatchObject({ record: { revision: 8, calling: false } });
    expect(keys).toHaveLength(1);
  });

  it.each([
    ["an open call", "timeout"],
    ["an interrupted call", null],
  ])("stepUnattended(): one event makes %s once where it stays open", async (_, outcome) => {
    const { record, call } = await interrupted({ ...REQUEST, repeat: "same-key" });
    await store.database.query("update calls set outcome = $2 where id = $1", [call, outcome]);
    isAway = true;
    const flows: FlowTools = {
      library: () => createLibrary(new Map([["library-card", compiled.flow]]), sources),
      olderVersion: async () => Promise.resolve(undefined),
      versionsOf: async () => Promise.resolve([]),
      providersOf: () => ({}),
      environment: "LOCAL",
    };
    const step = async () => Promise.resolve("stepped");
    expect(await stepUnattended(record.key, { ...toolsHere(), ...flows }, step)).toBeUndefined();
    expect(keys).toEqual([call]);
  });

  it("applies the answer once where another process took the call over", async () => {
    const { record, call } = await interrupted();
    let answer: () => void = () => undefined;
    answers = new Promise((resolve) => (answer = resolve));
    const first = resume(record);
    await expect.poll(() => keys.length).toBe(1);
    // The renewals of the first process do not arrive.
    await store.database.query("update calls set leased_until = now() - interval '1 second'");
    const second = resume(record);
    await expect.poll(() => keys.length).toBe(2);
    answer();
    const both = await Promise.all([first, second]);
    expect(both.filter((each) => each === "stale")).toHaveLength(1);
    expect(keys).toEqual([call, call]);
    expect(await store.applications.byKey(record.key)).toMatchObject({ revision: 2 });
  });

  it("applies no late answer while a call that followed is pending", async () => {
    const { record } = await interrupted();
    let answer: () => void = () => undefined;
    answers = new Promise((resolve) => (answer = resolve));
    const late = resume(record);
    await expect.poll(() => keys.length).toBe(1);
    // Another process answered the call, and the step began the next one.
    await store.database.query("update calls set answered_at = now(), outcome = '200'");
    await store.database.query(
      "insert into calls (id, application, name, request, leased_until) select $1, application, name, request, now() + interval '1 hour' from calls",
      [randomUUID()],
    );
    await store.database.query("update applications set revision = 7, bound_revision = 7");
    answer();
    expect(await late).toBe("stale");
    expect(await store.applications.byKey(record.key)).toMatchObject({ revision: 7 });
  });
});
