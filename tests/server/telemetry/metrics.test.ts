import { describe, expect, it } from "vitest";
import { Metrics, type MeasuredDatabase } from "../../../server/telemetry/metrics.ts";

describe("Metrics", () => {
  let isUp = true;
  const answer = async <T>(value: T) => {
    // As a database does: later than the gauges that ask nothing.
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (!isUp) throw new Error("gone");
    return value;
  };
  const database: MeasuredDatabase = {
    query: async <Row>(sql: string) =>
      answer([{ calls: sql.includes("leased_until") ? 2 : 7 }] as Row[]),
    assertWritable: async () => answer(undefined),
    connections: () => ({ busy: 0, idle: 0, waiting: 0 }),
  };
  const metrics = new Metrics(database);
  const measured = async () => {
    const text = await metrics.text();
    const names = ["foyer_database_up", "foyer_calls_pending", "foyer_calls_overdue"];
    return names.map((name) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]));
  };

  it("tells of the database and its calls as they are when it is asked, the first time too", async () => {
    expect(await measured()).toEqual([1, 7, 2]);
    isUp = false;
    expect(await measured()).toEqual([0, 7, 2]);
    isUp = true;
    expect(await measured()).toEqual([1, 7, 2]);
  });
});
