import { expect, it } from "vitest";
import { createServer, connect, type AddressInfo, type Server } from "node:net";
import pino from "pino";
import { logErrorsAs } from "../../../../server/storage/database/log-errors.ts";
import { openDatabase } from "../../../../server/storage/database/database.ts";
import { OUTSIDE, outsideIsUp } from "../../service.ts";

it(
  "a lost database is logged once when it goes and once when it is back, and by no other work",
  {
    skip: !(await outsideIsUp()),
  },
  async () => {
    const there = new URL(OUTSIDE);
    const forward = () =>
      createServer((near) => {
        const far = connect(Number(there.port || 5432), there.hostname);
        near.on("error", () => far.destroy()).pipe(far);
        far.on("error", () => near.destroy()).pipe(near);
      });
    const listening = async (server: Server, port: number) => {
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
      return (server.address() as AddressInfo).port;
    };
    const first = forward();
    const port = await listening(first, 0);
    await new Promise((resolve) => first.close(resolve));
    const through = new URL(OUTSIDE);
    through.hostname = "127.0.0.1";
    through.port = String(port);
    const told: string[] = [];
    const note = (message: string) => void told.push(message);
    const database = openDatabase(through.href, 4, { log: { warn: note, error: note } });
    const logger = pino(
      {},
      { write: (line: string) => note((JSON.parse(line) as { msg: string }).msg) },
    );
    const report = logErrorsAs(logger, "a timer waits");

    for (let times = 0; times < 3; times++) await database.query("select 1").catch(report);
    expect(told).toEqual([
      `the database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}; requests are refused until it answers again`,
    ]);
    const second = forward();
    await listening(second, port);
    for (let times = 0; times < 3; times++) await database.query("select 1");
    expect(told.slice(1)).toEqual(["the database answers again"]);
    await database.query("select nothing").catch(report);
    expect(told.slice(2)).toEqual(["a timer waits"]);
    await database.close();
    await new Promise((resolve) => second.close(resolve));
  },
);

it(
  "a database without free connections is logged with its remedy, and not as unreachable",
  { skip: !(await outsideIsUp()) },
  async () => {
    const there = openDatabase(OUTSIDE, 1);
    const role = `foyer_full_${process.pid}`;
    await there.query(`create role ${role} login connection limit 0`);
    const full = new URL(OUTSIDE);
    full.username = role;
    const lines: string[] = [];
    const note = (message: string) => void lines.push(message);
    const database = openDatabase(full.href, 4, { log: { warn: note, error: note } });
    for (let times = 0; times < 3; times++)
      await expect(database.query("select 1")).rejects.toThrow(
        `The database refuses this now: too many connections for role "${role}"`,
      );
    expect(lines).toEqual([
      `the database refused a statement: 53300, the database has no connections left (too many connections for role "${role}"); raise max_connections, or have fewer nodes (16 connections each)`,
    ]);
    await database.close();
    await there.query(`drop role ${role}`);
    await there.close();
  },
);
