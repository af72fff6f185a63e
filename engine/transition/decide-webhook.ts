import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { keysOf } from "./read-webhook.ts";
import type { Decision, Refused } from "./answer.ts";
import { evaluateTemplates } from "./evaluate-table.ts";
import { Changes } from "./changes.ts";
import { pathOfScreen } from "./destination.ts";
import { findRoute } from "./resolve-screen.ts";
import { buildFacts, layFacts } from "./facts.ts";
import { finishAction } from "./finish.ts";
import type { Input } from "./input.ts";

/**
 * Decides about a provider's event. `not-allowed`: the application no longer waits for it;
 * `forbidden`: it is about another application.
 */
export function decideWebhook(
  flow: CompiledVariant,
  state: ApplicationState,
  input: Extract<Input, { kind: "webhook" }>,
): Decision {
  const { heard } = input;
  const rows = flow.providers.get(heard.provider)?.webhook?.becomes ?? [];
  const row = rows.find((each) => keysOf(each, state).includes(heard.key));
  if (row === undefined) return refused("not-allowed");
  const known = layFacts(buildFacts(flow, state, input.context), {
    outcome: heard.outcome,
    answer: heard.answer,
    status: null,
    location: null,
    form: {},
    query: {},
    params: {},
    received: { key: heard.key },
  });
  if (row.when?.test(known) === false) return refused("forbidden");
  const { screen: name, then } = row.definition;
  const screen = flow.screens.get(name);
  const facts = layFacts(known, { params: evaluateTemplates(row.params, { facts: known }) });
  const path = screen === undefined ? undefined : pathOfScreen(flow, screen, facts);
  if (path === undefined) return refused("not-allowed");
  const changes = new Changes(facts);
  changes.lay({
    requested: path,
    screen: name,
    params: { ...findRoute(flow, path, facts)?.params },
  });
  const given = row.with?.evaluate(changes.facts) ?? null;
  changes.lay({ with: given });
  return finishAction(
    {
      flow,
      state,
      input,
      changes,
      reason: { kind: "webhook", provider: heard.provider, outcome: heard.outcome },
    },
    {
      path,
      screen: name,
      action: "@webhook",
      remaining: [],
      then,
      with: given,
      form: {},
      query: {},
      heard: heard.provider,
    },
  );
}

function refused(cause: Refused["cause"]): Refused {
  return { kind: "refused", cause, problems: [] };
}
