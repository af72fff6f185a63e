import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Applications } from "../../../../server/storage/repositories/applications.ts";
import { callPlace, Calls } from "../../../../server/storage/repositories/calls.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("Calls", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let calls: Calls;
  const vault = openVault(Buffer.alloc(32, 7).toString("base64"));
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    calls = new Calls(database, vault);
  });
  afterAll(() => close?.());

  /** A call that waits for an answer; its lease ends so many seconds from now. */
  const waiting = async (leaseSeconds: number) => {
    const { key } = await new Applications(database, vault).begin(
      "library-card",
      "v1",
      { portal: "library", market: "town", environment: "CI" },
      Buffer.alloc(32),
    );
    const id = randomUUID();
    await database.query(
      "insert into calls (id, application, name, request, leased_until) values ($1, $2, 'create', $3, now() + make_interval(secs => $4))",
      [id, key, Buffer.from(vault.seal('{"call":"create"}', callPlace(key, id))), leaseSeconds],
    );
    return { application: key, id };
  };

  it("takes over a call with an expired lease, and no other", async () => {
    const over = await waiting(-1);
    expect(await calls.claim(over.application, 60_000)).toMatchObject({
      id: over.id,
      request: { call: "create" },
    });
    const leased = await waiting(60);
    expect(await calls.claim(leased.application, 60_000)).toBeUndefined();
  });

  it("gives a call to one of several nodes that ask at once", async () => {
    const { application } = await waiting(-1);
    const taken = await Promise.all(
      Array.from({ length: 6 }, async () => calls.claim(application, 60_000)),
    );
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it("keeps a call with its maker for as long as it is renewed", async () => {
    const { application, id } = await waiting(-1);
    await calls.renew({ id, taken: 0 }, 60_000);
    expect(await calls.claim(application, 60_000)).toBeUndefined();
  });

  it("is no longer renewed, or held, by a maker whose lease was lost", async () => {
    const { application, id } = await waiting(-1);
    const first = { id, taken: 0 };
    expect(await calls.isHeld(first)).toBe(true);
    const next = await calls.claim(application, 0);
    await calls.renew(first, 60_000);
    expect(await calls.isHeld(first)).toBe(false);
    expect(await calls.claim(application, 60_000)).toMatchObject({ id, taken: 2 });
    expect(next).toMatchObject({ id, taken: 1 });
  });

  it("leaves a call with an unreadable request to a node that has the key", async () => {
    const { application } = await waiting(-1);
    const other = new Calls(database, openVault(Buffer.alloc(32, 9).toString("base64")));
    expect(await other.claim(application, 0)).toBeUndefined();
    expect(await calls.claim(application, 60_000)).toBeDefined();
  });
});
