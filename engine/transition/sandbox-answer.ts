import { variantFacts } from "../language/axes.ts";
import type {
  CompiledSandboxRow,
  CompiledVariant,
  SandboxWebhook,
} from "../compile/compiled-variant.ts";
import { splitAddress } from "../language/address.ts";
import type { Json } from "../language/json.ts";
import type { Facts } from "./facts.ts";
import type { CallRequest, CallResult } from "./input.ts";

/** What one request to a sandbox brings along. */
export interface SandboxRequest {
  readonly request: CallRequest;
  /** The instant, ISO 8601. */
  readonly now: string;
  /** An id for whatever is made; the same when the request is sent again. */
  readonly id: string;
  /** How many requests a row has answered, by its name. */
  readonly answered: ReadonlyMap<string, number>;
}

/** What a sandbox answers, and by which row. */
export interface SandboxAnswer {
  /** `call/row`. */
  readonly row: string;
  readonly result: CallResult;
  readonly delayMs: number;
  readonly webhooks: readonly SandboxWebhook<Json>[];
}

/**
 * Answers a request by the rows of its service's sandbox: the first that matches, and that has not
 * answered as often as its `times` says. Undefined where the flow has no sandbox for the service,
 * or no row for the request.
 */
export function sandboxAnswer(
  flow: CompiledVariant,
  { request, now, id, answered }: SandboxRequest,
): SandboxAnswer | undefined {
  const rows = rowsFor(flow, request);
  const facts = requestFacts(flow, { request, now, id });
  const name = (row: CompiledSandboxRow) => `${request.call}/${row.id}`;
  const row = rows.find(
    (each) =>
      (answered.get(name(each)) ?? 0) < (each.definition.times ?? Infinity) &&
      each.when?.test(facts) !== false,
  );
  if (row === undefined) return undefined;
  return {
    row: name(row),
    delayMs: row.definition.delayMs ?? 0,
    webhooks: row.webhooks.map((each) => ({
      ...each,
      payload: each.payload.evaluate(facts) ?? null,
    })),
    result: resultOfRow(row, facts),
  };
}

/** What each row of the sandbox would answer to a request, whether it matches or not. */
export function sandboxResults(
  flow: CompiledVariant,
  request: CallRequest,
  now: string,
): readonly CallResult[] {
  const facts = requestFacts(flow, { request, now, id: "sandbox-1" });
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
    today: now.slice(0, 10),
    sent,
  };
}
