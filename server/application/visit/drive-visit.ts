import type { Destination } from "../../../engine/transition/answer.ts";
import type { CallResult, InputContext } from "../../../engine/transition/input.ts";
import { advance } from "../../../engine/visit/advance.ts";
import type { Advance, PendingCall, Visit, VisitEvent } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord, Step } from "../../storage/repositories/applications.ts";
import type { CallLease } from "../../storage/repositories/calls.ts";
import { awaitedKeys } from "./awaited-keys.ts";
import { freshUuids } from "./fresh-uuids.ts";
import { importApplication } from "./import-application.ts";
import { makeCall } from "./make-call.ts";
import { stepToSave } from "./step-to-save.ts";
import { MOST_ATTEMPTS } from "./try-until-saved.ts";
import type { DrivenVisit, VisitRun } from "./visit-run.ts";
import type { VisitTools } from "./visit-tools.ts";

/** The kind of a step in metrics, by its first input. */
const MEASURED = new Map<VisitEvent["kind"] | undefined, "act" | "webhook" | "timer">([
  ["act", "act"],
  ["load", "act"],
  ["webhook", "webhook"],
  ["timer", "timer"],
  ["link", "act"],
]);

/** The destination of a step that waits for a pending call. */
const UNDER_WAY: Destination = { kind: "stay", reason: { kind: "call-under-way" } };

/**
 * Drives a visit to its end: saves each step, makes its call, and advances with the result.
 * No transaction is held over a call; `resumeCall` continues after a crash.
 */
export async function driveVisit(
  run: VisitRun,
  visit: Visit,
  event: VisitEvent,
  tools: VisitTools,
): Promise<DrivenVisit> {
  const { flow: id } = run.flow.definition;
  const drive = async () => new VisitDriver(run, tools, event.context).drive(visit, event);
  const { span } = tools.telemetry;
  return span === undefined
    ? drive()
    : span("step", { "foyer.flow": id, "foyer.kind": event.kind }, drive);
}

/** What a request's first step saves, and no other one. */
type SavedOnce = Pick<Step, "claim" | "received" | "link">;

/** Where a visit has got to: the event of its last move, and the visit before that. */
interface Position {
  readonly before: Visit;
  readonly event: VisitEvent;
  readonly move: Advance;
}

class VisitDriver {
  private record: ApplicationRecord | undefined;
  private session: string | undefined;
  /** The first event of the present step. */
  private began: VisitEvent["kind"] | undefined;
  /** The lease of the recorded call in progress. */
  private lease: CallLease | undefined;
  /** Saved with the first step alone. */
  private firstOnly: SavedOnce;
  private key: string | undefined;
  /** The end of the request's own step: its saved answer, and its record. */
  private finished:
    | (NonNullable<Step["finish"]> & { readonly record: ApplicationRecord })
    | undefined;

  constructor(
    private readonly run: VisitRun,
    private readonly tools: VisitTools,
    private readonly context: InputContext,
  ) {
    this.record = run.record;
    const { claim, received, link } = run;
    this.firstOnly = { claim, received, link };
    this.key = run.key ?? run.claim?.key;
    this.lease = run.resumes;
  }

  async drive(from: Visit, first: VisitEvent): Promise<DrivenVisit> {
    let at: Position = { before: from, event: first, move: this.begin(from, first) };
    let overtaken = 0;
    for (;;) {
      if (await this.saveStep(at)) {
        const following = await this.follow(at);
        if ("end" in following) return following;
        at = following;
        overtaken = 0;
        continue;
      }
      this.count("stale");
      overtaken++;
      const latest = overtaken < MOST_ATTEMPTS ? await this.latestForResult(at) : undefined;
      if (latest === undefined) return this.ended(at.move.visit, { kind: "stale" });
      // Other steps may have been saved while the call ran: apply the result to the latest state.
      this.record = latest;
      at = this.advanced({ ...at.before, state: latest.state }, at.event);
    }
  }

  /**
   * The latest record, where an overtaken step applies the result of a call that no other process
   * has taken over.
   */
  private async latestForResult({ event }: Position): Promise<ApplicationRecord | undefined> {
    if (event.kind !== "result") return undefined;
    const latest = await this.latest();
    return latest === undefined || (await this.hasLostCall()) ? undefined : latest;
  }

