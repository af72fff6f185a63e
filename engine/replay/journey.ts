import { answerScreen } from "../answer/answer-screen.ts";
import { importRequest, isImported } from "../answer/adopt-request.ts";
import type { Accepted, Destination } from "../answer/answer.ts";
import type { CallRequest, CallResult, Input, InputContext } from "../answer/input.ts";
import { enterFlow } from "../answer/arrive.ts";
import { entryNotice } from "../answer/entry-notice.ts";
import {
  suggestRequest,
  type SuggestInput,
  type SuggestResult,
  type SuggestRequest,
} from "../answer/suggest-request.ts";
import { UNLOAD_ACTION, unloadCall } from "../answer/unload.ts";
import { applyChanges, readPath } from "../application/state-path.ts";
import type { ApplicationState } from "../application/state.ts";
import type { Variant } from "../application/variant.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition, FixtureStep } from "../definition/fixture.ts";
import type { Json } from "../definition/json.ts";
import type { AnalyticsEvent } from "../report/report.ts";
import { analyticsOfDecline, analyticsOfOpening } from "../report/reports-of.ts";
import { isOfAnother } from "../resolve/is-of-another.ts";
import { loadOf } from "../resolve/load-of.ts";
import type { Resolution } from "../resolve/resolution.ts";
import { compareExpectations, describeDifference } from "./expectations.ts";
import type { Difference } from "./fixture-result.ts";
import { emptyTrace, type Trace, type StepTrace } from "./seen.ts";
import { resolveScreen } from "../resolve/resolve-screen.ts";

/** Calls following one another in one step; more would be a loop. */
const CALL_LIMIT = 20;

/** A journey under way: a clock, an outside and a visitor, as a fixture gives them. */
export class Journey {
  readonly deviations: string[] = [];
  readonly differences: Difference[] = [];
  readonly screens = new Set<string>();
  readonly rows = new Set<string>();
  readonly calls = new Set<string>();
  readonly outcomes = new Set<string>();
  readonly actions = new Set<string>();
  readonly reports = new Set<string>();
  readonly steps: StepTrace[] = [];
  /** How many applications were at hand before the present one. */
  private application = 0;
  /** What was reported and is so once only. */
  private readonly once = new Set<string>();
  private state: ApplicationState;
  private now: number;
  private minted = 0;
  private access: "ok" | "missing" | "forbidden" = "ok";
  private signedIn = true;
  private dataSources: readonly string[] = [];
  private actor: { readonly role: string; readonly id?: string } | undefined;
  private path = "/";
  private query: Record<string, string> = {};
  /** Why the page that was asked for last is shown. */
  private resolved = "";
  private readonly answered = new Map<string, number>();
  /** The application that was asked for could not be read. */
  private unread = false;
  /** A call of which nothing says what became of it: sent again before anything else. */
  private unresolved: CallRequest | undefined;
  /** Pages whose load was done in this step. */
  private readonly loaded = new Set<string>();

  constructor(
    private readonly flow: CompiledVariant,
    private readonly fixture: FixtureDefinition,
    private readonly variant: Variant,
  ) {
    this.state = fixture.given.state ?? {};
    this.now = Date.parse(fixture.given.now);
  }

  take(step: FixtureStep, number: number): void {
    if (step.waitMs !== undefined) this.now += step.waitMs;
    const seen = emptyTrace();
    this.access = step.access ?? "ok";
    this.signedIn = step.signedIn ?? true;
    this.dataSources = step.dataSources ?? [];
    this.actor = step.actor;
    this.loaded.clear();
    const reopened =
      (step.open !== undefined || (step.act !== undefined && step.act !== UNLOAD_ACTION)) &&
      this.sendAgain(seen);
    if (step.open !== undefined) this.open(this.filled(step.open), seen);
    if (step.act === UNLOAD_ACTION) this.unload(seen);
    // Whatever was pressed is answered with what became of the open call.
    else if (step.act !== undefined && !reopened) this.act(step, seen);
    if (step.hear !== undefined) this.hear(step.hear, seen);
    if (step.suggest !== undefined) this.suggest({ kind: "suggest", ...step.suggest }, seen);
    if (step.choose !== undefined)
      this.suggest({ kind: "choose", field: step.choose.field, text: step.choose.value }, seen);
    if (step.decline !== undefined)
      this.report(
        analyticsOfDecline(this.flow, this.state, {
          path: this.path,
          query: this.query,
          ...step.decline,
          context: this.context(),
        }),
        seen,
      );
    if (step.unload === true) this.unload(seen);
    this.look(step, number, seen);
    this.remember(seen);
  }

