import type { ApplicationState } from "./state.ts";
import type {
  CompiledBecomes,
  CompiledVariant,
  CompiledWebhook,
} from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import type { Decision } from "./answer.ts";
import { evaluateTemplates } from "./evaluate-table.ts";
import { Changes } from "./changes.ts";
import { pathOfScreen } from "./destination.ts";
import { findRoute } from "./resolve-screen.ts";
import { buildFacts, type Facts } from "./facts.ts";
import { finishAction } from "./finish.ts";
import type { ReceivedWebhook, Input } from "./input.ts";

type Refusal = Extract<Decision, { kind: "refused" }>;

/** What was read off a webhook's body. */
export interface ReadWebhook {
  readonly id: string;
  readonly key: string;
  /** Undefined: nobody wants to know. */
  readonly outcome: string | undefined;
  readonly answer: Json;
}

/**
 * Reads what a provider told, as its webhook says.
 *
 * @param digest SHA-256 of the body in hexadecimal, for events without an id of their own
 * @returns undefined when it is wanted, and yet has no id or key
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

/** What an application waits to be told about: keys by provider. */
export function webhookKeys(
  flow: CompiledVariant,
  state: ApplicationState,
): readonly { readonly provider: string; readonly key: string }[] {
  return [...flow.providers.values()].flatMap(({ id: provider, webhook }) =>
    (webhook?.becomes ?? []).flatMap((row) => keysOf(row, state).map((key) => ({ provider, key }))),
  );
}

/**
 * Says what an event leads to. `not-allowed`: the application does not wait for it any more; `forbidden`: it is about
 * somebody else's.
 */
export function answerWebhook(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "webhook" }>,
): Decision {
  const { heard } = input;
  const rows = flow.providers.get(heard.provider)?.webhook?.becomes ?? [];
  const row = rows.find((each) => keysOf(each, state).includes(heard.key));
  if (row === undefined) return refused("not-allowed");
  const facts = factsOfWebhook(flow, state, heard, input);
  if (row.when?.test(facts) === false) return refused("forbidden");
  const { screen: name, then } = row.definition;
  const screen = flow.screens.get(name);
  facts["params"] = evaluateTemplates(row.params, { facts });
  const path = screen === undefined ? undefined : pathOfScreen(flow, screen, facts);
  if (path === undefined) return refused("not-allowed");
  facts["requested"] = path;
  facts["screen"] = name;
  facts["params"] = { ...findRoute(flow, path, facts)?.params };
  facts["with"] = row.with?.evaluate(facts) ?? null;
  const continuation = {
    path,
    screen: name,
    action: "@webhook",
    remaining: [],
    then,
    with: facts["with"] ?? null,
    form: {},
    query: {},
    heard: heard.provider,
  };
  return finishAction(
    flow,
    state,
    input,
    `webhook:${heard.provider}/${heard.outcome}`,
    new Changes(facts),
    continuation,
  );
}

function factsOfWebhook(
  flow: CompiledVariant,
  state: ApplicationState,
  heard: ReceivedWebhook,
  input: Input,
): Facts {
  return {
    ...buildFacts(flow, state, input.context),
    outcome: heard.outcome,
    answer: heard.answer,
    status: null,
    location: null,
    form: {},
    query: {},
    params: {},
    heard: { key: heard.key },
  };
}

function keysOf({ keys }: CompiledBecomes, state: ApplicationState): readonly string[] {
  const found = keys?.evaluate(state) ?? null;
  return (Array.isArray(found) ? found : [found]).filter(
    (key): key is string => typeof key === "string" && key !== "",
  );
}

function refused(reason: Refusal["reason"]): Refusal {
  return { kind: "refused", reason, problems: [] };
}
