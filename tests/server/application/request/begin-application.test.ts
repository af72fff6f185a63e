import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginApplication } from "../../../../server/application/request/begin-application.ts";
import { shippedLibrary } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { openStore } from "../../storage/stored-application.ts";
import { visitToolsOn } from "../visit-tools.ts";

const library = await shippedLibrary();
const flow = library.flows.get("library-card");
if (flow === undefined) throw new Error("there is no such flow");
const target = { flow, variant: { environment: "CI" } };

describe("beginApplication()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let tools: ReturnType<typeof visitToolsOn>;
  beforeAll(async () => {
    store = await openStore();
    const { database, vault } = store;
    tools = visitToolsOn({ database, vault, now: () => "2026-03-01T10:00:00.000Z" });
  });
  afterAll(async () => store?.close());

  it("begins another application each time without a key", async () => {
    const subject = randomBytes(32);
    const one = await beginApplication(target, { subject }, tools);
    const other = await beginApplication(target, { subject }, tools);
    expect(one).toMatchObject({ flow: "library-card", flowVersion: flow.version, revision: 0 });
    expect(other.key).not.toBe(one.key);
  });

  it("begins one application for all repetitions of a key", async () => {
    const subject = randomBytes(32);
    const key = "key-of-a-first-post";
    const begun = await Promise.all(
      [key, key, "key-of-another-post"].map(async (each) =>
        beginApplication(target, { subject, key: each }, tools),
      ),
    );
    expect(new Set(begun.map((record) => record.key)).size).toBe(2);
    expect(begun[1]?.key).toBe(begun[0]?.key);
  });
});
