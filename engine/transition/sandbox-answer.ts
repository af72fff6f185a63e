import { dayIn } from "../rules/calendar.ts";
import { variantFacts } from "../language/axes.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledSandboxRow, SandboxWebhook } from "../compile/compiled-call.ts";
import { splitAddress } from "../language/address.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Facts } from "./facts.ts";
import type { CallRequest, CallResult } from "./input.ts";
import type { SandboxKeep, SandboxMemory } from "./sandbox-memory.ts";

/** The parts of one request to a sandbox. */
export interface SandboxRequest {
  readonly request: CallRequest;
  /** The instant, ISO 8601. */
  readonly now: string;
  /** An id for the resource that the call creates; the same when the request is sent again. */
  readonly id: string;
  /** Results of earlier requests; the caller adds the result of this one. */
  readonly memory: SandboxMemory;
}

/** What a sandbox answers, and by which row. */
export interface SandboxAnswer {
  /** `call/row`. */
  readonly row: string;
  readonly result: CallResult;
  readonly delayMs: number;
  readonly webhooks: readonly SandboxWebhook<Json>[];
  /** What the row keeps. */
  readonly keep?: SandboxKeep;
}

/**
 * Answers a request by the rows of its service's sandbox: the first that finds what it looks for,
 * matches, and has not answered as often as its `times` says. Undefined where the flow has no
 * sandbox for the service, or no row for the request.
 */
export function sandboxAnswer(
  flow: CompiledVariant,
  { request, now, id, memory }: SandboxRequest,
): SandboxAnswer | undefined {
  const sent = requestFacts(flow, { request, now, id });
  const kept = memory.keptBy(request.service);
  for (const row of rowsFor(flow, request)) {
    const name = `${request.call}/${row.id}`;
    const { times = Infinity } = row.definition;
    const found = foundBy(row, { service: request.service, sent, memory });
    const facts = { ...sent, sandbox: { found, kept } };
    if (memory.timesOf(name) >= times) continue;
    if (row.find !== undefined && found === null) continue;
    if (row.when?.test(facts) === false) continue;
    return {
      row: name,
      delayMs: row.definition.delayMs ?? 0,
      webhooks: row.webhooks.map((each) => ({
        ...each,
        payload: each.payload.evaluate(facts) ?? null,
      })),
      result: resultOfRow(row, facts),
      keep: keepOf(row, request.service, facts),
    };
  }
  return undefined;
}

/** What a row looks for among the things that its service keeps; null where it is not there. */
function foundBy(
  { find }: CompiledSandboxRow,
  {
    service,
    sent,
    memory,
  }: { readonly service: string; readonly sent: Facts; readonly memory: SandboxMemory },
): JsonObject | null {
  if (find === undefined) return null;
  return memory.find(`${service}/${find.in}`, find.id.evaluate(sent) ?? null);
}

function keepOf(
  { keep }: CompiledSandboxRow,
  service: string,
  facts: Facts,
): SandboxKeep | undefined {
  if (keep === undefined) return undefined;
  return {
    collection: `${service}/${keep.in}`,
    id: String(keep.id.evaluate(facts) ?? null),
    value: keep.value.evaluate(facts) ?? null,
  };
}

/** What each row of the sandbox would answer to a request, whether it matches or not. */
export function sandboxResults(
  flow: CompiledVariant,
  request: CallRequest,
  now: string,
): readonly CallResult[] {
  const sent = requestFacts(flow, { request, now, id: "sandbox-1" });
  const facts = { ...sent, sandbox: { found: null, kept: {} } };
  return rowsFor(flow, request).map((row) => resultOfRow(row, facts));
}

function rowsFor(
  flow: CompiledVariant,
  { call, via, service }: CallRequest,
): readonly CompiledSandboxRow[] {
  return (via === undefined ? flow.sandboxes.get(service)?.get(call) : undefined) ?? [];
}

function resultOfRow(
  { definition, answer, location }: CompiledSandboxRow,
  facts: Facts,
): CallResult {
  const { outcome, status = 200 } = definition;
  if (outcome !== undefined) return { outcome, answer: null };
  const leads = location?.evaluate(facts);
  return {
    status,
    answer: answer?.evaluate(facts) ?? null,
    ...(typeof leads === "string" ? { location: leads } : {}),
  };
}

function requestFacts(
  flow: CompiledVariant,
  { request, now, id }: Pick<SandboxRequest, "request" | "now" | "id">,
): Facts {
  const { call, body = null } = request;
  const { path, query } = splitAddress(request.path);
  const params = flow.calls.get(call)?.path.match(path) ?? {};
  return sandboxFacts(flow, now, { body, params: { ...params }, query: { ...query }, id });
}

/** What rows read: what the variant is, and the request. */
function sandboxFacts(flow: CompiledVariant, now: string, sent: Json): Facts {
  const { variant, definition, flags, config } = flow;
  return {
    ...variantFacts(definition, variant),
    flags,
    config,
    now,
    today: dayIn(now, definition.zone),
    sent,
  };
}
