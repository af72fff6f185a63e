import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledCall, CompiledRequest, CompiledStep } from "../compile/compiled-call.ts";
import { joinAddress } from "../language/address.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { evaluateTemplates } from "./evaluate-table.ts";
import { layFacts, type Facts } from "./facts.ts";
import type { CallRequest, Continuation } from "./input.ts";

/**
 * Makes the request of a call from the present facts: to its own service, or the first step of the
 * configured provider that replaces it. Undefined for a call that the flow does not have.
 */
export function callRequest(
  flow: CompiledVariant,
  name: string,
  known: Facts,
  continuation: Continuation,
): CallRequest | undefined {
  const call = flow.calls.get(name);
  if (call === undefined) return undefined;
  const facts = layFacts(known, { with: continuation.with });
  for (const provider of flow.providers.values()) {
    if (
      !provider.calls.has(name) ||
      !Object.hasOwn((facts["providers"] ?? {}) as JsonObject, provider.id)
    )
      continue;
    return limited(
      call,
      nextProviderRequest(
        { flow, facts, continuation },
        { call: name, provider: provider.id, got: {} },
      ),
    );
  }
  return limited(call, requestFrom(call, call, facts, continuation));
}

/** Adds the call's limits, which count its first request. */
function limited(
  { definition: { limits } }: CompiledCall,
  request: CallRequest | undefined,
): CallRequest | undefined {
  return limits === undefined || request === undefined ? request : { ...request, limits };
}

/** The progress of a call that a provider answers in steps. */
export interface ProviderProgress {
  readonly call: string;
  readonly provider: string;
  /** The latest answered step; absent before the first. */
  readonly after?: string;
  /** Answers of earlier steps, by their ids. */
  readonly got: JsonObject;
}

/** The request of the next step of a provider's call; undefined when no step's `when` holds. */
export function nextProviderRequest(
  {
    flow,
    facts: known,
    continuation,
  }: {
    readonly flow: CompiledVariant;
    readonly facts: Facts;
    readonly continuation: Continuation;
  },
  { call, provider, after, got }: ProviderProgress,
): CallRequest | undefined {
  const steps = flow.providers.get(provider)?.calls.get(call) ?? [];
  const facts = layFacts(known, { got });
  const next = steps
    .slice(steps.findIndex(({ id }) => id === after) + 1)
    .find(({ when }) => when === undefined || when.test(facts));
  const definition = flow.calls.get(call);
  const request =
    next === undefined || definition === undefined
      ? undefined
      : requestFrom(next, definition, facts, continuation);
  return next === undefined || request === undefined
    ? undefined
    : { ...request, via: { provider, step: next.id, got } };
}

/** The definition of a request: the call itself, or a provider's step. */
export function compiledRequestOf(
  flow: CompiledVariant,
  { call, via }: Pick<CallRequest, "call" | "via">,
): CompiledRequest | CompiledStep | undefined {
  return via === undefined ? flow.calls.get(call) : providerStepOf(flow, { call, via });
}

/** The provider's step of a request; undefined for the call of a service. */
export function providerStepOf(
  flow: CompiledVariant,
  { call, via }: Pick<CallRequest, "call" | "via">,
): CompiledStep | undefined {
  return via === undefined
    ? undefined
    : flow.providers
        .get(via.provider)
        ?.calls.get(call)
        ?.find(({ id }) => id === via.step);
}

function requestFrom(
  made: CompiledRequest,
  { id: call, definition: { repeat } }: CompiledCall,
  facts: Facts,
  continuation: Continuation,
): CallRequest | undefined {
  const { definition } = made;
  const path = made.path.fill(texts(evaluateTemplates(made.params, { facts })));
  if (path === undefined) return undefined;
  const body = made.body?.evaluate(facts);
  return {
    call,
    service: definition.service,
    method: definition.method,
    path: joinAddress(path, texts(evaluateTemplates(made.query, { facts }))),
    headers: texts(evaluateTemplates(made.headers, { facts })),
    body,
    ...(definition.encoding === "form" ? { encoding: "form" as const } : {}),
    timeoutMs: definition.timeoutMs,
    ...(repeat === "same-key" ? { repeat } : {}),
    ...(definition.retry === undefined
      ? {}
      : { retry: { ...definition.retry, afterMs: definition.retry.afterMs ?? 0 } }),
    continuation,
  };
}

function texts(values: Readonly<Record<string, Json>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
