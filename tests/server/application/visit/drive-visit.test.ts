import { splitAddress, type Address } from "../../../../engine/language/address.ts";
import { randomBytes } from "node:crypto";
import fastify from "fastify";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFixture, variantOf } from "../../../../engine/fixtures/run-fixture.ts";
import { FixtureCalls } from "../../../../engine/fixtures/fixture-calls.ts";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import type { FixtureDefinition, FixtureStep } from "../../../../engine/language/fixture.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { parseDuration } from "../../../../engine/rules/duration.ts";
import { readPath } from "../../../../engine/rules/state-path.ts";
import type { ApplicationEvent } from "../../../../engine/transition/event.ts";
import type { InputContext } from "../../../../engine/transition/input.ts";
import { dueTimer, withoutVisitor } from "../../../../engine/transition/timers.ts";
import { basePath } from "../../../../engine/transition/destination.ts";
import { visitAt, type VisitEvent } from "../../../../engine/visit/visit.ts";
import { advance } from "../../../../engine/visit/advance.ts";
import { driveVisit } from "../../../../server/application/visit/drive-visit.ts";
import type { DrivenVisit } from "../../../../server/application/visit/visit-run.ts";
import { freshUuids } from "../../../../server/application/visit/fresh-uuids.ts";
import { resumePendingCalls } from "../../../../server/application/visit/resume-calls.ts";
import { visitUnattended } from "../../../../server/application/visit/unattended-visit.ts";
import type { VisitTools } from "../../../../server/application/visit/visit-tools.ts";
import type { Service } from "../../../../server/service.ts";
import type { ApplicationRecord } from "../../../../server/storage/repositories/applications.ts";
import { Journal } from "../../../../server/storage/repositories/journal.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { NO_TELEMETRY } from "../../../../server/telemetry/telemetry.ts";
import { shippedLibrary } from "../../../definitions.ts";
import { outsideIsUp, testService } from "../../service.ts";
import { answeringFor, visitToolsOn } from "../visit-tools.ts";

const KEY = `k1:${randomBytes(32).toString("hex")}`;
const library = await shippedLibrary();

/** Journeys that need no second application, no retried call and no other tab. */
const JOURNEYS = [...library.flows.values()].flatMap((flow) =>
  flow.fixtures.filter((fixture) => isPlain(flow, fixture)).map((fixture) => ({ flow, fixture })),
);

function isPlain(flow: CompiledFlow, { given, steps }: FixtureDefinition): boolean {
  const answers = Object.entries(given.calls ?? {});
  const variant = variantOf(flow, { given } as FixtureDefinition).compiled;
  return (
    given.state === undefined &&
    given.providers === undefined &&
    // An import begins another application, with a journal of its own.
    given.calls?.[variant.definition.adopt?.call ?? ""] === undefined &&
    steps.every(({ access, actor, hear }) => !access && !actor && !hear) &&
    answers.every(([name, list]) =>
      list.every(
        ({ outcome, status = 200, meanwhile }) =>
          outcome === undefined &&
          meanwhile === undefined &&
          (status < 400 || variant.calls.get(name)?.definition.retry === undefined),
      ),
    )
  );
}

/** A change of one step of a journey. */
interface StepChange {
  readonly step: number;
  readonly kind: "drop" | "twice" | "empty";
}

/** The number of a journey, and changes of its steps. */
const mutations = fc.record({
  journey: fc.nat({ max: JOURNEYS.length - 1 }),
  changes: fc.array(
    fc.record({
      step: fc.nat({ max: 30 }),
      kind: fc.constantFrom<StepChange["kind"]>("drop", "twice", "empty"),
    }),
    { maxLength: 3 },
  ),
});

/** A fixture with some of its steps left out, done twice or with other data. */
function mutated(fixture: FixtureDefinition, changes: readonly StepChange[]): FixtureDefinition {
  const steps = fixture.steps.flatMap((step, index): readonly FixtureStep[] => {
    const bare = withoutExpectations(step);
    const change = changes.find((each) => each.step === index);
    if (change?.kind === "drop" && index > 0) return [];
    if (change?.kind === "twice") return [bare, bare];
    return change?.kind === "empty" && bare.act !== undefined ? [{ ...bare, data: {} }] : [bare];
  });
  return { ...fixture, steps };
}

function withoutExpectations({ see: _, ...step }: FixtureStep): FixtureStep {
  return step;
}

/** Events in a shape that does not depend on the ids that a run minted. */
function comparable(events: readonly ApplicationEvent[]): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify(
    events.map(({ type, because, changes }) => ({ type, because, changes })),
  );
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
  return JSON.parse(
    text.replaceAll(uuid, (id) => {
      const name = names.get(id) ?? `id-${names.size + 1}`;
      names.set(id, name);
      return name;
    }),
  );
}

