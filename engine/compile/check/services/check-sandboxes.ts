import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledSandbox, CompiledSandboxRow } from "../../compiled-call.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { typedValues } from "./typed-values.ts";
import { unfitExample } from "./unfit-example.ts";
import type { Reporter } from "../../reporter.ts";

/**
 * Names that `sandbox` of a service may have: the sandboxes that the service brings along and runs
 * in development.
 */
const EMBEDDED_SANDBOXES = ["card-frame", "mail", "platform"] as const;

/**
 * Reports a sandbox that leaves a call of its service or a request without an answer, that answers
 * another call, or whose rows find what no row keeps. Warns of a service that nothing answers in
 * development.
 */
export function checkSandboxes({ flow, names, reporter }: CheckContext): void {
  checkSilentServices(flow, reporter);
  for (const [service, sandbox] of flow.sandboxes) {
    const at = `/sandboxes/${service}`;
    const definition = flow.services.get(service);
    if (definition === undefined) {
      reporter.unknownName(at, { kind: "service", name: service, known: flow.services.keys() });
      continue;
    }
    if (definition.sandbox !== undefined)
      reporter.at(`/services/${service}/sandbox`, {
        code: "FLOW-SANDBOX",
        message: `The embedded sandbox "${definition.sandbox}" and sandbox/${service}.yaml both answer the service "${service}"`,
        about: [definition.sandbox, service],
        suggestion: "one of them",
      });
    const calls = [...flow.calls].flatMap(([id, call]) =>
      call.definition.service === service ? [id] : [],
    );
    for (const [call, rows] of sandbox) {
      const own = flow.calls.get(call);
      // A call of a service that does not exist has a problem of its own.
      if (own !== undefined && !flow.services.has(own.definition.service)) continue;
      if (!calls.includes(call))
        reporter.at(`${at}/calls/${call}`, {
          code: "FLOW-NAME",
          message: `The service "${service}" has no call "${call}"`,
          about: [service, call],
          suggestion: closest(call, calls),
        });
      checkRows(rows, `${at}/calls/${call}`, reporter);
      checkExamples(rows, typedValues(flow, names, call), { at: `${at}/calls/${call}`, reporter });
      for (const [index, { definition: row }] of rows.entries())
        checkAnswer(row.answer, own?.answerSchema, {
          at: `${at}/calls/${call}/${index}/answer`,
          row: row.id,
          reporter,
        });
      checkFinds(rows, { at: `${at}/calls/${call}`, kept: collectionsOf(sandbox), reporter });
      for (const [index, row] of rows.entries())
        for (const [place, { provider }] of row.webhooks.entries())
          if (flow.providers.get(provider)?.webhook === undefined)
            reporter.at(`${at}/calls/${call}/${index}/webhooks/${place}/provider`, {
              code: "FLOW-NAME",
              message: `There is no provider "${provider}" with a webhook`,
              about: [provider],
              suggestion: closest(
                provider,
                [...flow.providers].flatMap(([id, { webhook }]) =>
                  webhook === undefined ? [] : [id],
                ),
              ),
            });
    }
    for (const call of calls)
      if (!sandbox.has(call))
        reporter.at(`${at}/calls`, {
          code: "FLOW-SANDBOX",
          message: `The sandbox of "${service}" does not answer its call "${call}"`,
          about: [service, call],
          suggestion: `${call}: [{ id: answered, answer: {} }]`,
        });
  }
}

/** Warns of rows that do not answer what their example says to type. */
function checkExamples(
  rows: readonly CompiledSandboxRow[],
  isTyped: (path: string) => boolean,
  { at, reporter }: { readonly at: string; readonly reporter: Reporter },
): void {
  for (const [index, { id, definition }] of rows.entries()) {
    const { example, when } = definition;
    const answers =
      example === undefined ? undefined : unfitExample(example, when as Json, isTyped);
    if (answers !== undefined)
      reporter.at(`${at}/${index}/example`, {
        code: "FLOW-SANDBOX",
        severity: "warning",
        message: `The row "${id}" does not answer its example: it answers "${answers}"`,
        about: [id, answers],
        suggestion: `example: ${answers}`,
      });
  }
}

