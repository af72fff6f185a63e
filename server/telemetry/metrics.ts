import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CallMeasurement, RequestMeasurement, StepMeasurement } from "./telemetry.ts";

/** The metrics of the database. */
export interface MeasuredDatabase {
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Rejects while the database accepts no writes. */
  assertWritable(): Promise<void>;
  /** Connections of this process, and how many requests wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
}

/** The clock of this node, beside the database's. */
export interface MeasuredClock {
  readonly offsetSeconds: number;
}

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Maximum number of values of one label; names come from definitions of several versions. */
const LABEL_LIMIT = 1500;

/** Sets a gauge; one whose value is not known has none, in place of an earlier one. */
function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/**
 * Metrics for Prometheus. Labels hold names of definitions and outcomes only, at most `LABEL_LIMIT`
 * of them.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly seen = new Map<string, Set<string>>();
  private readonly steps = new Counter({
    name: "foyer_steps_total",
    help: "Steps taken, by what became of them",
    labelNames: ["flow", "kind", "result"],
    registers: [this.registry],
  });
  private readonly decisions = new Counter({
    name: "foyer_decisions_total",
    help: "Answers, by the table row or rule that decided",
    labelNames: ["flow", "because"],
    registers: [this.registry],
  });
  private readonly calls = new Histogram({
    name: "foyer_call_seconds",
    help: "Calls to services, by outcome: HTTP status, network or timeout",
    labelNames: ["service", "call", "outcome"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly requests = new Histogram({
    name: "foyer_request_seconds",
    help: "Requests, by the screen that was shown, or by route",
    labelNames: ["method", "screen", "status"],
    buckets: BUCKETS,
    registers: [this.registry],
  });
  private readonly away = new Counter({
    name: "foyer_turned_away_total",
    help: "Requests answered 503 to keep the others fast",
    labelNames: ["why"],
    registers: [this.registry],
  });

  private readonly problems = new Counter({
    name: "foyer_problems_total",
    help: "Requests answered with a problem, by its code",
    labelNames: ["code"],
    registers: [this.registry],
  });
  private readonly limitedCalls = new Counter({
    name: "foyer_calls_limited_total",
    help: "Calls that were not made, since a limit of their definition was reached",
    labelNames: ["service", "call"],
    registers: [this.registry],
  });
  private connections: ReturnType<MeasuredDatabase["connections"]> | undefined;

  constructor(
    private readonly database: MeasuredDatabase,
    clock: MeasuredClock,
  ) {
    collectDefaultMetrics({ register: this.registry });
    // A counter that is there from the start tells "none" from "not measured".
    for (const why of ["queue", "lag"]) this.away.inc({ why }, 0);
    for (const code of ["unexpected", "unavailable"]) this.problems.inc({ code }, 0);
    const measured = (): ReturnType<MeasuredDatabase["connections"]> =>
      this.connections ?? database.connections();
    const registers = [this.registry];
    const callsWithoutAnswer = async (condition: string) =>
      database
        .query<{ calls: number }>(
          `select count(*)::int as calls from calls where answered_at is null and ${condition}`,
        )
        .then(
          ([row]) => row?.calls,
          () => undefined,
        );
    // A gauge asks by itself: what one sets of another may be missing from the same answer.
    // oxlint-disable no-new
    new Gauge({
      name: "foyer_database_up",
      help: "1 while the database answers and takes writes",
      registers,
      async collect() {
        const isWritable = await database.assertWritable().then(
          () => true,
          () => false,
        );
        this.set(isWritable ? 1 : 0);
      },
    });
    new Gauge({
      name: "foyer_calls_pending",
      help: "Calls that were asked for and have no answer yet, of all nodes",
      registers,
      async collect() {
        const calls = await callsWithoutAnswer("true");
        setOrRemove(this, calls);
      },
    });
    new Gauge({
      name: "foyer_calls_overdue",
      help: "Calls without an answer that no node works on, of all nodes",
      registers,
      async collect() {
        const calls = await callsWithoutAnswer("leased_until < now()");
        setOrRemove(this, calls);
      },
    });
    addTimerGauges(database, registers);
    new Gauge({
      name: "foyer_clock_offset_seconds",
      help: "Seconds by which this node's clock is ahead of the database's",
      registers,
      collect() {
        this.set(clock.offsetSeconds);
      },
    });
    new Gauge({
      name: "foyer_database_connections",
      help: "Connections of this process, and requests that wait for one",
      labelNames: ["state"],
      registers,
      collect() {
        for (const [state, count] of Object.entries(measured())) this.set({ state }, count);
      },
    });
  }

  step({ flow, kind, result }: StepMeasurement): void {
    this.steps.inc({ flow, kind, result });
  }

  call({ service, call, outcome, ms }: CallMeasurement): void {
    this.calls.observe(
      {
        service: this.bounded("service", service),
        call: this.bounded("call", call),
        outcome: /^(?:[1-5]\d\d|network|timeout)$/.test(outcome) ? outcome : "other",
      },
      ms / 1000,
    );
  }

  limited({ service, call }: { readonly service: string; readonly call: string }): void {
    this.limitedCalls.inc({
      service: this.bounded("service", service),
      call: this.bounded("call", call),
    });
  }

  request(measured: RequestMeasurement): void {
    const { method, route, status, ms, flow, screen, because, problem } = measured;
    const named = this.bounded("screen", screen === "" ? route : `${flow}/${screen}`);
    this.requests.observe(
      {
        method: /^(?:GET|POST|PUT|HEAD)$/.test(method) ? method : "other",
        screen: named,
        status: `${Math.floor(status / 100)}xx`,
      },
      ms / 1000,
    );
    if (problem !== "") this.problems.inc({ code: this.bounded("code", problem) });
    if (because !== "")
      this.decisions.inc({
        flow: this.bounded("flow", flow),
        because: this.bounded("because", because),
      });
  }

  turnedAway(why: string): void {
    this.away.inc({ why });
  }

  /** The metrics in Prometheus's text format. */
  async text(): Promise<string> {
    // Counted first: the gauges' own queries would wait for a connection on an idle node, too.
    this.connections = this.database.connections();
    return this.registry.metrics();
  }

  private bounded(label: string, value: string): string {
    const values = this.seen.get(label) ?? new Set<string>();
    this.seen.set(label, values);
    if (values.has(value)) return value;
    if (values.size >= LABEL_LIMIT) return "other";
    values.add(value);
    return value;
  }
}

/** How many applications have a due timer, and since when. */
function addTimerGauges(database: MeasuredDatabase, registers: Registry[]): void {
  const dueTimers = async (value: string) =>
    database
      .query<{ value: number }>(`select ${value} as value from applications where due_at <= now()`)
      .then(
        ([row]) => row?.value,
        () => undefined,
      );
  new Gauge({
    name: "foyer_timers_due",
    help: "Applications with a due timer that no node works on, of all nodes",
    registers,
    async collect() {
      const due = await dueTimers("count(*)::int");
      if (due !== undefined) this.set(due);
    },
  });
  new Gauge({
    name: "foyer_timers_oldest_seconds",
    help: "Seconds since the oldest of these was due; 0 without any",
    registers,
    async collect() {
      const seconds = await dueTimers(
        "coalesce(extract(epoch from now() - min(due_at)), 0)::float8",
      );
      if (seconds !== undefined) this.set(seconds);
    },
  });
}
