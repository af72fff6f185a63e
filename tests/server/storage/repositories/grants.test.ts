import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Grants, type NewGrant } from "../../../../server/storage/repositories/grants.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("Grants", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let grants: Grants;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    grants = new Grants(database);
  });
  afterAll(() => close?.());

  async function newApplication(): Promise<string> {
    const key = randomUUID();
    await database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values ($1, 'f', 'v', '{}', $2, '{}')",
      [key, randomBytes(32)],
    );
    return key;
  }

  const linkOf = (application: string, changes: Partial<NewGrant> = {}): NewGrant => ({
    tokenHash: randomBytes(32),
    application,
    call: randomUUID(),
    place: "body/link",
    madeWith: "k1",
    role: "owner",
    resource: "urn:o:1",
    path: "/owners/urn:o:1",
    lifetimeMs: 60_000,
    ...changes,
  });

  async function issued(changes: Partial<NewGrant> = {}): Promise<NewGrant> {
    const link = linkOf(await newApplication(), changes);
    await grants.issue(link);
    return link;
  }

  it("lets the first visitor in by a link, again and again, and no other", async () => {
    const link = await issued();
    const [first, second] = [randomBytes(32), randomBytes(32)];
    expect(await grants.redeem(link.tokenHash, first)).toBe(true);
    expect(await grants.redeem(link.tokenHash, first)).toBe(true);
    expect(await grants.redeem(link.tokenHash, second)).toBe(false);
    expect(await grants.givenTo(first, link.application)).toEqual([
      { role: "owner", resource: "urn:o:1" },
    ]);
    expect(await grants.givenTo(second, link.application)).toEqual([]);
  });

  it("lets one visitor in, however many open a link at once", async () => {
    const link = await issued();
    const taken = await Promise.all(
      Array.from({ length: 8 }, async () => grants.redeem(link.tokenHash, randomBytes(32))),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("admits no visitor by an expired link, except its own visitor", async () => {
    const link = await issued();
    const visitor = randomBytes(32);
    await grants.redeem(link.tokenHash, visitor);
    await database.query(
      "update grants set expires_at = now() - interval '1 second' where token_hash = $1",
      [link.tokenHash],
    );
    expect((await grants.find(link.tokenHash))?.state).toBe("expired");
    expect(await grants.redeem(link.tokenHash, visitor)).toBe(true);
    const unused = await issued({ lifetimeMs: -1 });
    expect(await grants.redeem(unused.tokenHash, visitor)).toBe(false);
  });

  it("revokes the earlier link for the same role and resource, and its visitor's grant", async () => {
    const earlier = await issued();
    const visitor = randomBytes(32);
    await grants.redeem(earlier.tokenHash, visitor);
    const later = linkOf(earlier.application);
    const other = linkOf(earlier.application, { resource: "urn:o:2" });
    await grants.issue(other);
    await grants.issue(later);
    expect((await grants.find(earlier.tokenHash))?.state).toBe("revoked");
    expect((await grants.find(other.tokenHash))?.state).toBe("living");
    expect(await grants.redeem(earlier.tokenHash, visitor)).toBe(false);
    expect(await grants.givenTo(visitor, earlier.application)).toEqual([]);
  });

  it("does not revoke a newer link when an earlier call is repeated late", async () => {
    const earlier = await issued();
    const later = linkOf(earlier.application);
    await grants.issue(later);
    await grants.issue({ ...earlier, tokenHash: randomBytes(32) });
    expect((await grants.find(later.tokenHash))?.state).toBe("living");
  });

  it("remembers the key that a call's link was made with", async () => {
    const link = await issued({ madeWith: "k7" });
    expect(await grants.madeWith(link.call, link.place)).toBe("k7");
    expect(await grants.madeWith(link.call, "elsewhere")).toBeUndefined();
  });

  it("knows no link by another token", async () => {
    await issued();
    expect(await grants.find(randomBytes(32))).toBeUndefined();
    expect(await grants.redeem(randomBytes(32), randomBytes(32))).toBe(false);
  });
});