  private remember({ because, leave, calls, notices, problems, reports, events }: Trace): void {
    const context = this.context(0);
    const resolution = resolveScreen(this.flow, this.state, {
      path: this.path,
      query: this.query,
      context,
    });
    this.steps.push({
      ...(leave === undefined && resolution.kind === "screen" ? { screen: resolution.screen } : {}),
      path: this.path,
      query: this.query,
      because,
      ...(leave === undefined ? {} : { leave: leave.to }),
      ...(leave?.location === undefined ? {} : { location: leave.location }),
      calls,
      notices: notices.map(({ copy }) => copy),
      told: notices,
      problems,
      reports,
      events,
      state: this.state,
      context,
    });
  }

  private open(target: string, seen: Trace): void {
    const [path, asked] = partsOf(target);
    // What the address brings along is read once; then the visitor is at the clean path.
    const arrival = enterFlow(this.flow, this.state, {
      path,
      query: asked,
      context: this.context(),
    });
    if (arrival.kind === "away") {
      this.show(path, asked, seen, true);
      return;
    }
    const { entry } = arrival;
    this.state = entry.stateOf(this.state);
    const { differing } = entry;
    const notice = entryNotice(this.flow, this.state, { differing, context: this.context(0) });
    if (notice !== undefined) seen.notices.push(notice);
    if (this.access === "missing" && this.adopt(path, entry.rest, seen)) return;
    this.show(path, entry.rest, seen, true);
  }

  /** Reads an application that was begun elsewhere, as the flow's `adopt` says. True when that led somewhere else. */
  private adopt(path: string, query: Readonly<Record<string, string>>, seen: Trace): boolean {
    const request = this.signedIn
      ? importRequest(this.flow, path, query, this.context())
      : undefined;
    if (request === undefined) return false;
    this.access = "ok";
    this.path = path;
    this.state = {};
    this.application++;
    const result = this.made(request, seen);
    const context = this.context();
    const answer = this.taken({ kind: "result", request, result, context }, seen);
    if (answer === undefined || isImported(this.flow, request, answer, context)) return false;
    // The page that stands in for it, with something to say, goes nowhere by itself.
    this.unread = answer.notices.length > 0;
    this.goOn(answer, seen);
    this.unread = false;
    return true;
  }

  /** Asks for suggestions, or what choosing one fills in; what an application knows does not change by it. */
  private suggest(asked: SuggestInput, seen: Trace): void {
    let next: SuggestRequest | SuggestResult | undefined = suggestRequest(
      this.flow,
      this.state,
      this.path,
      this.context(),
      asked,
    );
    for (let calls = 0; next?.kind === "request" && calls < CALL_LIMIT; calls++) {
      const answered = next.answered(this.made(next.call, seen));
      if (answered.next.kind === "suggested")
        this.outcomes.add(`${next.call.call}/${answered.outcome}`);
      next = answered.next;
    }
    if (next?.kind !== "suggested") return;
    seen.suggests.push(...next.suggestions.map(({ value }) => value));
    Object.assign(seen.fills, next.fills);
  }

  /** The page is closed: at most one call, and nothing changes. */
  private unload(seen: Trace): void {
    const call = unloadCall(this.flow, this.state, {
      path: this.path,
      query: this.query,
      context: this.context(),
    });
    if (call !== undefined) this.made(call, seen);
  }

  /** What a provider tells finds the page as it is: where the applicant belongs then, follows from it. */
  private hear(
    { provider, key, outcome, answer = null }: NonNullable<FixtureStep["hear"]>,
    seen: Trace,
  ): void {
    const { path, query } = this;
    const first = {
      kind: "webhook",
      heard: { provider, key: this.filled(key), outcome, answer: this.filledIn(answer) },
      context: this.context(),
    } as const;
    let input: Input = first;
    for (let calls = 0; calls < CALL_LIMIT; calls++) {
      const answer = this.taken(input, seen);
      if (answer === undefined) return;
      seen.because = answer.next.because;
      if (answer.call === undefined) break;
      input = {
        kind: "result",
        request: answer.call,
        result: this.made(answer.call, seen),
        context: this.context(),
      };
    }
    this.show(path, query, seen);
  }

  private act(step: FixtureStep, seen: Trace): void {
    const item = step.item === undefined ? {} : { item: this.filled(step.item) };
    this.answerAll(
      {
        kind: "act",
        path: this.path,
        action: step.act ?? "submit",
        ...item,
        data: step.data ?? {},
        query: this.query,
        context: this.context(),
      },
      seen,
    );
  }

  /** Asks again what became of an open call, as the server does before anything else. True when there was one. */
  private sendAgain(seen: Trace): boolean {
    const { unresolved } = this;
    if (unresolved === undefined) return false;
    this.unresolved = undefined;
    const request: CallRequest = { ...unresolved, repeated: true };
    const result = this.made(request, seen);
    this.answerAll({ kind: "result", request, result, context: this.context() }, seen);
    return true;
  }

