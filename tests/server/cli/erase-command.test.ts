import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, describe, it } from "vitest";
import { eraseCommand } from "../../../server/cli/erase-command.ts";
import type { Database } from "../../../server/storage/database/database.ts";
import { AccessLog } from "../../../server/storage/repositories/access-log.ts";
import { Applications } from "../../../server/storage/repositories/applications.ts";
import { subjectOf } from "../../../server/storage/repositories/sessions.ts";
import { openVault } from "../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../service.ts";
import { openOwnDatabase } from "../storage/own-database.ts";
import { runCommand } from "./run-command.ts";

const KEY = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

describe("foyer erase --list and --again", { skip: !(await outsideIsUp()) }, () => {
  it("erase after a restore what was erased since the dump, and nothing else", async () => {
    const { database, url, close } = await openOwnDatabase();
    const folder = await mkdtemp(join(tmpdir(), "foyer-erasures-"));
    const env = { DATABASE_URL: url, FOYER_KEY: KEY, FOYER_ENV: "CI" };
    const insert = async (key: string, id: string | null) =>
      database.query(
        "insert into applications (key, id, flow, flow_version, variant, subject, state) values ($1, $2, 'library-card', 'v1', '{}', '', '{}')",
        [key, id],
      );
    const [named, unnamed, other] = [randomUUID(), randomUUID(), randomUUID()];
    const fill = async () => {
      await insert(named, "urn:app:1");
      await insert(unnamed, null);
      await insert(other, "urn:app:2");
    };
    await fill();
    for (const id of ["urn:app:1", unnamed])
      expect((await runCommand(eraseCommand, ["--application", id], env)).code).toBe(0);
    const { said: list } = await runCommand(eraseCommand, ["--list"], env);
    expect(list).toMatch(/^[0-9a-f]{64} \d{4}-\d\d-\d\d\n[0-9a-f]{64} \d{4}-\d\d-\d\d$/);

    await database.query("delete from applications");
    await fill();
    const file = join(folder, "erasures.txt");
    await writeFile(file, `${list}\n`);
    const again = await runCommand(eraseCommand, ["--again", file], env);
    expect(again.code).toBe(0);
    expect(await database.query("select id from applications")).toEqual([{ id: "urn:app:2" }]);
    expect((await runCommand(eraseCommand, ["--again", file], env)).said).toBe(
      "Nothing of the list is here.",
    );
    await writeFile(file, "Kim Lund");
    expect(await runCommand(eraseCommand, ["--again", file], env)).toMatchObject({ code: 2 });
    await close();
    await rm(folder, { recursive: true });
  });
});

describe("foyer erase --person", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, url, close } = await openOwnDatabase());
  });
  afterAll(() => close?.());

  const erase = async (person: string) =>
    runCommand(eraseCommand, ["--person", person], {
      DATABASE_URL: url,
      FOYER_KEY: KEY,
      FOYER_ENV: "CI",
    });

  it("goes on where an application cannot be erased, and lists it, with exit 1", async () => {
    const [issuer, kim] = ["https://sign-in.example", "kim-held"];
    const applications = new Applications(database, openVault(KEY));
    const owner = subjectOf({ issuer, subject: kim });
    const begin = async () =>
      applications.begin("library-card", "v1", { environment: "CI" }, owner);
    const keys = [(await begin()).key, (await begin()).key, (await begin()).key].toSorted();
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'held for a court'; end $$`,
    );
    await database.query(
      `create trigger held before delete on applications for each row when (old.key = '${keys[1]}') execute function refuse()`,
    );
    await database.query("insert into sessions (id_hash, subject) values ('\\x01', $1)", [owner]);
    const { code, said } = await erase(`${issuer}|${kim}`);
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`${keys[1]} failed: held for a court`),
    ]);
    const left = "select key from applications where subject = $1";
    expect(await database.query(left, [owner])).toEqual([{ key: keys[1] }]);
    expect(await database.query("select 1 from sessions where subject = $1", [owner])).toEqual([]);
    await database.query("drop trigger held on applications");
    expect((await erase(`${issuer}|${kim}`)).code).toBe(0);
  });

  it("closes the links that let the person into others, and names what stays there", async () => {
    const applications = new Applications(database, openVault(KEY));
    const [issuer, sam] = ["https://sign-in.example", "sam-owner"];
    const [owner, guest] = [
      subjectOf({ issuer, subject: "lu" }),
      subjectOf({ issuer, subject: sam }),
    ];
    const { key } = await applications.begin("library-card", "v1", { environment: "CI" }, owner);
    await database.query(
      `insert into grants (token_hash, application, call, place, made_with, role, thing, path, expires_at, used_by, used_at)
       values ('\\x07', $1, gen_random_uuid(), '/link', 'k', 'owner', 'o-1', '/', now() + interval '1 day', $2, now())`,
      [key, guest],
    );
    await database.query(
      "insert into guests (application, subject, role, thing, grant_hash) values ($1, $2, 'owner', 'o-1', '\\x07')",
      [key, guest],
    );
    const { said } = await erase(`${issuer}|${sam}`);
    expect(said).toContain(`${key} keeps what the person gave there as owner o-1`);
    expect(
      await database.query("select used_by, revoked_at is null as living from grants", []),
    ).toEqual([{ used_by: null, living: false }]);
    expect((await erase(`${issuer}|${sam}`)).said).not.toContain("keeps what the person gave");
  });

  it("leaves the person's own looks and attempts at others in the access log, and says so", async () => {
    const vault = openVault(KEY);
    const applications = new Applications(database, vault);
    const accessLog = new AccessLog(database, vault);
    const [issuer, kim, robin] = ["https://sign-in.example", "kim", "robin"];
    const begin = async (subject: string) => {
      const owner = subjectOf({ issuer, subject });
      return applications.begin("library-card", "v1", { environment: "CI" }, owner);
    };
    const look = async (by: string, application: string | undefined) =>
      accessLog.note({
        application,
        role: "staff",
        person: { issuer, subject: by, name: by },
        subject: subjectOf({ issuer, subject: by }),
        kind: application === undefined ? "refused" : "looked",
        path: "",
      });
    const [ofKim, ofRobin] = [await begin(kim), await begin(robin)];
    await look(robin, ofKim.key);
    await look(robin, ofRobin.key);
    await look(robin, undefined);
    await look(kim, ofRobin.key);
    const { code, said } = await erase(`${issuer}|${robin}`);
    expect(code).toBe(0);
    expect(said).toContain("The access log keeps 2 of the person's looks and attempts at others.");
    expect(await accessLog.at(ofRobin.key)).toEqual([]);
    expect(await accessLog.at(ofKim.key)).toHaveLength(1);
    expect(await accessLog.at(undefined)).toHaveLength(1);
    expect((await erase(`${issuer}|${kim}`)).said).not.toContain("access log keeps");
    expect((await erase(`${issuer}|${robin}`)).said).toMatch(/nothing to erase.*\n.*keeps 1 of/);
  });
});
