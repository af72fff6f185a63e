import { basePath } from "../../../engine/transition/destination.ts";
import { fallbackLocale } from "../../../engine/language/axes.ts";
import { joinAddress, type Address } from "../../../engine/language/address.ts";
import { applyChanges } from "../../../engine/rules/state-path.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import { evaluateTable } from "../../../engine/transition/evaluate-table.ts";
import { callRequest } from "../../../engine/transition/call-request.ts";
import { Changes } from "../../../engine/transition/changes.ts";
import { pathOfScreen } from "../../../engine/transition/destination.ts";
import { buildFacts, layFacts, type Facts } from "../../../engine/transition/facts.ts";
import type {
  CallRequest,
  CallResult,
  Continuation,
  InputContext,
} from "../../../engine/transition/input.ts";
import { advance } from "../../../engine/visit/advance.ts";
import { drive } from "../../../engine/visit/drive.ts";
import {
  visitAt,
  type VisitEnd,
  type DecidedStep,
  type VisitEvent,
} from "../../../engine/visit/visit.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { asObject, type Json } from "../../../engine/language/json.ts";
import type { Template } from "../../../engine/language/rule.ts";
import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import { permissionOf } from "../../../engine/transition/permission.ts";
import { renderScreen } from "../../../engine/render/render-screen.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import { callOf, tableAfter } from "./flow-in-cases.ts";
import type { PlayedEvent, RoutingEvent, RoutingMap } from "./routing-map.ts";

/** A case with its map. */
export interface StagedCase {
  readonly flow: CompiledVariant;
  readonly map: RoutingMap;
  readonly context: InputContext;
  readonly event: RoutingEvent;
  /** Evaluates a template of the map over the case. */
  say(template: Template | undefined): Json | undefined;
}

/** Plays one case: the event of its map, in the state that is given. */
export class RoutingPlay {
  private state: ApplicationState;
  private readonly notices: Notice[] = [];
  private readonly calls: string[] = [];
  private readonly bodies: Json[] = [];
  private next: Destination | undefined;
  private outcome: string | undefined;
  private path: string;
  private query: Record<string, string>;
  private matched: string | undefined;

  private readonly flow: CompiledVariant;
  private readonly map: RoutingMap;
  private readonly context: InputContext;
  private readonly event: RoutingEvent;
  private readonly say: StagedCase["say"];

  constructor({ flow, map, context, event, say }: StagedCase, state: ApplicationState) {
    this.flow = flow;
    this.map = map;
    this.context = context;
    this.event = event;
    this.say = say;
    this.state = state;
    this.query = Object.fromEntries(new URLSearchParams(String(say(event.query) ?? "")));
    this.path = "";
  }

  /** Plays the event, and gives what it led to. */
  played(): PlayedEvent {
    const { event } = this;
    if (event.ask !== undefined) this.ask(event.ask);
    else if (event.answer !== undefined) this.answer(String(this.say(event.answer)));
    else if (event.open !== undefined) this.open(String(this.say(event.open)));
    else if (event.act !== undefined) this.act(event.act);
    else if (event.unload === true) this.run({ kind: "unload" });
    else if (event.match !== undefined) this.match(String(this.say(event.match)));
    const { next } = this;
    const copy = this.flow.copy(fallbackLocale(this.flow.definition));
    const fallback = copy.text(this.map.defaultMessage) ?? "";
    const texts = this.notices.flatMap((notice) => {
      const own = copy.text(notice.copy, notice.with) ?? notice.copy;
      return notice.texts.length === 0
        ? [own]
        : notice.texts.map((text) => (text === "" ? fallback : text));
    });
    return {
      route:
        this.matched ??
        (next === undefined
          ? undefined
          : next.kind === "screen"
            ? next.path
            : next.kind === "stay"
              ? this.stay()
              : `@${next.to}`),
      screen: next?.kind === "screen" ? next.screen : undefined,
      base: basePath(this.flow) || "/",
      location: next?.kind === "leave" ? next.location : undefined,
      cookies: next?.kind === "leave" ? (next.cookies ?? {}) : {},
      messages: texts,
      messageKeys: this.notices.map((notice) => this.map.messageKeys[notice.copy] ?? notice.copy),
      calls: this.calls,
      bodies: this.bodies,
      state: this.state,
      outcome: this.outcome,
      facts: this.facts(),
      page: this.page(),
      stays:
        next?.kind === "stay" || (next?.kind === "screen" && next.screen === this.present().screen),
      allowed: this.allowed(),
    };
  }