  /** Follows a saved move: to the next event, or to the end of the visit. */
  private async follow({ event, move }: Position): Promise<Position | DrivenVisit> {
    const { visit, step, next } = move;
    const received = await this.withReceived(move);
    if (received !== undefined) {
      // Events of providers were applied after the step: resolve its destination in the latest
      // state.
      const destination = step?.next ?? UNDER_WAY;
      return this.advanced(received, { kind: "go", destination, context: this.fresh() });
    }
    if (next.kind === "load") {
      const before = await this.withApplication(visit);
      const load: VisitEvent = { kind: "load", context: this.fresh() };
      return { before, event: load, move: this.begin(before, load) };
    }
    if (next.kind !== "call") {
      await this.amend(move);
      return this.ended(visit, next);
    }
    if (next.purpose.kind === "import")
      return { before: visit, event, move: await this.import(visit, next, event.context) };
    const result = await this.call(visit, next);
    return this.advanced(visit, {
      kind: "result",
      pending: next,
      result,
      context: this.fresh(),
    });
  }

  private advanced(before: Visit, event: VisitEvent): Position {
    return { before, event, move: advance(this.run.flow, before, event) };
  }

  /** Begins a step with its first event. */
  private begin(before: Visit, event: VisitEvent): Advance {
    this.began = event.kind;
    return this.holdCallBack(before, advance(this.run.flow, before, event), event);
  }

  /**
   * Holds a call back while the outcome of the one before is unknown: its effect must not happen
   * twice.
   */
  private holdCallBack(before: Visit, move: Advance, { kind, context }: VisitEvent): Advance {
    const begins = kind === "act" || kind === "load";
    return begins && move.step?.call?.repeat !== undefined && this.record?.calling === true
      ? advance(this.run.flow, before, { kind: "go", destination: UNDER_WAY, context })
      : move;
  }

  /** Saves the step of a move, or writes its analytics events. False: another step was faster. */
  private async saveStep({ before, move, event }: Position): Promise<boolean> {
    const { step, reports } = move;
    for (const row of step?.refusedExits ?? [])
      this.tools.telemetry.refusedExit({
        request: this.run.scope?.id,
        flow: this.run.flow.definition.flow,
        row,
      });
    if (step === undefined || this.record === undefined || !step.isJournaled) {
      await this.reportUnsaved(move);
      return true;
    }
    const record = await this.saveMigration(this.record);
    if (record === undefined) return false;
    const { lease: answers, key, firstOnly } = this;
    const saving = stepToSave(this.run, { ...move, step }, { before, event, record, answers, key });
    const saved = await this.tools.applications.saveStep({ ...saving, ...firstOnly });
    if (saved === undefined) return false;
    if (reports.some(({ send }) => send !== undefined)) this.tools.deliverEvents();
    this.noteSaved(saving, saved);
    return true;
  }

  /** Writes the analytics events of a move without a step that is saved. */
  private async reportUnsaved({ step, reports, next }: Advance): Promise<void> {
    await this.run.report(reports);
    if (next.kind === "refused") this.count("refused");
    else if (step !== undefined && step.call === undefined) this.count("nothing-new");
  }

  /** Notes a saved step: what went with it is not saved again. */
  private noteSaved(
    { call, finish }: Pick<Step, "call" | "finish">,
    saved: ApplicationRecord,
  ): void {
    this.record = saved;
    this.lease = call === undefined ? undefined : { id: call.id, taken: 0 };
    this.firstOnly = {};
    if (call !== undefined) return;
    this.count("kept");
    this.key = undefined;
    if (finish !== undefined) this.finished = { ...finish, record: saved };
  }

  /**
   * Saves the migration of the application and returns the result. Undefined: another step was
   * faster.
   */
  private async saveMigration(record: ApplicationRecord): Promise<ApplicationRecord | undefined> {
    const { migration, version } = this.run;
    // The first step in the new version, of this request or of another one, saved it.
    if (migration === undefined || record.flowVersion === version) return record;
    const migrated = await this.tools.applications.saveStep(migration);
    if (migrated !== undefined) this.record = migrated;
    return migrated;
  }

  private async call(
    { standsIn }: Visit,
    { purpose, request, isRecorded }: PendingCall,
  ): Promise<CallResult> {
    const ownsRecord = purpose.kind !== "suggest" && purpose.kind !== "unload";
    return makeCall(
      {
        flow: this.run.flow,
        request,
        record: ownsRecord && standsIn !== true ? this.record : undefined,
        named: this.run.named,
        recorded: isRecorded ? this.lease : undefined,
        signal: this.run.signal,
        scope: this.run.scope,
      },
      this.tools,
    );
  }

