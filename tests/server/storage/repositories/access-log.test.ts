import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { AccessLog } from "../../../../server/storage/repositories/access-log.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const STAFF = { issuer: "https://id.example", subject: "staff-canary", name: "Sam Canary" };

describe("AccessLog", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let log: AccessLog;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    log = new AccessLog(database, openVault(Buffer.alloc(32, 7).toString("base64")));
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

  const entry = {
    role: "staff",
    person: { ...STAFF, role: "staff", email: "sam@canary.example" },
    subject: randomBytes(32),
  };

  it("reads the entries of an application in their order, with who and why", async () => {
    const application = await newApplication();
    await log.note({
      ...entry,
      application,
      kind: "began",
      path: "/a/bank",
      reason: "Ticket canary-1",
    });
    await log.note({ ...entry, application, kind: "looked", path: "/a/bank" });
    await log.note({ ...entry, application: await newApplication(), kind: "looked", path: "/" });
    expect(await log.at(application)).toMatchObject([
      { kind: "began", path: "/a/bank", role: "staff", who: STAFF, reason: "Ticket canary-1" },
      { kind: "looked", path: "/a/bank", role: "staff", who: STAFF, reason: undefined },
    ]);
  });

  it("keeps who and why sealed, and nothing of a person but issuer, id and name", async () => {
    const application = await newApplication();
    await log.note({
      ...entry,
      application,
      kind: "began",
      path: "/",
      reason: "A canary of a reason",
    });
    const [row] = await database.query("select * from looks where application = $1", [application]);
    expect(JSON.stringify(row)).not.toMatch(/canary/i);
    const [read] = await log.at(application);
    expect(Object.keys(read?.who ?? {}).toSorted()).toEqual(["issuer", "name", "subject"]);
  });

  it("opens no entry that was moved to another application", async () => {
    const [one, another] = [await newApplication(), await newApplication()];
    await log.note({ ...entry, application: one, kind: "looked", path: "/" });
    await database.query("update looks set application = $2 where application = $1", [
      one,
      another,
    ]);
    await expect(log.at(another)).rejects.toThrow();
  });
});