  /** Takes an input through to the end, its calls answered by the fixture. */
  private answerAll(first: Input, seen: Trace): Destination | undefined {
    let input = first;
    for (let calls = 0; calls < CALL_LIMIT; calls++) {
      const answer = this.taken(input, seen);
      if (answer === undefined) return undefined;
      if (answer.call === undefined) {
        this.goOn(answer, seen);
        return answer.next;
      }
      const result = this.made(answer.call, seen);
      input = { kind: "result", request: answer.call, result, context: this.context() };
    }
    this.deviations.push(`more than ${CALL_LIMIT} calls in one step`);
    return undefined;
  }

  /** A table led to a screen that the state refuses: whatever is shown instead, the row is wrong. */
  private refuse(name: string): void {
    const [table = "", id = ""] = name.split("/");
    const to = this.flow.tables.get(table)?.rows.find((row) => row.id === id)?.definition.to ?? "";
    const said = `the row "${id}" of transitions/${table}.yaml leads to the screen "${to}", whose allow says no`;
    if (!this.deviations.includes(said)) this.deviations.push(said);
  }

  /** What the engine says to an input, kept as the server would keep it. Undefined: refused. */
  private taken(input: Input, seen: Trace): Accepted | undefined {
    const answer = answerScreen(this.flow, this.state, input);
    this.report(answer.reports, seen);
    if (answer.kind === "refused") {
      seen.problems = answer.problems;
      seen.because = `refused:${answer.reason}`;
      return undefined;
    }
    this.state = answer.state;
    if (answer.unresolved === true && input.kind === "result") this.unresolved = input.request;
    for (const row of answer.rows) this.rows.add(row);
    for (const { because } of answer.events) {
      if (input.kind === "act")
        this.actions.add(
          input.item === undefined
            ? because.slice("screen:".length)
            : because.slice("screen:".length).replace("/", "/list/"),
        );
      if (input.kind === "result") this.outcomes.add(because.slice("call:".length));
    }
    seen.notices.push(...answer.notices);
    seen.events.push(...answer.events);
    return answer;
  }

  /** Keeps what is reported, once where it is reported once only. */
  private report(reports: readonly AnalyticsEvent[], seen: Trace): void {
    for (const report of reports) {
      const { type, once, send } = report;
      if (once !== undefined) {
        const { scope, of = "" } = once;
        const key = JSON.stringify([
          type,
          scope,
          of,
          ...(scope === "application" || scope === "screen" ? [this.application] : []),
        ]);
        if (this.once.has(key)) continue;
        this.once.add(key);
      }
      seen.reports.push(report);
      this.reports.add(type);
      if (send !== undefined) this.calls.add(send.call);
    }
  }

  private goOn({ next, notices }: Accepted, seen: Trace): void {
    seen.because = next.because;
    seen.problems = notices.flatMap(({ pointer, copy, with: params }) =>
      pointer === undefined ? [] : [{ pointer, code: copy, params }],
    );
    if (next.kind === "leave") seen.leave = next;
    else if (next.kind === "screen") this.follow(next.path, seen);
    else this.show(this.path, this.query, seen);
  }

  /** Goes where a step led; the page of another application is opened anew, with what is known of that one. */
  private follow(target: string, seen: Trace): void {
    const [path, query] = partsOf(target);
    if (isOfAnother(this.flow, this.state, path, this.context())) {
      this.access = "missing";
      if (this.adopt(path, query, seen)) return;
    }
    this.show(path, query, seen);
  }

  /** Goes to a path, or to where the state allows, and does what the screen needs before it is drawn. */
  private show(
    path: string,
    query: Readonly<Record<string, string>>,
    seen: Trace,
    opened = false,
  ): void {
    const resolution = resolveScreen(this.flow, this.state, {
      path,
      query,
      context: this.context(),
    });
    for (const row of resolution.rows) this.rows.add(row);
    if (resolution.kind === "screen") for (const row of resolution.refused ?? []) this.refuse(row);
    // A page that a step led to is part of what the step reports.
    if (opened)
      this.report(
        analyticsOfOpening(
          this.flow,
          this.state,
          { path, query, context: this.context(0) },
          resolution,
        ),
        seen,
      );
    if (opened) seen.because = resolution.because;
    if (resolution.kind === "leave") {
      seen.leave = resolution;
      return;
    }
    if (opened) seen.notices.push(...(resolution.notices ?? []));
    this.resolved = resolution.because;
    if (
      resolution.path !== path &&
      this.access === "ok" &&
      isOfAnother(this.flow, this.state, resolution.path, this.context())
    ) {
      this.follow(resolution.path, seen);
      this.resolved = resolution.because;
      return;
    }
    const [arrived, own] = partsOf(resolution.path);
    this.path = arrived;
    // A page that is open keeps the query it was asked with.
    this.query = resolution.path === path ? { ...query } : own;
    this.screens.add(resolution.screen);
    this.load(resolution, seen);
  }

