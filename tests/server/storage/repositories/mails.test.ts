import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Mails } from "../../../../server/storage/repositories/mails.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const MAIL = {
  to: "kim@canary.example",
  name: "Kim Lund",
  subject: "Verify your identity",
  text: "Open the link",
  html: "<p>Open the link</p>",
  links: ["https://signup.example/owners/1?grant=t"],
};

describe("Mails", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let mails: Mails;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    mails = new Mails(database, openVault(Buffer.alloc(32, 7).toString("base64")));
  });
  afterAll(() => close?.());

  const claim = async (key: string, request = "Open the link", by = mails) =>
    by.claim({
      key,
      request,
      template: "invite-owner",
      locale: "en-US",
      mail: MAIL,
    });

  /** Claims a mail that is free. */
  const mine = async (key: string) => {
    const claimed = await claim(key);
    if (claimed.kind !== "mine") throw new Error(`The mail is ${claimed.kind}`);
    return claimed.lease;
  };
  const standing = async (...claiming: Parameters<typeof claim>) => (await claim(...claiming)).kind;

  it("gives the sending of a mail to one caller, however many ask at once", async () => {
    const key = randomUUID();
    const claims = await Promise.all(Array.from({ length: 8 }, async () => claim(key)));
    expect(claims.filter((each) => each.kind === "mine")).toHaveLength(1);
    expect(claims.filter((each) => each.kind === "under-way")).toHaveLength(7);
  });

  it("gives no mail out again that was sent", async () => {
    const key = randomUUID();
    const lease = await mine(key);
    await mails.sent(lease);
    expect(await standing(key)).toBe("sent");
    await mails.notSent(lease);
    expect(await standing(key)).toBe("sent");
  });

  it("refuses a key that was used for another mail", async () => {
    const key = randomUUID();
    const lease = await mine(key);
    expect(await standing(key, "Another text")).toBe("other");
    await mails.notSent(lease);
    expect(await standing(key, "Another text")).toBe("other");
  });

  it("keeps no hash by which a request can be guessed", async () => {
    const key = randomUUID();
    await claim(key);
    const [row] = await database.query<{ request_hash: Buffer }>(
      "select request_hash from mails where key = $1",
      [key],
    );
    expect(row?.request_hash).not.toEqual(createHash("sha256").update("Open the link").digest());
  });

  it("knows a request again after a rotation of the key, and from the release before", async () => {
    const [one, former] = [randomUUID(), randomUUID()];
    for (const key of [one, former]) {
      await mails.notSent(await mine(key));
    }
    await database.query("update mails set request_hash = $2 where key = $1", [
      former,
      createHash("sha256").update("Open the link").digest(),
    ]);
    const [old, fresh] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString("base64"));
    const rotated = new Mails(database, openVault(`k2:${fresh},k1:${old}`));
    for (const key of [one, former]) {
      expect(await standing(key, "Another text", rotated)).toBe("other");
      expect(await standing(key, "Open the link", rotated)).toBe("mine");
    }
  });

  it("gives a mail to the next caller after a failed attempt, and after a sender that died", async () => {
    const key = randomUUID();
    await mails.notSent(await mine(key));
    expect(await standing(key)).toBe("mine");
    expect(await standing(key)).toBe("under-way");
    await database.query(
      "update mails set sending_until = now() - interval '1 second' where key = $1",
      [key],
    );
    expect(await standing(key)).toBe("mine");
  });

  it("takes nothing from a sender that lost its lease", async () => {
    const key = randomUUID();
    const slow = await mine(key);
    const over = "update mails set sending_until = now() - interval '1 second' where key = $1";
    await database.query(over, [key]);
    const next = await mine(key);
    await mails.notSent(slow);
    expect(await standing(key)).toBe("under-way");
    await database.query(over, [key]);
    await mails.renew(slow);
    const last = await mine(key);
    await mails.sent(next);
    expect(await standing(key)).toBe("under-way");
    await mails.sent(last);
    expect(await standing(key)).toBe("sent");
  });

  it("lists sent mail for the inbox, newest first, and keeps it sealed", async () => {
    const [first, second, unsent] = [randomUUID(), randomUUID(), randomUUID()];
    await claim(unsent);
    for (const key of [first, second]) await mails.sent(await mine(key));
    const [latest, before] = await mails.latest(2);
    expect(latest).toMatchObject({ ...MAIL, template: "invite-owner", locale: "en-US" });
    expect(Number(latest?.id)).toBeGreaterThan(Number(before?.id));
    const rows = await database.query<{ body: string }>(
      "select convert_from(body, 'UTF8') as body from mails where key = any($1)",
      [[first, second, unsent]],
    );
    expect(rows).toHaveLength(3);
    for (const { body } of rows) expect(body).not.toMatch(/canary|Kim Lund/);
  });

  it("shows no mail with a box from another row", async () => {
    const [one, another] = [randomUUID(), randomUUID()];
    for (const key of [one, another]) {
      await mails.sent(await mine(key));
    }
    const before = (await mails.latest()).length;
    await database.query(
      "update mails set body = (select body from mails where key = $1) where key = $2",
      [one, another],
    );
    expect(await mails.latest()).toHaveLength(before - 1);
  });

  it("forgets mails after a month", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const key of [old, young]) await claim(key);
    await database.query("update mails set asked_at = now() - interval '31 days' where key = $1", [
      old,
    ]);
    await mails.forgetOld();
    expect(await standing(old)).toBe("mine");
    expect(await standing(young)).toBe("under-way");
  });
});
