import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { webhookKeys } from "../../../engine/transition/read-webhook.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";

/** The key of an event that an application waits for, and the provider that sends it. */
export interface AwaitedKey {
  readonly provider: string;
  readonly key: string;
}

/** The events that an application waits for, of configured providers. */
export function awaitedKeys(
  flow: CompiledVariant,
  state: ApplicationState,
  { providers = {} }: InputContext,
): readonly AwaitedKey[] {
  return Object.keys(providers).length === 0
    ? []
    : webhookKeys(flow, state).filter(({ provider }) => Object.hasOwn(providers, provider));
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
