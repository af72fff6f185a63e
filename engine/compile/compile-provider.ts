import type { CallDefinition } from "../language/call.ts";
import type { Json } from "../language/json.ts";
import type {
  BecomesDefinition,
  ProviderDefinition,
  ProviderStep,
  WebhookDefinition,
} from "../language/provider.ts";
import { compileOutcomes, compileRequest } from "./compile-call.ts";
import type {
  CompiledBecomes,
  CompiledProvider,
  CompiledStep,
  CompiledWebhook,
} from "./compiled-call.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Timeout without the call's own; the check of names reports a missing call. */
const TIMEOUT_MS = 20_000;

/** The rule compilers of a provider, by the facts that its rules may read. */
export interface ProviderCompilers {
  readonly steps: RuleCompiler;
  readonly webhook: RuleCompiler;
  /** For the tables that follow a webhook. */
  readonly tables: RuleCompiler;
}

/** Compiles one provider: its steps in place of the flow's calls, and its webhook. */
export function compileProvider(
  id: string,
  definition: ProviderDefinition,
  calls: ReadonlyMap<string, { readonly definition: Pick<CallDefinition, "timeoutMs"> }>,
  compilers: ProviderCompilers,
): CompiledProvider {
  const at = `/providers/${id}`;
  return {
    id,
    definition,
    calls: new Map(
      Object.entries(definition.calls ?? {}).map(([call, { steps }]) => [
        call,
        steps.map((step, index) =>
          compileStep(
            { timeoutMs: calls.get(call)?.definition.timeoutMs ?? TIMEOUT_MS, ...step },
            id,
            `${at}/calls/${call}/steps/${index}`,
            compilers.steps,
          ),
        ),
      ]),
    ),
    webhook:
      definition.webhook === undefined
        ? undefined
        : compileWebhook(definition.webhook, `${at}/webhook`, compilers),
  };
}

function compileStep(
  step: ProviderStep & { readonly timeoutMs: number },
  provider: string,
  at: string,
  compiler: RuleCompiler,
): CompiledStep {
  const service = step.service ?? provider;
  return {
    ...compileRequest({ ...step, service }, at, compiler),
    id: step.id,
    when: compiler.condition(step.when, `${at}/when`),
    own: service === provider,
  };
}

function compileWebhook(
  definition: WebhookDefinition,
  at: string,
  { webhook: compiler, tables }: ProviderCompilers,
): CompiledWebhook {
  // A call makes it when it needs a key; compiled here for its mistakes.
  if (definition.signature.scheme === "jwt")
    compiler.template(definition.signature.keys.body, `${at}/signature/keys/body`);
  return {
    eventId: compiler.rule(definition.id, `${at}/id`),
    key: compiler.rule(definition.key, `${at}/key`),
    outcomes: compileOutcomes(definition.outcomes, `${at}/outcomes`, compiler),
    answer: compiler.template(definition.answer, `${at}/answer`),
    becomes: definition.becomes.map((row, index) =>
      compileBecomes(row, `${at}/becomes/${index}`, tables),
    ),
  };
}

function compileBecomes(
  definition: BecomesDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledBecomes {
  return {
    definition,
    keys: compiler.rule(definition.keys, `${at}/keys`),
    when: compiler.condition(definition.when, `${at}/when`),
    params: compiler.templates(
      definition.params as Readonly<Record<string, Json>> | undefined,
      `${at}/params`,
    ),
    with: compiler.template(definition.with, `${at}/with`),
  };
}
