import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { SandboxWebhook } from "../../engine/compile/compiled-call.ts";
import type { Json } from "../../engine/language/json.ts";
import type { CallResult } from "../../engine/transition/input.ts";
import { sandboxAnswer } from "../../engine/transition/sandbox-answer.ts";
import { SandboxMemory } from "../../engine/transition/sandbox-memory.ts";
import type { SignedEvent } from "../application/webhooks/receive-webhook.ts";
import type { SandboxCall, ServiceSandbox } from "../calls/service-sandbox.ts";

/** Maximum number of applications that are remembered; the least recent one is dropped. */
const REMEMBERED_LIMIT = 5000;

/** The dependencies of service sandboxes. */
export interface ServiceTablesOptions {
  /** The current instant, ISO 8601. */
  readonly now: () => string;
  /** Receives an event as if its provider had sent it. */
  readonly receive: (event: SignedEvent) => Promise<unknown>;
  readonly log: (fields: Readonly<Record<string, string>>, message: string) => void;
}

/**
 * Answers calls by the rows of flows/<flow>/sandbox/<service>.yaml. This process remembers what
 * rows have answered and kept, for each application; pending webhooks are lost when the process
 * ends.
 */
export class ServiceTables implements ServiceSandbox {
  private readonly memories = new Map<string, SandboxMemory>();
  private readonly ending = new AbortController();

  constructor(private readonly options: ServiceTablesOptions) {}

  /** Drops pending webhooks. */
  close(): void {
    this.ending.abort();
  }

  async answer({ flow, request, application, key }: SandboxCall): Promise<CallResult | undefined> {
    const { now, log } = this.options;
    const id = flow.definition.flow;
    const memory = this.memoryOf(`${id} ${application ?? ""}`);
    const found = sandboxAnswer(flow, { request, now: now(), id: uuidOf(key), memory });
    if (found === undefined) return undefined;
    memory.note(found.row, found.keep);
    log({ flow: id, service: request.service, row: found.row }, "the sandbox answers");
    for (const webhook of found.webhooks) void this.send(flow, found.delayMs, webhook);
    const late = found.delayMs > request.timeoutMs || found.result.outcome === "timeout";
    const waitMs = late ? request.timeoutMs : found.delayMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
    return late ? { outcome: "timeout", answer: null } : found.result;
  }

  private async send(
    flow: CompiledVariant,
    delayMs: number,
    { provider, afterMs, payload }: SandboxWebhook<Json>,
  ): Promise<void> {
    const { receive, log } = this.options;
    const { signal } = this.ending;
    const id = flow.definition.flow;
    const webhook = flow.providers.get(provider)?.webhook;
    if (webhook === undefined) return;
    const digest = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
    try {
      await sleep(delayMs + afterMs, undefined, { ref: false, signal });
      await receive({ flow: id, provider, webhook, payload, digest });
    } catch (error) {
      if (!signal.aborted)
        log(
          { flow: id, provider, problem: String(error) },
          "an event of the sandbox was not taken",
        );
    }
  }

  private memoryOf(application: string): SandboxMemory {
    const known = this.memories.get(application) ?? new SandboxMemory();
    this.memories.delete(application);
    this.memories.set(application, known);
    for (const oldest of this.memories.keys()) {
      if (this.memories.size <= REMEMBERED_LIMIT) break;
      this.memories.delete(oldest);
    }
    return known;
  }
}

/** A UUID of version 8 derived from a key. */
function uuidOf(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