  /** The page after the event; undefined when it led off the site. */
  private page(): ScreenView | undefined {
    const { flow, state, query, context, next } = this;
    if (next?.kind === "leave" || this.event.evaluate === true) return undefined;
    const at = next?.kind === "screen" && next.screen !== "" ? next : this.present();
    const path = at.path.split("?")[0] ?? "";
    const facts = buildFacts(flow, state, context);
    if (!flow.screens.has(at.screen)) return undefined;
    const resolution = {
      kind: "screen" as const,
      screen: at.screen,
      path,
      params: { ...findRoute(flow, path, facts)?.params },
      reason: { kind: "open", screen: at.screen } as const,
      rows: [],
    };
    return renderScreen(flow, state, resolution, {
      context,
      query,
      revision: 0,
      version: "",
      words: {},
      validatorUrl: () => "",
    });
  }

  /** Whether the visitor's role permits the event's action. */
  private allowed(): boolean | undefined {
    const { may } = this.event;
    const screen = this.flow.screens.get(may?.screen ?? "");
    return screen === undefined
      ? undefined
      : permissionOf(this.flow, this.facts()).does(screen, String(this.say(may?.action)));
  }

  private stay(): string {
    const page = this.say(this.event.stays);
    return typeof page === "string" ? page : "@stay";
  }

  private facts(): Facts {
    const facts = buildFacts(this.flow, this.state, this.context);
    const on = this.say(this.event.on);
    return layFacts(facts, {
      params:
        this.say(this.event.params) ??
        (typeof on === "string" ? { ...findRoute(this.flow, on, facts)?.params } : null),
      query: this.query,
      requested: this.path,
      with: this.say(this.event.with) ?? null,
      form: this.say(this.event.form) ?? {},
    });
  }

  private present(): { readonly screen: string; readonly path: string } {
    const screen = this.flow.screens.get(this.event.at ?? this.flow.definition.unknownPath);
    const on = this.say(this.event.on);
    return {
      screen: screen?.id ?? "",
      path:
        typeof on === "string"
          ? on
          : screen === undefined
            ? "/"
            : (pathOfScreen(this.flow, screen, this.facts()) ?? "/"),
    };
  }

  private ask(table: string): void {
    if (!this.flow.tables.has(table))
      throw new Error(`the map of cases asks the table "${table}", which the flow does not have`);
    const facts = this.facts();
    const changes = new Changes(facts);
    const verdict = evaluateTable(this.flow, table, changes, { present: this.present() });
    this.state = applyChanges(this.state, changes.made);
    this.notices.push(...verdict.notices);
    this.next = verdict.next ?? { kind: "stay", reason: { kind: "no-row", table } };
    if (verdict.call !== undefined) {
      const { then } = verdict.call;
      const request = callRequest(this.flow, verdict.call.name, facts, {
        ...this.continuation(),
        with: verdict.call.with,
        ...(then === undefined ? {} : { then }),
      });
      if (request !== undefined) this.run({ kind: "resume", request });
    }
  }

  private continuation(): Continuation {
    const { screen, path } = this.present();
    return {
      path,
      screen,
      action: "submit",
      remaining: [],
      with: this.say(this.event.with) ?? null,
      form: asObject(this.say(this.event.form)),
      query: this.query,
      ...(this.context.actor === undefined ? {} : { actor: this.context.actor }),
    };
  }