/** Reports members of an answer that the call declares with nearly the same name. */
function checkAnswer(
  answer: Json | undefined,
  schema: JsonObject | undefined,
  told: { readonly at: string; readonly row: string; readonly reporter: Reporter },
): void {
  const declared = asObject(schema?.["properties"]);
  if (!isObject(answer)) return;
  const left = Object.keys(declared).filter((name) => !Object.hasOwn(answer, name));
  for (const [name, value] of Object.entries(answer)) {
    const known = declared[name];
    if (known !== undefined)
      checkAnswer(value, asObject(known), { ...told, at: `${told.at}/${name}` });
    const meant = known === undefined ? closest(name, left) : undefined;
    if (meant !== undefined)
      told.reporter.at(`${told.at}/${name}`, {
        code: "FLOW-SANDBOX",
        message: `The row "${told.row}" answers "${name}", which its call does not declare`,
        about: [told.row, name],
        suggestion: meant,
      });
  }
}

/**
 * Reports services without a sandbox, or with one that does not exist: each of their calls fails in
 * development, and their screens cannot be tried.
 */
function checkSilentServices(flow: CompiledVariant, reporter: Reporter): void {
  const known: readonly string[] = EMBEDDED_SANDBOXES;
  const called = new Set([...flow.calls.values()].map(({ definition }) => definition.service));
  for (const [service, { sandbox }] of flow.services)
    if (sandbox !== undefined && !known.includes(sandbox))
      reporter.unknownName(`/services/${service}/sandbox`, {
        kind: "embedded sandbox",
        name: sandbox,
        known,
      });
    else if (called.has(service) && sandbox === undefined && !flow.sandboxes.has(service))
      reporter.at(`/services/${service}`, {
        code: "FLOW-SANDBOX-MISSING",
        severity: "warning",
        message: `Nothing answers the service "${service}" in development, so each of its calls fails there`,
        suggestion: `flows/${flow.definition.flow}/sandbox/${service}.yaml with a row for each call`,
      });
}

/** The collections that rows of a sandbox keep things in. */
function collectionsOf(sandbox: CompiledSandbox): readonly string[] {
  return [...sandbox.values()].flat().flatMap(({ keep }) => keep?.in ?? []);
}

/** Reports finds in a collection that no row keeps anything in. */
function checkFinds(
  rows: readonly CompiledSandboxRow[],
  {
    at,
    kept,
    reporter,
  }: { readonly at: string; readonly kept: readonly string[]; readonly reporter: Reporter },
): void {
  for (const [index, { find }] of rows.entries())
    if (find !== undefined && !kept.includes(find.in))
      reporter.at(`${at}/${index}/find/in`, {
        code: "FLOW-NAME",
        message: `No row of the service keeps anything in "${find.in}"`,
        about: [find.in],
        suggestion: closest(find.in, kept),
      });
}

/**
 * Reports rows with a repeated name, rows that are never reached, and a last row that does not
 * always answer.
 */
function checkRows(rows: readonly CompiledSandboxRow[], at: string, reporter: Reporter): void {
  const ids = new Set<string>();
  let closed: string | undefined;
  for (const [index, { id, when, definition }] of rows.entries()) {
    if (ids.has(id))
      reporter.at(`${at}/${index}/id`, {
        code: "FLOW-ROW-REPEATED",
        message: `Two rows of the call are called "${id}"`,
      });
    ids.add(id);
    if (closed !== undefined)
      reporter.at(`${at}/${index}`, {
        code: "FLOW-ROW-DEAD",
        message: `The row "${id}" can never answer: "${closed}" above it always does`,
        about: [id, closed],
      });
    if (when === undefined && definition.times === undefined && definition.find === undefined)
      closed ??= id;
    if (definition.outcome !== undefined)
      for (const word of ["status", "answer", "location"] as const)
        if (definition[word] !== undefined)
          reporter.at(`${at}/${index}/${word}`, {
            code: "FLOW-SANDBOX",
            message: `A row with the outcome "${definition.outcome}" answers nothing, and says \`${word}\``,
            about: [definition.outcome],
          });
  }
  if (closed === undefined)
    reporter.at(at, {
      code: "FLOW-SANDBOX",
      message:
        "A request may match no row: the last row needs no condition, no `find` and no `times`",
      suggestion: "- { id: otherwise, answer: {} }",
    });
}
