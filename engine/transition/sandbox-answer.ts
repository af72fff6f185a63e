import { variantFacts } from "../language/axes.ts";
import type { CompiledVariant, SandboxWebhook } from "../compile/compiled-variant.ts";
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
  const { call, via, body = null } = request;
  const rows = via === undefined ? flow.sandboxes.get(request.service)?.get(call) : undefined;
  if (rows === undefined) return undefined;
  const { path, query } = splitAddress(request.path);
  const params = flow.calls.get(call)?.path.match(path) ?? {};
  const facts = sandboxFacts(flow, now, { body, params: { ...params }, query: { ...query }, id });
  const name = (row: { readonly id: string }) => `${call}/${row.id}`;
  const row = rows.find(
    (each) =>
      (answered.get(name(each)) ?? 0) < (each.definition.times ?? Infinity) &&
      each.when?.test(facts) !== false,
  );
  if (row === undefined) return undefined;
  const { outcome, status = 200, delayMs = 0 } = row.definition;
  const location = row.location?.evaluate(facts);
  return {
    row: name(row),
    delayMs,
    webhooks: row.webhooks.map((each) => ({
      ...each,
      payload: each.payload.evaluate(facts) ?? null,
    })),
    result:
      outcome === undefined
        ? {
            status,
            answer: row.answer?.evaluate(facts) ?? null,
            ...(typeof location === "string" ? { location } : {}),
          }
        : { outcome, answer: null },
  };
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