  /** Answers a call as if the flow itself had made it. */
  private answer(call: string): void {
    const name = this.flow.calls.has(call)
      ? call
      : (this.map.calls?.[call] ?? callOf(this.flow, call));
    const status = this.say(this.event.status);
    const body = this.say(this.event.body) ?? null;
    const then = this.event.then ?? (name === undefined ? undefined : tableAfter(this.flow, name));
    const location = this.say({ var: "event.location" });
    const result: CallResult =
      typeof status === "number"
        ? { status, answer: body, ...(typeof location === "string" ? { location } : {}) }
        : { outcome: "network", answer: null };
    const request: CallRequest = {
      call: name ?? "",
      service: "",
      method: "GET",
      path: "",
      headers: {},
      timeoutMs: 0,
      continuation: { ...this.continuation(), ...(then === undefined ? {} : { then }) },
    };
    this.run({ kind: "resume", request }, result);
  }

  private act(action: string): void {
    this.run({ kind: "act", action, data: asObject(this.say(this.event.form)) });
  }

  /**
   * Drives the visit: the first call gets the case's result, every further one an empty answer with
   * an id.
   */
  private run(event: Bare<VisitEvent>, first?: CallResult): void {
    const address = this.event.open === undefined ? this.present() : { path: this.path };
    let given = first;
    const { visit, end } = drive(
      this.flow,
      visitAt({ path: address.path, query: this.query }, this.state, { readOnly: true }),
      { ...event, context: this.context },
      {
        context: () => this.context,
        observe: ({ step }) => this.observe(step),
        answer: (request) => {
          const result = given ?? ANSWER;
          if (given === undefined) this.note(request);
          given = undefined;
          return { result };
        },
      },
    );
    this.state = visit.state;
    this.notices.push(...(end.kind === "screen" ? end.notices : visit.notices));
    if (end.kind === "refused") this.outcome = end.refusal.cause;
    this.next ??= destinationOf(end, { path: this.path, query: this.query });
  }

  /** Takes the table's own destination, even where the state would lead elsewhere. */
  private observe(step: DecidedStep | undefined): void {
    if (step === undefined) return;
    const { reason, call, next } = step;
    this.outcome ??= reason.kind === "call" ? reason.outcome : undefined;
    if (call === undefined) this.next = next;
  }

  private note(request: CallRequest): void {
    const definition = this.flow.calls.get(request.call)?.definition;
    const path = (definition?.path ?? request.path).replaceAll("{applicationId}", "{id}");
    this.calls.push(`${request.method} ${path}`);
    this.bodies.push(request.body ?? null);
  }

  private open(path: string): void {
    this.path = path;
    const visit = visitAt({ path, query: this.query }, this.state);
    const entered = advance(this.flow, visit, { kind: "enter", context: this.context });
    if (entered.next.kind === "exit") this.next = entered.next.exit;
    if (entered.next.kind === "entered") this.state = entered.visit.state;
    if (entered.next.kind !== "exit") this.run({ kind: "open" });
  }

  private match(path: string): void {
    const found = findRoute(this.flow, path, this.facts());
    const unknown = this.flow.screens.get(this.flow.definition.unknownPath);
    this.matched =
      found === undefined
        ? unknown === undefined
          ? "@unknown"
          : pathOfScreen(this.flow, unknown, this.facts())
        : path;
    this.outcome = found === undefined ? "unknown" : found.screen.definition.path;
  }
}

/** The answer to every further call. */
const ANSWER: CallResult = { status: 200, answer: { id: "o-1", applicationId: "urn:app:1" } };

/** The destination of an opened address; a page at the requested address keeps its query. */
function destinationOf(end: VisitEnd, { path, query }: Address): Destination | undefined {
  switch (end.kind) {
    case "exit":
      return end.exit;
    case "redirect":
      return { kind: "screen", screen: "", path: end.path, reason: end.reason };
    case "screen": {
      const { screen, path: shown, reason } = end.resolution;
      const address = shown === path ? joinAddress(path, query) : shown;
      return { kind: "screen", screen, path: address, reason };
    }
    case "done":
      return end.destination;
    default:
      return undefined;
  }
}

/** An event without the context that the case adds. */
type Bare<E> = E extends VisitEvent ? Omit<E, "context"> : never;
