import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tablesCommand } from "../../../server/cli/tables-command.ts";
import { versionsCommand } from "../../../server/cli/versions-command.ts";
import { PROJECT } from "../../definitions.ts";
import { createOutsideDatabase, type OutsideDatabase } from "../../outside-postgres.ts";
import { fillInButIdentity, outsideIsUp, testService, Visitor } from "../service.ts";
import { runCommand } from "./run-command.ts";

const KEY = `k1:${"ab".repeat(32)}`;
/** Roles belong to the whole server, so tests at the same time need others. */
const ROLE = `foyer_test_${randomBytes(6).toString("hex")}`;

describe("foyer tables", { skip: !(await outsideIsUp()) }, () => {
  let own: OutsideDatabase;
  let roleUrl: string;

  beforeAll(async () => {
    own = await createOutsideDatabase();
    await asOwner(`create role ${ROLE} login password 'stand-in'`);
    await own.drop();
  });
  beforeEach(async () => {
    own = await createOutsideDatabase();
    const url = new URL(own.url);
    Object.assign(url, { username: ROLE, password: "stand-in" });
    roleUrl = url.href;
  });
  afterEach(() => own?.drop());
  afterAll(async () => {
    own = await createOutsideDatabase();
    await asOwner(`drop role ${ROLE}`);
    await own.drop();
  });

  async function asOwner(sql: string): Promise<readonly unknown[]> {
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const tables = async (url: string, ...args: string[]) =>
    runCommand(tablesCommand, args, { DATABASE_URL: url, FOYER_ENV: "production", FOYER_KEY: "" });
  const versions = async () =>
    runCommand(versionsCommand, [], { DATABASE_URL: roleUrl, FOYER_ENV: "CI", FOYER_KEY: KEY });
  const start = async () =>
    testService("outside", { DATABASE_URL: roleUrl, FOYER_KEY: KEY, FOYER_PUBLISHED: "1" });

  it("--check lists the migrations that have to run, and changes nothing", async () => {
    const { code, said } = await tables(own.url, "--check");
    expect(said).toMatch(/^001_applications\.sql has to run\n/);
    expect(code).toBe(1);
    expect(await asOwner("select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    expect(await tables(own.url)).toMatchObject({ code: 0, said: expect.stringMatching(/ ran$/) });
    expect(await tables(own.url, "--check")).toEqual({
      code: 0,
      said: "The tables are up to date.",
    });
  });

  it("--grant: the service runs as a role that may create nothing, with the rights of the runbook", async () => {
    const runbook = await readFile(join(PROJECT, "server/RUNBOOK.md"), "utf8");
    const rights = runbook.match(/^(?:revoke|grant) .* on database signup .*;$/gm) ?? [];
    expect(rights).toHaveLength(2);
    const [revoke = "", grant = ""] = rights.map((sql) =>
      sql.replace("signup", own.name).replace("foyer;", `${ROLE};`),
    );
    await asOwner(revoke);
    await expect(versions()).resolves.toMatchObject({
      said: expect.stringContaining("permission denied for database"),
    });
    await asOwner(grant);
    expect((await tables(own.url, "--grant", ROLE)).said).toContain(`${ROLE} may read and write`);
    const { service, stop } = await start();
    try {
      const visitor = new Visitor(service);
      await fillInButIdentity(visitor);
      expect(visitor.path).toContain("identity");
      await service.database.assertWritable();
      await expect(service.database.query("create table a_table (a int)")).rejects.toThrow(
        "permission denied",
      );
      await expect(
        service.database.query("create temporary table a_table (a int)"),
      ).rejects.toThrow("permission denied");
    } finally {
      await stop();
    }
    expect(await versions()).toMatchObject({ code: 0 });
  });

  it("--grant says how to close a database that every role may connect to, as after a restore", async () => {
    const { said } = await tables(own.url, "--grant", ROLE);
    const lines = said.split("\n").map((line) => line.trim());
    for (const sql of lines.filter((line) => /^(?:revoke|grant) /.test(line))) await asOwner(sql);
    expect((await versions()).code).toBe(0);
    expect((await tables(own.url, "--grant", ROLE)).said).not.toContain("Every role");
    const [row] = await asOwner(
      "select array_to_string(datacl, ' ') as acl from pg_database where datname = current_database()",
    );
    expect(row).toEqual({ acl: expect.stringContaining(`${ROLE}=c/`) });
    expect(row).not.toEqual({ acl: expect.stringMatching(/(?:^| )=/) });
  });

  it("--grant refuses a role that is not there", async () => {
    expect(await tables(own.url, "--grant", "no_such_role")).toMatchObject({
      code: 2,
      said: expect.stringContaining('the database knows no role "no_such_role"'),
    });
  });

  it("a start and a command without the right to create name the right, the role and the way out", async () => {
    const named = new RegExp(
      `The role "${ROLE}" lacks a right on the database "foyer_test_[^]*permission denied for schema public[^]*migrations have to run, from 001[^]*foyer tables --grant ${ROLE}`,
    );
    await expect(start()).rejects.toThrow(named);
    expect((await versions()).said).toMatch(named);
  });

  it("a start names the tables that a later migration added without a grant", async () => {
    await tables(own.url, "--grant", ROLE);
    await asOwner(`revoke insert, delete on drafts from ${ROLE}`);
    await expect(start()).rejects.toThrow(
      /INSERT is missing on drafts\.\n.*DELETE is missing on drafts\./,
    );
    await asOwner(
      `revoke usage on schema public from public; revoke all on schema public from ${ROLE}`,
    );
    await expect(start()).rejects.toThrow(/lacks a right/);
  });

  it("a start without the right to read says so", async () => {
    await tables(own.url);
    expect((await versions()).said).toMatch(
      /permission denied for table (migrations|sealing_keys)/,
    );
  });
});