describe("driveVisit()", { skip: !(await outsideIsUp()), timeout: 300_000 }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await testService("outside", { FOYER_KEY: KEY, FOYER_IDLE: "1" });
    ({ service, stop } = { service: started.service, stop: started.stop });
  });
  afterAll(async () => stop?.());

  /** Plays a fixture through the server's driver, on a real database and with answers over HTTP. */
  async function played(
    flow: CompiledFlow,
    fixture: FixtureDefinition,
  ): Promise<readonly ApplicationEvent[]> {
    const { database } = service;
    const vault = openVault(KEY);
    const { variant, compiled } = variantOf(flow, fixture);
    const calls = new FixtureCalls(fixture.given.calls);
    let asked = "";
    const answering = fastify();
    answering.removeAllContentTypeParsers();
    answering.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    answering.all("/*", async (_, reply) => {
      const { status = 200, answer = {}, location } = calls.answer(asked) ?? {};
      if (location !== undefined) void reply.header("location", location);
      return reply.code(status).type("application/json").send(JSON.stringify(answer));
    });
    let now = Date.parse(fixture.given.now);
    const tools: VisitTools = {
      ...visitToolsOn({ database, vault, now: () => new Date(now).toISOString() }),
      targets: {
        environment: {},
        sandboxes: answeringFor(compiled, answering),
        telemetry: {
          ...NO_TELEMETRY,
          span: async (_, attributes, work) => {
            asked = String(attributes["foyer.call"] ?? asked);
            return work();
          },
        },
      },
    };
    const { applications } = tools;
    const subject = randomBytes(16);
    let record: ApplicationRecord | undefined;
    /** Events of the applications that were left for a new one. */
    const left: ApplicationEvent[] = [];
    const journaled = async (): Promise<readonly ApplicationEvent[]> => {
      if (record === undefined) return [];
      const journal = await new Journal(database, vault).of(record.key);
      return journal?.entries.flatMap(({ events }) => events) ?? [];
    };
    let address: Address = { path: "/", query: {} };
    let signedIn = true;
    const context = (): InputContext => ({
      now: tools.now(),
      variant,
      locale: fixture.given.variant?.locale ?? compiled.locales[0] ?? "en-US",
      signedIn,
      ...(signedIn && fixture.given.visitor !== undefined
        ? { visitor: fixture.given.visitor }
        : {}),
      session: "visit",
      access: "ok",
      uuids: freshUuids(compiled),
    });
    const begun = async () =>
      (record ??= await applications.begin(flow.id, flow.version, variant, subject));
    const drive = async (at: Address, event: Omit<VisitEvent, "context">): Promise<DrivenVisit> => {
      const driven = await driveVisit(
        {
          flow: compiled,
          version: flow.version,
          record,
          begin: async () => ({ record: await begun(), session: "visit" }),
          report: async () => Promise.resolve(),
        },
        visitAt(at, record?.state ?? {}),
        { ...event, context: context() } as VisitEvent,
        tools,
      );
      record = driven.record;
      if (driven.end.kind === "screen")
        address = { path: driven.visit.path, query: driven.visit.query };
      if (driven.end.kind === "redirect")
        await drive(splitAddress(driven.end.path), { kind: "open" });
      if (driven.end.kind === "exit" && driven.end.exit.to === "start-again") {
        left.push(...(await journaled()));
        record = undefined;
        address = { path: basePath(compiled) || "/", query: {} };
      }
      return driven;
    };
    /** Advances the clock; the timers that become due fire in order, each at its own time. */
    const wait = async (milliseconds: number): Promise<void> => {
      const until = now + milliseconds;
      for (;;) {
        const timer = dueTimer(record?.timers ?? [], new Date(until).toISOString());
        if (record === undefined || timer?.due === undefined) break;
        now = Math.max(now, Date.parse(timer.due));
        record = await visitUnattended(
          {
            flow: compiled,
            version: flow.version,
            record,
            context: withoutVisitor(compiled, context()),
          },
          { kind: "timer", timer: timer.id },
          tools,
        );
      }
      now = until;
    };
    const filled = (text: string) =>
      text.replaceAll(/\{([A-Za-z][\w.]*)\}/g, (whole, name: string) => {
        const state: JsonObject = record?.state ?? {};
        const value = compiled.parameters.get(name)?.evaluate(state) ?? readPath(state, name);
        return typeof value === "string" ? value : whole;
      });
    for (const step of fixture.steps) {
      await wait(parseDuration(step.wait ?? "") ?? 0);
      signedIn = step.signedIn ?? true;
      const resumed =
        record?.calling === true && (step.open ?? step.act) !== undefined
          ? await resumePendingCalls(
              { flow: compiled, version: flow.version, record, context: context() },
              tools,
            )
          : undefined;
      if (resumed !== undefined && resumed !== "stale") record = resumed.record;
      if (step.open !== undefined) {
        const at = splitAddress(filled(step.open));
        const visit = visitAt(at, record?.state ?? {});
        const entered = advance(compiled, visit, { kind: "enter", context: context() });
        if (entered.step?.isJournaled === true)
          record = await applications.saveStep({
            record: await begun(),
            state: entered.step.state,
            events: entered.step.events,
            reports: [],
            input: entered.step.input,
            pii: compiled.pii,
            flowVersion: flow.version,
          });
        if (entered.next.kind !== "exit") await drive(entered.visit, { kind: "open" });
      } else if (step.act !== undefined && !step.act.startsWith("@")) {
        await begun();
        if (resumed !== undefined && resumed !== "stale")
          await drive(address, { kind: "go", destination: resumed.next } as never);
        else
          await drive(address, {
            kind: "act",
            action: step.act,
            ...(step.item === undefined ? {} : { item: filled(step.item) }),
            data: step.data ?? {},
          } as never);
      }
    }
    const events = [...left, ...(await journaled())];
    await answering.close();
    await database.query("truncate applications cascade");
    return events;
  }

  it("writes the same journal as the fixtures' driver, on random journeys", async () => {
    expect(JOURNEYS.length).toBeGreaterThan(30);
    await fc.assert(
      fc.asyncProperty(mutations, async ({ journey, changes }) => {
        const chosen = JOURNEYS[journey];
        if (chosen === undefined) throw new Error("there is no such journey");
        const fixture = mutated(chosen.fixture, changes);
        const { steps } = runFixture(chosen.flow, fixture);
        const expected = steps.flatMap(({ events }) => events);
        expect(comparable(await played(chosen.flow, fixture))).toEqual(comparable(expected));
      }),
      { numRuns: 60, seed: 16, endOnFailure: true },
    );
  });
});