  private async import(
    visit: Visit,
    pending: PendingCall,
    context: InputContext,
  ): Promise<Advance> {
    const { flow, version, imports, scope } = this.run;
    const known =
      imports === undefined
        ? undefined
        : await importApplication(
            { ...imports, flow, version, visit, pending, context, scope },
            this.tools,
          );
    if (known !== undefined) return known;
    return advance(flow, visit, { kind: "open", imports: false, context });
  }

  /** The visit with the events of providers applied since the step; undefined without any. */
  private async withReceived({ visit, step, next }: Advance): Promise<Visit | undefined> {
    const { record } = this;
    const ended = step !== undefined && step.call === undefined && step.input.kind !== "webhook";
    if (record === undefined || !ended || this.run.received !== undefined) return undefined;
    if (awaitedKeys(this.run.flow, record.state, this.context).length === 0) return undefined;
    const latest = await this.tools.applyReceived(record);
    if (latest.revision === record.revision) return undefined;
    this.record = latest;
    if (this.finished?.record === record) this.finished = { ...this.finished, record: latest };
    const { resolved: _, shown: __, ...rest } = visit;
    return next.kind === "done" ? undefined : { ...rest, state: latest.state };
  }

  /** The visit with an application that the load of its screen can be saved in. */
  private async withApplication(visit: Visit): Promise<Visit> {
    if (this.record !== undefined || this.run.begin === undefined) return visit;
    const { record, session } = await this.run.begin();
    this.record = record;
    this.session = session;
    return { ...visit, state: record.state };
  }

  /** Saves the final page for a repetition of the request, where it differs from the step's own. */
  private async amend({ visit, next }: Advance): Promise<void> {
    const { finished, record } = this;
    const { claim } = this.run;
    if (finished === undefined || claim === undefined || record === undefined) return;
    const { key, answer } = finished;
    const loaded = record !== finished.record || visit.notices.length > answer.notices.length;
    const shown = destinationOf(next);
    if (shown === undefined || (shown.kind === "leave" && !loaded)) return;
    if (!loaded && record.revision === answer.revision) return;
    await this.tools.idempotencyKeys.amend(
      { subject: claim.subject, key, application: record.key },
      {
        ...answer,
        revision: record.revision,
        ...(loaded
          ? { loaded: { next: shown, notices: visit.notices.slice(answer.notices.length) } }
          : {}),
      },
    );
  }

  /** Whether another process has taken the saved call over, or answered it. */
  private async hasLostCall(): Promise<boolean> {
    return this.lease !== undefined && !(await this.tools.calls.isHeld(this.lease));
  }

  private async latest(): Promise<ApplicationRecord | undefined> {
    const key = this.record?.key;
    return key === undefined ? undefined : this.tools.applications.byKey(key);
  }

  /** The context of the next event: the same visitor, a new clock, new ids. */
  private fresh(): InputContext {
    return {
      ...this.context,
      now: this.tools.now(),
      uuids: freshUuids(this.run.flow),
      session: this.session,
    };
  }

  /** Counts a step by its first input; an overtaken one as `stale`, each time. */
  private count(result: "kept" | "nothing-new" | "refused" | "stale"): void {
    const input = MEASURED.get(this.began);
    if (input === undefined) return;
    const { flow } = this.run.flow.definition;
    this.tools.telemetry.step({ flow, kind: input, result });
  }

  private ended(visit: Visit, end: DrivenVisit["end"]): DrivenVisit {
    if (end.kind === "overrun")
      throw new Error(`Calls follow one another without end; the last was "${end.call}"`);
    return {
      visit,
      end,
      record: this.record,
      session: this.session,
    };
  }
}

/** The destination of an end, so that it can be followed again. */
function destinationOf(next: Advance["next"]): Destination | undefined {
  switch (next.kind) {
    case "screen": {
      const { screen, path, reason } = next.resolution;
      return { kind: "screen", screen, path, reason };
    }
    case "exit":
      return next.exit;
    case "redirect":
      return { kind: "leave", to: "reload", location: next.path, reason: next.reason };
    default:
      return undefined;
  }
}
