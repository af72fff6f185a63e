import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { publishCommand } from "../../../server/cli/publish-command.ts";
import { rollbackCommand } from "../../../server/cli/rollback-command.ts";
import { outsideIsUp } from "../service.ts";
import { writeTimersFlow } from "../../timers-flow.ts";
import { openOwnDatabase } from "../storage/own-database.ts";
import { runCommand } from "./run-command.ts";

const FLOW = "library-card";
const TIMERS = `
  remind:
    description: A reader who stopped is reminded
    when: { '!': { var: application.confirmed } }
    after: 7 days
    then: remind
    with: { label: sent }
`;

it(
  "foyer publish and rollback have all timers set anew also where the version is live already",
  {
    skip: !(await outsideIsUp()),
  },
  async () => {
    const { database, url, close } = await openOwnDatabase();
    const folder = await mkdtemp(join(tmpdir(), "foyer-publish-"));
    await writeTimersFlow(folder, TIMERS);
    const env = {
      DATABASE_URL: url,
      FOYER_FLOWS: folder,
      FOYER_KEY: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
      FOYER_ENV: "CI",
    };
    const publish = async () =>
      runCommand(publishCommand, ["--message", "Timers", "--in-flight", "re-ask"], env);
    expect(await publish()).toMatchObject({ code: 0 });
    await database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values (gen_random_uuid(), $1, 'v', '{}', '', '{}')",
      [FLOW],
    );
    /** Whether its timers are to be set anew; afterwards not, as after a command that broke off. */
    const waitsForTimers = async () => {
      const rows = await database.query("select 1 from applications where timers_at is not null");
      await database.query("update applications set timers_at = null");
      return rows.length > 0;
    };
    expect(await waitsForTimers()).toBe(false);
    expect((await publish()).said).toContain("is live already");
    expect(await waitsForTimers()).toBe(true);
    const [version] = await database.query<{ hash: string }>("select hash from live_versions");
    const back = await runCommand(rollbackCommand, [FLOW, "--to", version?.hash ?? ""], env);
    expect(back.said).toContain("is live already");
    expect(await waitsForTimers()).toBe(true);
    await close();
    await rm(folder, { recursive: true });
  },
);
