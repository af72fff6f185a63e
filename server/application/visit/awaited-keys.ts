import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { SANDBOX_ENVIRONMENTS } from "../../../engine/language/environments.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { webhookKeys } from "../../../engine/transition/read-webhook.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { memoize } from "../../../engine/language/memoize.ts";

/** The key of an event that an application waits for, and the provider that sends it. */
export interface AwaitedKey {
  readonly provider: string;
  readonly key: string;
}

/**
 * The events that an application waits for: of configured providers, and of those whose events a
 * sandbox sends.
 */
export function awaitedKeys(
  flow: CompiledVariant,
  state: ApplicationState,
  { providers = {} }: InputContext,
): readonly AwaitedKey[] {
  const sent = sentBySandbox(flow);
  return Object.keys(providers).length === 0 && sent.size === 0
    ? []
    : webhookKeys(flow, state).filter(
        ({ provider }) => Object.hasOwn(providers, provider) || sent.has(provider),
      );
}

const NONE: ReadonlySet<string> = new Set();
const providersSending = memoize((sandboxes: CompiledVariant["sandboxes"]): ReadonlySet<string> => {
  const rows = [...sandboxes.values()].flatMap((calls) => [...calls.values()].flat());
  return new Set(rows.flatMap(({ webhooks }) => webhooks.map(({ provider }) => provider)));
});

/** Providers whose events the sandboxes of a flow send; none outside of development. */
function sentBySandbox({ sandboxes, variant }: CompiledVariant): ReadonlySet<string> {
  return sandboxes.size > 0 && SANDBOX_ENVIRONMENTS.has(variant.environment)
    ? providersSending(sandboxes)
    : NONE;
}

/** The events that an application waits for after a step and did not before it. */
export function newAwaitedKeys(
  flow: CompiledVariant,
  { before, after }: { readonly before: ApplicationState; readonly after: ApplicationState },
  context: InputContext,
): readonly AwaitedKey[] {
  const now = awaitedKeys(flow, after, context);
  if (now.length === 0) return now;
  const known = awaitedKeys(flow, before, context);
  return now.filter(
    (each) => !known.some(({ provider, key }) => provider === each.provider && key === each.key),
  );
}
