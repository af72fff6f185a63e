import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCommand, type CommandName } from "../../../server/cli/commands.ts";
import { openVault } from "../../../server/storage/secrets/vault.ts";
import { checkKeys } from "../../../server/storage/secrets/check-keys.ts";
import type { Database } from "../../../server/storage/database/database.ts";
import { outsideIsUp } from "../service.ts";
import { openOwnDatabase } from "../storage/own-database.ts";
import { runCommand } from "./run-command.ts";

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const OLD = keyOf("old", 7);
const NEW = keyOf("new", 8);

type Line = readonly [name: CommandName, ...args: string[]];

/** Every command on the database, with arguments that it takes. */
const COMMANDS: readonly Line[] = [
  ["application", "an-application", "--reason", "a question"],
  ["erase", "--application", "an-application"],
  ["events"],
  ["plan", "library-card"],
  ["publish", "library-card", "--message", "an edit"],
  ["record", "an-application"],
  ["retain"],
  ["rollback", "library-card"],
  ["rotate-keys"],
  ["seal"],
  ["versions"],
];

describe("withDatabase()", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, url, close } = await openOwnDatabase());
    await checkKeys(database, openVault(OLD));
  });
  afterAll(() => close?.());

  async function run([name, ...args]: Line, keys: string) {
    const command = await loadCommand[name]();
    return runCommand(command, args, {
      DATABASE_URL: url,
      FOYER_KEY: keys,
      FOYER_ENV: "CI",
    });
  }

  it.each(COMMANDS.map((line) => ({ line })))(
    "refuses $line.0 with keys that do not fit, and says what to do",
    async ({ line }) => {
      for (const keys of [NEW, keyOf("old", 9)]) {
        const { code, said } = await run(line, keys);
        expect(said).toMatch(
          /FOYER_KEY cannot open what lies in the database:\n.*the key "old"[^]*RUNBOOK\.md, Keys/,
        );
        expect(code).toBe(2);
      }
      expect(await database.query("select id from sealing_keys")).toEqual([{ id: "old" }]);
      expect(await database.query("select flow from publishes")).toEqual([]);
    },
  );

  it("runs no migration with keys that do not fit", async () => {
    await database.query("delete from migrations where name = '230_sealed_answers.sql'");
    expect((await run(["versions"], NEW)).code).toBe(2);
    expect(await database.query("select 1 from migrations where name like '230%'")).toEqual([]);
    await database.query("insert into migrations (name) values ('230_sealed_answers.sql')");
  });

  it("erase --find wants a text: an empty one would list every application", async () => {
    for (const text of ["", " "])
      expect(await run(["erase", "--find", text], OLD)).toEqual({
        code: 2,
        said: "--find needs a text, such as a name or an e-mail address",
      });
  });

  it("leaves the recorded keys alone in a command that seals nothing", async () => {
    expect((await run(["versions"], `${NEW},${OLD}`)).code).toBe(0);
    expect(await database.query("select id from sealing_keys")).toEqual([{ id: "old" }]);
  });

  it("rotate-keys says what is left to do, and when the old key may go", async () => {
    const { code, said } = await run(["rotate-keys"], `${NEW},${OLD}`);
    expect(said).toMatch(
      /closed with new\.\nLeft to do, for old:\n {2}1\. Restart every node whose FOYER_KEY does not begin with new.*\n {2}2\. From 20\d\d-\S+Z on, take old out/,
    );
    expect(code).toBe(0);
    expect((await run(["rotate-keys"], NEW)).said).toContain("nothing is left to do");
  });

  it("rotate-keys --without runs without the key that is given up", async () => {
    expect((await run(["rotate-keys"], OLD)).code).toBe(2);
    expect((await run(["rotate-keys", "--without", "new"], OLD)).code).toBe(0);
    expect((await run(["versions"], OLD)).code).toBe(0);
  });

  it("warns once that the database is newer than the release", async () => {
    await database.query(
      "insert into migrations (name) values ('120_versions.sql'), ('999_later.sql')",
    );
    const { code, said } = await run(["versions"], OLD);
    expect(said).toMatch(
      /^foyer: a later release has changed this database: .* know 999_later\.sql\. .*RUNBOOK/m,
    );
    expect(said.match(/later release/g)).toHaveLength(1);
    expect(code).toBe(0);
    await database.query("delete from migrations where name = '999_later.sql'");
  });
});
