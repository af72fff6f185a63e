import { describe, expect, it } from "vitest";
import { Metrics, type MeasuredDatabase } from "../../../server/telemetry/metrics.ts";

describe("Metrics", () => {
  let isUp = true;
  let asking = 0;
  const answer = async <T>(value: T) => {
    asking++;
    // As a database does: later than the gauges that ask nothing.
    await new Promise((resolve) => setTimeout(resolve, 5));
    asking--;
    if (!isUp) throw new Error("gone");
    return value;
  };
  const database: MeasuredDatabase = {
    query: async <Row>(sql: string) =>
      answer([{ calls: sql.includes("leased_until") ? 2 : 7 }] as Row[]),
    assertWritable: async () => answer(undefined),
    connections: () => ({ busy: asking, idle: 0, waiting: asking }),
  };
  const metrics = new Metrics(database, { offsetSeconds: 12.5 });
  const measured = async () => {
    const text = await metrics.text();
    const names = ["foyer_database_up", "foyer_calls_pending", "foyer_calls_overdue"];
    return names.map((name) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]));
  };

  it("tells of the database and its calls as they are when it is asked, and of no calls while it is away", async () => {
    expect(await measured()).toEqual([1, 7, 2]);
    isUp = false;
    expect(await measured()).toEqual([0, Number.NaN, Number.NaN]);
    isUp = true;
    expect(await measured()).toEqual([1, 7, 2]);
  });

  it("does not count the connections that its own queries wait for", async () => {
    const text = await metrics.text();
    expect(text).toContain('foyer_database_connections{state="busy"} 0');
    expect(text).toContain('foyer_database_connections{state="waiting"} 0');
  });

  it("has every reason to turn away before the first one, and the clock's offset", async () => {
    const text = await metrics.text();
    for (const line of [
      'foyer_turned_away_total{why="queue"} 0',
      'foyer_turned_away_total{why="lag"} 0',
      'foyer_problems_total{code="unexpected"} 0',
      "foyer_clock_offset_seconds 12.5",
    ])
      expect(text).toContain(line);
  });

  it("counts problems by their code, and drafts by their method", async () => {
    metrics.request({
      id: "",
      method: "PUT",
      route: "/card",
      status: 429,
      ms: 3,
      flow: "card",
      screen: "reader",
      because: "draft",
      problem: "too-many-drafts",
    });
    metrics.limited({ service: "platform", call: "sendCode" });
    const text = await metrics.text();
    expect(text).toContain('foyer_problems_total{code="too-many-drafts"} 1');
    expect(text).toContain('foyer_calls_limited_total{service="platform",call="sendCode"} 1');
    expect(text).toMatch(/_count\{method="PUT",screen="card\/reader",status="4xx"\} 1/);
  });
});
