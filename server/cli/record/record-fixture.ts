import { idParameterOf } from "../../../engine/compile/id-parameter.ts";
import { TEST_ENVIRONMENT } from "../../../engine/language/environments.ts";
import { joinAddress } from "../../../engine/language/address.ts";
import { createHash } from "node:crypto";
import { decide } from "../../../engine/transition/decide.ts";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import { applyEvents } from "../../../engine/transition/apply-events.ts";
import { formatDuration } from "../../../engine/rules/duration.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type {
  FixtureAnswer,
  FixtureDefinition,
  FixtureStep,
} from "../../../engine/language/fixture.ts";
import { asList, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { StepTrace } from "../../../engine/fixtures/trace.ts";
import type { ApplicationJournal, JournalEntry } from "../../storage/repositories/journal.ts";
import { UUID, idsOfJournal, mintedIds } from "./minted-ids.ts";
import { actionOf, answeredAs } from "./recorded-action.ts";
import { syntheticOf, type Original, type SyntheticValues } from "./synthetic-values.ts";
import { withSyntheticFiles } from "./synthetic-files.ts";
import { Substitutes } from "./originals.ts";

/**
 * Draws of synthetic values before giving up: a form may compare two values, so some draws lead
 * elsewhere than the real ones.
 */
const DRAWS = 12;

/**
 * Turns a journal into a fixture with synthetic people that leads to the same screens.
 *
 * @param literals scalars of the flow's definitions: rules read them, and they identify no person
 * @throws Error when no draw of synthetic values leads there
 */
export function recordFixture(
  flow: CompiledFlow,
  journal: ApplicationJournal,
  literals: ReadonlySet<string>,
): FixtureDefinition {
  const variant = {
    ...journal.variant,
    environment: TEST_ENVIRONMENT,
  };
  const recorder = new Recorder(
    flow,
    flow.variant(variant),
    { ...journal, entries: withSyntheticFiles(journal.entries) },
    literals,
  );
  let wrong = "";
  for (let draw = 0; draw < DRAWS; draw++) {
    const { fixture, clean } = recorder.draw();
    wrong = clean ? recorder.parts(fixture) : "a real value is left in it";
    if (wrong === "") return fixture;
  }
  throw new Error(`The journey cannot be recorded: ${wrong}`);
}

class Recorder {
  private readonly begun: ApplicationState;
  private readonly entries: readonly JournalEntry[];

  constructor(
    private readonly flow: CompiledFlow,
    private readonly variant: CompiledVariant,
    private readonly journal: ApplicationJournal,
    private readonly literals: ReadonlySet<string>,
  ) {
    // Imports and migrations are no steps of a fixture: it begins after the last one.
    const last = journal.entries.findLastIndex(({ input }) => input.kind === "open");
    this.begun = applyEvents(journal.entries.slice(0, last + 1).flatMap(({ events }) => events));
    this.entries = journal.entries.slice(last + 1);
  }

  /** Draws synthetic values: the fixture with them, and whether no real value is left in it. */
  draw(): { readonly fixture: FixtureDefinition; readonly clean: boolean } {
    const originals = this.originals();
    // The first run, with the real ids, learns the ids that the fixture mints; the second uses
    // them.
    const ids = new Map<string, string>();
    const first = this.fixture(syntheticOf(originals, idsOfJournal(this.journal)));
    for (const [from, to] of mintedIds(this.entries, runFixture(this.flow, first).steps))
      ids.set(from, to).set(to, to);
    const synthetic = syntheticOf(originals, ids);
    const fixture = this.fixture(synthetic);
    const { state = {}, calls = {}, visitor = {} } = fixture.given;
    const kept = [
      state,
      visitor,
      ...Object.values(calls).flatMap((answers) => answers.map(({ answer }) => answer ?? null)),
      ...fixture.steps.flatMap(({ data, open, item, hear }) => [
        data ?? {},
        open ?? "",
        item ?? "",
        { ...hear },
      ]),
    ];
    return {
      fixture: { ...fixture, steps: this.withWhatIsSeen(fixture) },
      clean: !synthetic.survives(kept),
    };
  }

  /** How a fixture deviates from the journal, in words; empty when it does not. */
  parts(fixture: FixtureDefinition): string {
    const { deviations, steps } = runFixture(this.flow, fixture);
    const [deviation] = deviations;
    if (deviation !== undefined) return deviation;
    const seen = steps.flatMap(({ events }) => events.map(({ because }) => because));
    for (const { because } of this.entries.flatMap(({ events }) => events)) {
      const at = seen.indexOf(because);
      if (at < 0) return `${because} does not happen`;
      seen.splice(0, at + 1);
    }
    return "";
  }

  private originals(): readonly Original[] {
    const learnt: Original[] = [];
    const substitutes = new Substitutes(this.variant, this.literals);
    const note = (
      text: Json | undefined,
      format: string | undefined,
      personal: boolean,
      today: string,
    ) => {
      const original =
        typeof text === "string" ? substitutes.ofText(text, format, personal, today) : undefined;
      if (original !== undefined) learnt.push(original);
    };
    for (const { input, events } of this.journal.entries) {
      const today = input.context.now.slice(0, 10);
      const { id, email, name } = input.context.visitor ?? {};
      for (const [text, format] of [[id], [email, "email"], [name]] as const)
        note(text, format, true, today);
      if (input.kind === "open")
        for (const [name, text] of Object.entries(input.query))
          note(text, this.variant.entryParameters.get(name)?.definition.format, true, today);
      if (input.kind === "act") {
        const screen = this.variant.screens.get(
          /^screen:([^/]+)/.exec(events[0]?.because ?? "")?.[1] ?? "",
        );
        const form = this.variant.forms.get(screen?.definition.form ?? "");
        for (const [name, text] of Object.entries(input.data)) {
          const field = form?.compiled.fields[name];
          if (typeof text !== "string") continue;
          const original =
            form === undefined || field === undefined
              ? undefined
              : substitutes.ofField(
                  text,
                  { field, form, name, binds: screen?.definition.binds },
                  today,
                );
          if (original !== undefined) learnt.push(original);
          else if (field === undefined) note(text, undefined, true, today);
        }
      }
    }
    // Values that services gave about people, anywhere in the state.
    const today = this.entries[0]?.input.context.now.slice(0, 10) ?? "";
    for (const { input, events } of this.journal.entries) {
      for (const text of events.flatMap((event) => this.personal(event)))
        note(text, undefined, true, today);
      if (input.kind === "result")
        for (const text of textsOf(input.result.answer))
          if (!isHarmless(text, this.literals)) note(text, undefined, false, today);
    }
    return learnt;
  }

  /** Personal texts among the changes of an event. */
  private personal(event: ApplicationEvent): readonly string[] {
    const state = applyEvents([event]);
    return this.variant.pii.flatMap(({ path }) => textsAt(state, path.split(".")));
  }

  private fixture(synthetic: SyntheticValues): FixtureDefinition {
    const { environment: _, ...axes } = this.journal.variant;
    const [first] = this.entries;
    const now = first?.input.context.now ?? "2026-01-01T00:00:00.000Z";
    const locale = first?.input.context.locale;
    const providers = first?.input.context.providers;
    const visitor = first?.input.context.visitor;
    const calls: Record<string, FixtureAnswer[]> = {};
    for (const { input } of this.entries) {
      if (input.kind !== "result") continue;
      const { outcome, status, answer } = input.result;
      (calls[answeredAs(input.request)] ??= []).push(
        outcome === undefined ? { status, answer: synthetic.replaced(answer) } : { outcome },
      );
    }
    const state = synthetic.replaced(this.begun) as JsonObject;
    const fixture: FixtureDefinition = {
      fixture: `recorded-${createHash("sha256")
        .update(this.entries.map(({ input }) => input.context.now).join())
        .digest("hex")
        .slice(0, 8)}`,
      description: "Recorded from an application; the people in it are made up",
      flow: this.journal.flow,
      given: {
        variant: {
          ...axes,
          locale,
        },
        now,
        visitor:
          visitor === undefined
            ? undefined
            : (synthetic.replaced({ ...visitor } as JsonObject) as { id: string }),
        ...(Object.keys(calls).length === 0 ? {} : { calls }),
        ...(Object.keys(state).length === 0 ? {} : { state }),
        ...(providers === undefined ? {} : { providers }),
      },
      steps: [],
    };
    return { ...fixture, steps: this.steps(fixture, synthetic, Date.parse(now)) };
  }

  /** One step for each action of the applicant. Calls and loads follow from it. */
  private steps(
    fixture: FixtureDefinition,
    synthetic: SyntheticValues,
    begin: number,
  ): readonly FixtureStep[] {
    const steps: FixtureStep[] = [];
    let clock = begin;
    let state = this.begun;
    let expected: string | undefined;
    const happened: string[] = [];
    for (const { input, events } of this.entries) {
      const because = events[0]?.because ?? "";
      happened.push(because);
      const performed = actionOf(
        input,
        input.kind === "result" && answeredAs(input.request) === expected,
      );
      const answer = input.kind === "open" ? undefined : decide(this.variant, state, input);
      expected =
        answer?.kind === "accepted" && answer.call !== undefined
          ? answeredAs(answer.call)
          : undefined;
      state = applyEvents(events, state);
      if (input.kind === "webhook") {
        const { provider, key, outcome, answer: told } = input.heard;
        steps.push({
          hear: { provider, key: synthetic.text(key), outcome, answer: synthetic.replaced(told) },
        });
      }
      if (input.kind === "timer" || input.kind === "link") {
        const waited = Math.max(Date.parse(input.context.now) - clock, 0);
        const wait = waited > 0 ? { wait: formatDuration(waited) } : {};
        if (input.kind === "link") steps.push({ ...wait, follow: input.link });
        else if (waited > 0) steps.push(wait);
        clock += waited;
      }
      if (performed === undefined) continue;
      const path = this.filledIn(synthetic.text(performed.path));
      const { actor } = performed;
      const by = actor === undefined ? {} : { actor: syntheticActor(actor, synthetic) };
      const waited = this.waitBefore(Date.parse(input.context.now) - clock, {
        fixture: { ...fixture, steps },
        happened,
      });
      const wait = waited > 0 ? { wait: formatDuration(waited) } : {};
      // The clock moves with a step that waits; a load that follows by itself leaves it alone.
      const moved = clock + waited;
      if (performed.action === "adopt") {
        steps.push({ ...wait, ...by, open: path, access: "missing" });
        clock = moved;
        continue;
      }
      const seen =
        steps.length === 0 ? undefined : runFixture(this.flow, { ...fixture, steps }).steps;
      if (this.variant.screens.get(performed.screen)?.definition.load === performed.action) {
        const done = (seen ?? [])
          .flatMap((step) => step.events)
          .filter((event) => event.because === because).length;
        if (done < happened.filter((each) => each === because).length) {
          steps.push({ ...wait, ...by, open: withQuery(path, performed.query, synthetic) });
          clock = moved;
        }
        continue;
      }
      const here = seen?.at(-1)?.path;
      if (here === undefined || this.plain(here) !== this.plain(synthetic.text(performed.path)))
        steps.push({ ...by, open: withQuery(path, performed.query, synthetic) });
      steps.push({
        ...wait,
        ...by,
        act: performed.action,
        ...(performed.item === undefined ? {} : { item: synthetic.text(performed.item) }),
        ...(Object.keys(performed.data).length === 0
          ? {}
          : { data: synthetic.replaced(performed.data) as JsonObject }),
      });
      clock = moved;
    }
    return steps.length === 0 ? [{ open: "/" }] : steps;
  }

  /**
   * The milliseconds that a step waits for the time that passed before it. In a fixture a timer
   * fires when it is due, in a service up to seconds later: where one fires too early in that
   * time, it is left to the timer.
   */
  private waitBefore(
    passed: number,
    {
      fixture,
      happened,
    }: { readonly fixture: FixtureDefinition; readonly happened: readonly string[] },
  ): number {
    if (passed <= 0 || this.variant.timers.size === 0) return Math.max(passed, 0);
    const waiting = [...fixture.steps, { wait: formatDuration(passed) }];
    const fired = runFixture(this.flow, { ...fixture, steps: waiting })
      .steps.flatMap(({ events }) => events.map(({ because }) => because))
      .filter(isOfTimer);
    return fired.length > happened.filter(isOfTimer).length ? 0 : passed;
  }

  private withWhatIsSeen(fixture: FixtureDefinition): readonly FixtureStep[] {
    const seen = runFixture(this.flow, fixture).steps;
    return fixture.steps.map((step, index) => {
      const { screen, because, leave, problems } =
        seen[index] ??
        ({ because: "", problems: [] } as Partial<StepTrace> &
          Pick<StepTrace, "because" | "problems">);
      const errors = Object.fromEntries(problems.map(({ pointer, code }) => [pointer, code]));
      return {
        ...step,
        see: {
          ...(leave === undefined ? { screen } : { leave }),
          // A step that only waits decides nothing by itself.
          ...(because === "" ? {} : { because }),
          ...(problems.length === 0 ? {} : { errors }),
        },
      };
    });
  }

  /** Replaces the application's own id by the placeholder that fixtures fill. */
  private filledIn(path: string): string {
    const parameter = idParameterOf(this.flow.definition) ?? "";
    const prefix = this.flow.definition.ids[parameter] ?? "";
    if (prefix === "") return path;
    return path
      .split("/")
      .map((segment) => (segment.startsWith(prefix) ? `{${parameter}}` : segment))
      .join("/");
  }

  private plain(path: string): string {
    return this.filledIn(path).replaceAll(/[0-9a-f-]{36}/g, "*");
  }
}

function syntheticActor(
  { role, id }: NonNullable<FixtureStep["actor"]>,
  synthetic: SyntheticValues,
): NonNullable<FixtureStep["actor"]> {
  return id === undefined ? { role } : { role, id: synthetic.text(id) };
}

function isOfTimer(because: string): boolean {
  return because.startsWith("timer:");
}

function withQuery(
  path: string,
  query: Readonly<Record<string, string>>,
  synthetic: SyntheticValues,
): string {
  const replaced = Object.entries(query).map(([name, text]) => [name, synthetic.text(text)]);
  return joinAddress(path, Object.fromEntries(replaced));
}

function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((inner: Json) => textsOf(inner))
    : [];
}

function textsAt(value: Json | undefined, path: readonly string[]): readonly string[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return typeof value === "string" ? [value] : [];
  if (segment === "*") return asList(value).flatMap((each: Json) => textsAt(each, rest));
  return value === undefined ? [] : textsAt(readPath(value, segment), rest);
}

/**
 * Whether a service's value identifies no person: names of outcomes, ids, times, and texts that a
 * definition quotes.
 */
function isHarmless(text: string, literals: ReadonlySet<string>): boolean {
  if (
    text === "" ||
    literals.has(text) ||
    /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/.test(text) ||
    /^[A-Z][A-Z0-9_]*$/.test(text)
  )
    return true;
  if (new RegExp(`^[a-z:_-]*${UUID.source}$`, "i").test(text)) return true;
  return [...literals].some((literal) => literal.length >= 8 && text.includes(literal));
}
