import { applyChanges } from "../../../engine/rules/state-path.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import { answerScreen } from "../../../engine/transition/answer-screen.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import { evaluateTable } from "../../../engine/transition/evaluate-table.ts";
import { callRequest } from "../../../engine/transition/call-request.ts";
import { Changes } from "../../../engine/transition/changes.ts";
import { pathOfScreen } from "../../../engine/transition/destination.ts";
import { buildFacts, type Facts } from "../../../engine/transition/facts.ts";
import type {
  CallRequest,
  CallResult,
  Continuation,
  Input,
  InputContext,
} from "../../../engine/transition/input.ts";
import { enterFlow } from "../../../engine/transition/enter-flow.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Template } from "../../../engine/language/rule.ts";
import { configureVariant } from "../../../engine/fixtures/run-fixture.ts";
import { findRoute, resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import type { RuleNames } from "../../../engine/rules/rule-names.ts";
import type { PlayedEvent, RoutingCase, RoutingEvent, RoutingMap } from "./routing-map.ts";

const NOW = "2026-06-15T12:00:00.000Z";
const CALLS = 20;

/** Plays a case through the engine, as flows/<flow>/cases/routing.yaml says it is meant. Undefined for an event the map does not have. */
export function playCase(
  flow: CompiledFlow,
  map: RoutingMap,
  example: RoutingCase,
): PlayedEvent | undefined {
  const telling: JsonObject = { given: example.given, event: example.event };
  const say = (template: Template | undefined) =>
    template === undefined
      ? undefined
      : compileTemplate(template, namesOf(flow, undefined), () => undefined).evaluate(telling);
  const entries = map.events[example.event.type];
  const event = (
    Array.isArray(entries)
      ? (entries as readonly RoutingEvent[])
      : [entries as RoutingEvent | undefined]
  ).find(
    (each) =>
      each !== undefined && (each.when === undefined || Boolean(say(each.when as Template))),
  );
  if (event === undefined) return undefined;
  const reseller = say(map.variant.reseller);
  const variant: Variant = {
    portal: String(say(map.variant.portal)),
    market: String(say(map.variant.market)),
    environment: flow.variants[0]?.environment ?? "LOCAL",
    ...(typeof reseller === "string" ? { reseller } : {}),
  };
  const actor = objectIn(say(map.actor));
  const context: InputContext = {
    now: NOW,
    variant,
    locale: "en-US",
    signedIn: map.signedIn === undefined || Boolean(say(map.signedIn as Template)),
    access: (say(event.access) ?? "ok") as "ok",
    ...(typeof actor["role"] === "string"
      ? {
          actor: {
            role: actor["role"],
            ...(typeof actor["id"] === "string" ? { id: actor["id"] } : {}),
          },
        }
      : {}),
    uuids: Object.keys(flow.definition.ids).map(
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    ),
  };
  const compiled = laidOver(
    flow.variant(variant),
    objectIn(say(map.flags)),
    objectIn(say(map.config)),
  );
  const changes = [...Object.entries(map.state), ...Object.entries(event.change ?? {})].flatMap(
    ([path, template]) => {
      const value = say(template);
      return value === undefined || value === null ? [] : [{ path, value }];
    },
  );
  return new Play(compiled, map, applyChanges({}, changes), context, event, say).done();
}

/** One case being played. */
class Play {
  private state: ApplicationState;
  private readonly notices: Notice[] = [];
  private readonly calls: string[] = [];
  private readonly bodies: Json[] = [];
  private next: Destination | undefined;
  private outcome: string | undefined;
  private path: string;
  private query: Record<string, string>;
  private matched: string | undefined;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly map: RoutingMap,
    state: ApplicationState,
    private readonly context: InputContext,
    private readonly event: RoutingEvent,
    private readonly say: (template: Template | undefined) => Json | undefined,
  ) {
    this.state = state;
    this.query = Object.fromEntries(new URLSearchParams(String(say(event.query) ?? "")));
    this.path = "";
  }

  done(): PlayedEvent {
    const { event } = this;
    if (event.ask !== undefined) this.ask(event.ask);
    else if (event.answer !== undefined) this.answer(String(this.say(event.answer)));
    else if (event.open !== undefined) this.open(String(this.say(event.open)));
    else if (event.act !== undefined) this.act(event.act);
    else if (event.match !== undefined) this.match(String(this.say(event.match)));
    const { next } = this;
    const copy = this.flow.copy("en-US");
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
      location: next?.kind === "leave" ? next.location : undefined,
      cookies: next?.kind === "leave" ? (next.cookies ?? {}) : {},
      messages: texts,
      messageKeys: this.notices.map((notice) => this.map.messageKeys[notice.copy] ?? notice.copy),
      calls: this.calls,
      bodies: this.bodies,
      state: this.state,
      outcome: this.outcome,
      view: { facts: this.facts() },
    };
  }

  private stay(): string {
    const page = this.say(this.event.stays);
    return typeof page === "string" ? page : "@stay";
  }

  private facts(): Facts {
    const facts = buildFacts(this.flow, this.state, this.context);
    const on = this.say(this.event.on);
    facts["params"] =
      this.say(this.event.params) ??
      (typeof on === "string" ? { ...findRoute(this.flow, on, facts)?.params } : null);
    facts["query"] = this.query;
    facts["requested"] = this.path;
    facts["with"] = this.say(this.event.with) ?? null;
    facts["form"] = this.say(this.event.form) ?? {};
    return facts;
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
    const facts = this.facts();
    const changes = new Changes(facts);
    const verdict = evaluateTable(this.flow, table, changes, { present: this.present() });
    this.state = applyChanges(this.state, changes.made);
    this.notices.push(...verdict.notices);
    this.next = verdict.next ?? { kind: "stay", because: "" };
    if (verdict.call !== undefined) {
      const { then } = verdict.call;
      const request = callRequest(this.flow, verdict.call.name, facts, {
        ...this.continuation(),
        with: verdict.call.with,
        ...(then === undefined ? {} : { then }),
      });
      if (request !== undefined) this.follow(request);
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
      form: objectIn(this.say(this.event.form)),
      query: this.query,
      ...(this.context.actor === undefined ? {} : { actor: this.context.actor }),
    };
  }

  /** The answer of a call arrives: as the flow itself would have asked for it. */
  private answer(asked: string): void {
    const name = this.flow.calls.has(asked)
      ? asked
      : (this.map.calls?.[asked] ?? callOf(this.flow, asked));
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
    this.input({ kind: "result", request, result, context: this.context });
  }

  private act(action: string): void {
    const { path } = this.present();
    this.input({
      kind: "act",
      path,
      action,
      data: objectIn(this.say(this.event.form)),
      query: this.query,
      context: this.context,
    });
  }

  private input(first: Input): void {
    let input = first;
    for (let calls = 0; calls < CALLS; calls++) {
      const answer = answerScreen(this.flow, this.state, input);
      if (answer.kind === "refused") {
        this.outcome = answer.reason;
        return;
      }
      this.state = answer.state;
      this.notices.push(...answer.notices);
      this.next = answer.next;
      this.outcome ??= answer.events[0]?.because.split("/").at(-1);
      if (answer.call === undefined) return;
      input = this.sent(answer.call);
    }
  }

  private follow(request: CallRequest): void {
    this.input(this.sent(request));
  }

  /** Every further call succeeds with an empty answer that has an id. */
  private sent(request: CallRequest): Input {
    const definition = this.flow.calls.get(request.call)?.definition;
    const path = (definition?.path ?? request.path).replaceAll("{applicationId}", "{id}");
    this.calls.push(`${request.method} ${path}`);
    this.bodies.push(request.body ?? null);
    return {
      kind: "result",
      request,
      result: { status: 200, answer: { id: "o-1", applicationId: "urn:app:1" } },
      context: this.context,
    };
  }

  private open(path: string): void {
    this.path = path;
    const arrival = enterFlow(this.flow, this.state, {
      path,
      query: this.query,
      context: this.context,
    });
    if (arrival.kind === "away") {
      this.next = arrival.leave;
      return;
    }
    this.state = arrival.entry.stateOf(this.state);
    const resolution = resolveScreen(this.flow, this.state, {
      path,
      query: this.query,
      context: this.context,
    });
    if (resolution.kind === "leave") {
      this.next = resolution;
      return;
    }
    this.notices.push(...(resolution.notices ?? []));
    const search = new URLSearchParams(this.query).toString();
    const stays = resolution.path === path && search !== "";
    this.next = {
      kind: "screen",
      screen: resolution.screen,
      path: stays ? `${path}?${search}` : resolution.path,
      because: resolution.because,
    };
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

/** The names that a map's rules may use: the flow's guards and values. */
export function namesOf(flow: CompiledFlow, variant: CompiledVariant | undefined): RuleNames {
  const named =
    variant ?? (flow.variants[0] === undefined ? undefined : flow.variant(flow.variants[0]));
  return {
    path: () => ({ known: true }),
    guard: (name) => named?.guards.get(name),
    value: (name) => named?.values.get(name),
    collections: flow.collections,
    guardNames: [...(named?.guards.keys() ?? [])],
    valueNames: [...(named?.values.keys() ?? [])],
  };
}

/** Single values of the configuration are laid over, inside what is there. */
function laidOver(flow: CompiledVariant, flags: JsonObject, config: JsonObject): CompiledVariant {
  const merged = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      isObject(value) && isObject(flow.config[key]) ? { ...flow.config[key], ...value } : value,
    ]),
  );
  return configureVariant(flow, flags, merged);
}

/** The call of the flow that is this request: `GET /api/v2/…/{id}?query`, whatever its parameters are called. */
function callOf(flow: CompiledVariant, request: string): string | undefined {
  const plain = (text: string) => text.replace(/\?[^]*/, "").replaceAll(/\{[^{}]*\}/g, "{}");
  return [...flow.calls].find(
    ([, { definition }]) => plain(`${definition.method} ${definition.path}`) === plain(request),
  )?.[0];
}

/** The table that the flow asks after a call. */
function tableAfter(flow: CompiledVariant, call: string): string | undefined {
  for (const screen of flow.screens.values()) {
    for (const action of [...screen.actions.values(), ...(screen.list?.actions.values() ?? [])])
      if (action.calls.includes(call)) return action.definition.then;
  }
  for (const table of flow.tables.values())
    for (const row of table.rows) if (row.definition.call === call) return row.definition.then;
  return flow.definition.adopt?.call === call ? flow.definition.adopt.then : undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