  private load(resolution: Extract<Resolution, { kind: "screen" }>, seen: Trace): void {
    const action = loadOf(this.flow, this.state, resolution, this.query, this.context());
    if (action === undefined || this.unread || this.loaded.has(this.path)) return;
    this.loaded.add(this.path);
    const { because } = seen;
    const before = this.path;
    const next = this.answerAll(
      {
        kind: "act",
        path: this.path,
        action,
        data: {},
        query: this.query,
        context: this.context(),
      },
      seen,
    );
    // A load that stays is no reason to be here; what it found out may be.
    if (next?.kind === "stay") seen.because = this.path === before ? because : this.resolved;
  }

  private look({ see }: FixtureStep, number: number, seen: Trace): void {
    if (see === undefined) return;
    const { path, query, state } = this;
    // Looking mints no ids: what a fixture wants to see changes nothing of its journey.
    const resolution = resolveScreen(this.flow, state, { path, query, context: this.context(0) });
    const found = compareExpectations(
      see,
      number,
      { path, query, resolution, state },
      seen,
      (text) => this.filled(text),
    );
    this.differences.push(...found);
    this.deviations.push(...found.map(describeDifference));
  }

  /** Makes a call: answers are used in order, the last one for ever; a call without answers is answered with an empty 200. */
  private made(request: CallRequest, seen: Trace): CallResult {
    const call = request.via === undefined ? request.call : `${request.call}.${request.via.step}`;
    seen.calls.push(call);
    seen.sent[call] = request.body ?? null;
    this.calls.add(request.call);
    const answers = this.fixture.given.calls?.[call] ?? [];
    const at = this.answered.get(call) ?? 0;
    this.answered.set(call, at + 1);
    const answer = answers[Math.min(at, answers.length - 1)];
    this.state = applyChanges(
      this.state,
      Object.entries(answer?.meanwhile ?? {}).map(([path, value]) => ({ path, value })),
    );
    if (answer?.outcome !== undefined) return { outcome: answer.outcome, answer: null };
    return {
      status: answer?.status ?? 200,
      answer: answer?.answer ?? {},
      ...(answer?.location === undefined ? {} : { location: answer.location }),
    };
  }

  /** @param ids how many ids it may bring; looking back at a step mints none */
  private context(ids = Object.keys(this.flow.definition.ids).length): InputContext {
    return {
      now: new Date(this.now).toISOString(),
      variant: this.variant,
      locale: this.fixture.given.variant.locale ?? this.flow.market.locales[0] ?? "en-US",
      signedIn: this.signedIn,
      ...(this.signedIn && this.fixture.given.visitor !== undefined
        ? { visitor: this.fixture.given.visitor }
        : {}),
      dataSources: this.dataSources,
      access: this.access,
      // A guest comes with a browser of their own.
      session: this.actor?.role ?? "visit",
      ...(this.actor === undefined
        ? {}
        : {
            actor: {
              ...this.actor,
              ...(this.actor.id === undefined ? {} : { id: this.filled(this.actor.id) }),
            },
          }),
      ...(this.fixture.given.providers === undefined
        ? {}
        : { providers: this.fixture.given.providers }),
      uuids: Array.from(
        { length: ids },
        () => `00000000-0000-4000-8000-${String(++this.minted).padStart(12, "0")}`,
      ),
    };
  }

  private filledIn(value: Json): Json {
    if (typeof value === "string") return this.filled(value);
    if (Array.isArray(value)) return value.map((each: Json) => this.filledIn(each));
    return typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]: [string, Json]) => [
            name,
            this.filledIn(inner),
          ]),
        )
      : value;
  }

  /** `{applicationId}` and other parameters of the flow, and `{things.0.id}`, from the journey's own state. */
  private filled(text: string): string {
    return text.replaceAll(/\{([A-Za-z][\w.]*)\}/g, (whole, name: string) => {
      const value =
        this.flow.parameters.get(name)?.evaluate(this.state) ?? readPath(this.state, name);
      return typeof value === "string" ? value : whole;
    });
  }
}

function partsOf(target: string): [path: string, query: Record<string, string>] {
  const [path = "/", search = ""] = target.split("?");
  return [path, Object.fromEntries(new URLSearchParams(search))];
}
