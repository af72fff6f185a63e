import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledWebhook } from "../../../engine/compile/compiled-call.ts";
import type { Json } from "../../../engine/language/json.ts";
import { readWebhook } from "../../../engine/transition/read-webhook.ts";
import { applyWebhooks, type WebhookTools } from "./apply-webhooks.ts";

/** Providers repeat an event after some seconds without an answer: the answer comes before that. */
const PATIENCE_MS = 3000;

/** An event of a provider whose signature was verified. */
export interface SignedEvent {
  /** Id of the flow. */
  readonly flow: string;
  readonly provider: string;
  readonly webhook: CompiledWebhook;
  readonly payload: Json;
  /** SHA-256 of the body in hexadecimal. */
  readonly digest: string;
}

/** The result of receiving an event; `malformed`: it has no id, or names no application. */
export type WebhookResult = "kept" | "repeated" | "ignored" | "malformed";

/**
 * Saves an event once, and applies it to the application that waits for it. It answers after
 * `PATIENCE_MS` even if applying still runs.
 *
 * @param failed told of an event that could not be applied and waits
 * @returns `kept`, `repeated`, `ignored` (the flow reads no outcome of it) or `malformed`
 */
export async function receiveWebhook(
  { flow, provider, webhook, payload, digest }: SignedEvent,
  tools: WebhookTools,
  failed: (error: Error) => void,
): Promise<WebhookResult> {
  const read = readWebhook(webhook, payload, digest);
  if (read === undefined) return "malformed";
  if (read.outcome === undefined) return "ignored";
  const event = { provider, key: read.key, outcome: read.outcome, answer: read.answer };
  const { repeated, waits } = await tools.webhookEvents.receive(flow, read.id, event);
  const application = waits
    ? await tools.webhookEvents.applicationOf(flow, provider, read.key)
    : undefined;
  if (application !== undefined) {
    const applied = applyWebhooks(application, tools).catch(failed);
    const patience = new AbortController();
    await Promise.race([
      applied,
      sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
    ]);
    patience.abort();
  }
  return repeated ? "repeated" : "kept";
}
