import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { ApplicationReads } from "../../../../server/storage/repositories/application-reads.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

it(
  "ApplicationReads deletes answers after a minute, and reads without one after a day",
  { skip: !(await outsideIsUp()) },
  async () => {
    const { database, close } = await openOwnDatabase();
    const reads = new ApplicationReads(
      database,
      openVault(`k1:${Buffer.alloc(32, 7).toString("base64")}`),
    );
    const claim = async (id: string) =>
      (await reads.claim({ flow: "card", id, subject: randomBytes(32) }, 9000)).ticket;
    const answered = await claim("answered");
    const fresh = await claim("fresh");
    const left = await claim("left");
    const begun = await claim("begun");
    for (const ticket of [answered, fresh])
      await reads.answer(ticket, { status: 200, answer: { name: "Ysolde" } });
    await database.query(
      "update application_reads set answered_at = now() - interval '2 minutes' where ticket = $1",
      [answered],
    );
    await database.query(
      "update application_reads set leased_until = now() - interval '2 days' where ticket = $1",
      [left],
    );
    expect(await reads.forgetOld()).toBe(false);
    const rows = await database.query<{ ticket: string }>("select ticket from application_reads");
    expect(rows.map(({ ticket }) => ticket).toSorted()).toEqual([fresh, begun].toSorted());
    await close();
  },
);
