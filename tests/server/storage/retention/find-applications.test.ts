import { randomBytes } from "node:crypto";
import { allOf } from "../all-of.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { Drafts } from "../../../../server/storage/repositories/drafts.ts";
import {
  applicationsNaming,
  dueApplications,
} from "../../../../server/storage/retention/find-applications.ts";
import { editableLibrary } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../stored-application.ts";

const FLOW = "library-card";
const VARIANT = { portal: "library", market: "town", environment: "CI" };
const NOW = "2026-06-01T00:00:00.000Z";
const flow = (await editableLibrary()).flows.get(FLOW);
if (flow === undefined) throw new Error("there is no such flow");

describe("find-applications", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());
  beforeEach(async () => {
    await store.database.query("truncate applications cascade");
  });

  /** An application that had its last step some days before now. */
  async function applicationOf(changes: JsonObject, daysAgo = 0, variant: object = VARIANT) {
    const { applications, database } = store;
    const begun = await applications.begin(FLOW, "v1", variant as never, randomBytes(32));
    const { key } = await keepStep(applications, begun, {
      changes,
      pii: [{ path: "reader.name", kind: "personal" }],
    });
    await database.query("update applications set updated_at = $2 where key = $1", [
      key,
      new Date(Date.parse(NOW) - daysAgo * 86_400_000),
    ]);
    return key;
  }
  const due = async () => {
    const found = await allOf(dueApplications(flow, store.applications, "CI", NOW));
    return Object.fromEntries(found.map(({ key, because }) => [key, because]));
  };

  it("dueApplications() finds those past the days of the first row that holds", async () => {
    const old = await applicationOf({ "application.id": "urn:card:1" }, 31);
    await applicationOf({ "application.id": "urn:card:2" }, 29);
    const confirmed = { "application.id": "urn:card:3", "application.confirmed": true };
    await applicationOf(confirmed, 31);
    const oldest = await applicationOf({ ...confirmed, "application.id": "urn:card:4" }, 366);
    expect(await due()).toEqual({ [old]: "unconfirmed", [oldest]: "confirmed" });
  });

  it("dueApplications() omits one whose variant the flow no longer has", async () => {
    await applicationOf({ "application.id": "urn:card:5" }, 400, { market: "moon" });
    const known = await applicationOf({ "application.id": "urn:card:6" }, 400);
    expect(Object.keys(await due())).toEqual([known]);
  });

  it("dueApplications() leaves one with a value that cannot be decrypted", async () => {
    const named = { "application.id": "urn:card:7", "reader.name": "Ada Noor" };
    const key = await applicationOf(named, 400);
    expect(Object.keys(await due())).toEqual([key]);
    await store.database.query(
      `update applications set state = jsonb_set(state, '{reader,name,$sealed}', '"broken"') where key = $1`,
      [key],
    );
    expect(await due()).toEqual({});
  });

  it("applicationsNaming() finds a text alone or among others, in answers and drafts, ignoring case", async () => {
    const { applications, database, vault } = store;
    const drafts = new Drafts(database, vault);
    const answered = await applicationOf({ "reader.name": "Ada@Noor.example" });
    const among = await applicationOf({ "reader.name": "or ada@noor.example" });
    await applicationOf({ "reader.name": "ada@noor" });
    const listed = await applicationOf({ "reader.others": ["x", "ADA@noor.example"] });
    const typed = await applicationOf({ "reader.name": "Eve" });
    const place = { subject: randomBytes(32), screen: "reader", resource: "" };
    const draft = { data: { name: "ada@noor.example" }, over: { name: null } };
    for (const application of [answered, typed])
      await drafts.save({ ...place, application }, draft, { files: [], revision: 1, days: 1 });
    const found = await applicationsNaming("ada@NOOR.example", [FLOW], applications, drafts);
    expect(Object.fromEntries(found.map(({ key, because }) => [key, because]))).toEqual({
      [answered]: "reader.name",
      [among]: "reader.name",
      [listed]: "reader.others.1",
      [typed]: "typed on reader.name",
    });
    expect(found).toHaveLength(4);
    expect(await applicationsNaming("ada@noor.example", ["other"], applications, drafts)).toEqual(
      [],
    );
  });
});
