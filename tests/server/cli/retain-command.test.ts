import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { publishCommand } from "../../../server/cli/publish-command.ts";
import { retainCommand } from "../../../server/cli/retain-command.ts";
import type { Database } from "../../../server/storage/database/database.ts";
import { outsideIsUp } from "../service.ts";
import { openOwnDatabase } from "../storage/own-database.ts";
import { useCardFolder } from "./card-folder.ts";

describe("foyer retain", { skip: !(await outsideIsUp()) }, () => {
  const card = useCardFolder();
  let database: Database;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, url, close } = await openOwnDatabase());
    // An application whose erasure fails, and one whose erasure brings another one back meanwhile.
    await database.query(`create function disturb() returns trigger language plpgsql as $$ begin
      if old.id = 'urn:card:stuck' then raise exception 'a row of another table holds it'; end if;
      if old.id = 'urn:card:first' then
        update applications set revision = revision + 1, updated_at = now() where id = 'urn:card:back';
      end if;
      return old; end $$`);
    await database.query(
      "create trigger disturb before delete on applications for each row execute function disturb()",
    );
  });
  afterAll(() => close?.());
  beforeEach(async () => {
    vi.stubEnv("DATABASE_URL", url);
    vi.stubEnv("FOYER_KEY", `k1:${Buffer.alloc(32, 7).toString("base64")}`);
    vi.stubEnv("FOYER_ENV", "CI");
    await database.query("truncate applications cascade");
    await database.query("truncate mails, webhook_events");
  });

  /** Applications without a step for two years, found in this order. */
  const old = async (...ids: readonly string[]) => {
    const keys = ids.map(() => randomUUID()).toSorted();
    for (const [at, id] of ids.entries())
      await database.query(
        `insert into applications (key, id, flow, flow_version, variant, subject, state, updated_at)
         values ($1, $2, 'library-card', 'v1', '{"portal": "library", "market": "town"}', '', '{}', now() - interval '2 years')`,
        [keys[at], id],
      );
  };
  const left = async () =>
    (await database.query<{ id: string }>("select id from applications order by id")).map(
      ({ id }) => id,
    );

  it("goes on behind an erasure that fails, deletes the rest, and ends with exit 1", async () => {
    await old("urn:card:stuck", "urn:card:behind");
    await database.query(
      "insert into mails (key, request_hash, template, locale, body, sending_until, asked_at) values ('m', '', 't', 'en-US', '', now(), now() - interval '40 days')",
    );
    await database.query(
      "insert into webhook_events (flow, provider, event_hash, key_hash, received_at) values ('f', 'p', '', '', now() - interval '40 days')",
    );
    const { code, lines } = await card.run(retainCommand, []);
    expect(lines).toEqual([
      "urn:card:behind  unconfirmed",
      "1 were erased",
      "urn:card:stuck failed: a row of another table holds it",
    ]);
    expect(code).toBe(1);
    expect(await left()).toEqual(["urn:card:stuck"]);
    expect(
      await database.query("select 1 from mails union all select 1 from webhook_events"),
    ).toEqual([]);
    const { printed } = await card.run(retainCommand, [], true);
    expect(JSON.parse(printed)).toEqual([
      { failed: "urn:card:stuck", error: "a row of another table holds it" },
    ]);
  });

  it("leaves an application that had a step after it was found", async () => {
    await old("urn:card:first", "urn:card:back");
    const { code, lines } = await card.run(retainCommand, []);
    expect([code, ...lines]).toEqual([0, "urn:card:first  unconfirmed", "1 were erased"]);
    expect(await left()).toEqual(["urn:card:back"]);
  });

  it("--dry-run lists and erases nothing", async () => {
    await old("urn:card:first");
    const { code, lines } = await card.run(retainCommand, ["--dry-run"]);
    expect([code, ...lines]).toEqual([0, "urn:card:first  unconfirmed", "1 would be erased"]);
    expect(await left()).toEqual(["urn:card:first"]);
  });

  it("takes the periods of the live version, and not of the files", async () => {
    const { code } = await card.run(publishCommand, ["--message", "First"]);
    expect(code).toBe(0);
    await card.edit("flows/library-card/flow.yaml", "days: 30", "days: 9999");
    await old("urn:card:first");
    const { lines } = await card.run(retainCommand, []);
    expect(lines).toEqual(["urn:card:first  unconfirmed", "1 were erased"]);
    await database.query("truncate live_versions, publishes, flow_versions");
  });

  it("holds no transaction open over more than one batch, and erases as it goes", async () => {
    await old(...Array.from({ length: 401 }, (_, at) => `urn:card:${at}`));
    const { lines } = await card.run(retainCommand, []);
    expect(lines.at(-1)).toBe("401 were erased");
    expect(await left()).toEqual([]);
  });
});
