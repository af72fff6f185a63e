import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { openStore } from "../stored-application.ts";

const VARIANT = { portal: "library", market: "town", environment: "CI" };
const DUE = "2026-03-01T10:00:00.000Z";

describe("Applications", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());

  /** A due application, and the leases of two passes over it: the first one has lost it. */
  const takenTwice = async () => {
    const { applications, database } = store;
    const record = await applications.begin("library-card", "v1", VARIANT, Buffer.alloc(32, 1));
    await applications.makeDue(record.key);
    const [lost] = await applications.claimDue(1, 30_000);
    await applications.makeDue(record.key);
    const [held] = await applications.claimDue(1, 60_000);
    const row = async () =>
      (
        await database.query<{ timers: unknown; at: string | null }>(
          "select timers, due_at::text as at from applications where key = $1",
          [record.key],
        )
      )[0];
    return { record, lost, held, row };
  };

  it("sets no timers in a pass that lost its lease", async () => {
    const { record, lost, held, row } = await takenTwice();
    const timers = [{ id: "remind", since: DUE, due: DUE, fired: 0 }];
    await store.applications.setTimers(record, timers, lost);
    expect(await row()).toEqual({ timers: null, at: held?.until });
    await store.applications.setTimers(record, timers, held);
    expect(await row()).toMatchObject({ timers });
  });

  it("puts no pass off after its lease was lost", async () => {
    const { record, lost, held, row } = await takenTwice();
    await store.applications.putOff(record, 600_000, lost);
    expect((await row())?.at).toBe(held?.until);
    await store.applications.putOff(record, 600_000, held);
    expect((await row())?.at).not.toBe(held?.until);
  });

  it.each([
    [
      "a timer and the result of its call",
      "timer",
      "@timer nightly",
      "@timer nightly",
      [true, false],
    ],
    ["a timer of an earlier release", "timer", "timer nightly", undefined, [true, false]],
    ["a mailed link and the result of its call", "link", "@link end", "@link end", [false, true]],
    ["people of a role named timer", "act", "timer robin", "timer robin", [false, false]],
    ["people of a role named link", "act", "link robin", "link robin", [false, false]],
    [
      "the results of calls of a role named timer",
      "result",
      "timer robin",
      undefined,
      [false, false],
    ],
  ])("tells steps of %s", async (_, kind, actor, resulting, [onlyTimers, onlyLinks]) => {
    const { applications, database } = store;
    const { key } = await applications.begin("library-card", "v1", VARIANT, Buffer.alloc(32, 3));
    const steps = [
      { revision: 1, kind, actor },
      ...(resulting === undefined ? [] : [{ revision: 2, kind: "result", actor: resulting }]),
    ];
    await database.query(
      `insert into journal (application, revision, at, kind, because, flow_version, events, input, actor)
       select $1, revision, now(), kind, '', 'v1', '[]', '', actor
       from jsonb_to_recordset($2::jsonb) as step (revision int, kind text, actor text)`,
      [key, JSON.stringify(steps)],
    );
    expect(await applications.stepsSince(key, 0)).toEqual({
      onlyTimers,
      onlyLinks,
      changes: false,
    });
  });

  it("leaves an application in its variant that got an id meanwhile", async () => {
    const { applications, database } = store;
    const record = await applications.begin("library-card", "v1", VARIANT, Buffer.alloc(32, 2));
    const elsewhere = { ...VARIANT, market: "county" };
    expect((await applications.moveTo(record, elsewhere)).variant).toEqual(elsewhere);
    await database.query("update applications set id = 'urn:card:x' where key = $1", [record.key]);
    expect((await applications.moveTo(record, elsewhere)).variant).toEqual(VARIANT);
  });
});
