import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledBecomes, CompiledWebhook } from "../compile/compiled-call.ts";
import type { Json } from "../language/json.ts";
import type { ApplicationState } from "./state.ts";

/** The event in a webhook's body. */
export interface ReadWebhook {
  readonly id: string;
  readonly key: string;
  /** Undefined when no part of the flow reads it. */
  readonly outcome: string | undefined;
  readonly answer: Json;
}

/**
 * Reads a provider's webhook by its definition.
 *
 * @param digest SHA-256 of the body in hexadecimal, for events without an id of their own
 * @returns undefined for a wanted event without an id or key
 */
export function readWebhook(
  webhook: CompiledWebhook,
  payload: Json,
  digest: string,
): ReadWebhook | undefined {
  const facts = { payload, digest };
  const outcome = webhook.outcomes.find(({ when }) => when.test(facts))?.outcome;
  const id = webhook.eventId?.evaluate(facts);
  const key = webhook.key?.evaluate(facts);
  const complete = typeof id === "string" && id !== "" && typeof key === "string" && key !== "";
  if (!complete)
    return outcome === undefined ? { id: "", key: "", outcome, answer: null } : undefined;
  return {
    id,
    key,
    outcome,
    answer: outcome === undefined ? null : (webhook.answer?.evaluate(facts) ?? null),
  };
}

/** The webhooks that an application waits for: keys by provider. */
export function webhookKeys(
  flow: CompiledVariant,
  state: ApplicationState,
): readonly { readonly provider: string; readonly key: string }[] {
  return [...flow.providers.values()].flatMap(({ id: provider, webhook }) =>
    (webhook?.becomes ?? []).flatMap((row) => keysOf(row, state).map((key) => ({ provider, key }))),
  );
}

/** The keys of the events that a row of a webhook waits for in this state. */
export function keysOf({ keys }: CompiledBecomes, state: ApplicationState): readonly string[] {
  const found = keys?.evaluate(state) ?? null;
  return (Array.isArray(found) ? found : [found]).filter(
    (key): key is string => typeof key === "string" && key !== "",
  );
}
