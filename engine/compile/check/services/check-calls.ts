import { axesOf } from "../../../language/axes.ts";
import { isObject, type Json } from "../../../language/json.ts";
import { longestCallMs } from "../../../language/longest-call.ts";
import { closest } from "../../../source/closest.ts";
import { outcomesOf } from "../../outcomes-of.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledCall, CompiledRequest } from "../../compiled-call.ts";
import type { Reporter } from "../../reporter.ts";
import type { CheckContext } from "../run/check-context.ts";
import { kindOfPath } from "../../value-type.ts";

/** Reports requests that can never be sent, and mails that the mail service refuses. */
export function checkCalls({ flow, reporter }: CheckContext): void {
  for (const [id, call] of flow.calls) {
    checkPath(call, `/calls/${id}`, flow, reporter);
    checkTyped(call, flow, reporter);
    checkOutcomes(call, reporter);
    checkRequest(call, reporter);
    checkDuration(call, `/calls/${id}`, reporter);
    if (flow.services.get(call.definition.service)?.sandbox === "mail")
      checkMail(call.definition.body, `/calls/${id}/body`, flow, reporter);
  }
}

/** Reports parts of the path of a provider's request that nothing fills, and its repetitions. */
export function checkProviderRequests({ flow, reporter }: CheckContext): void {
  for (const [id, provider] of flow.providers)
    for (const [call, steps] of provider.calls)
      for (const [index, step] of steps.entries()) {
        const pointer = `/providers/${id}/calls/${call}/steps/${index}`;
        checkPath(step, pointer, flow, reporter);
        checkDuration(step, pointer, reporter);
      }
}

/**
 * Reports messages of rows at a field that the screen does not have, where a screen alone asks the
 * row's table.
 */
export function checkMessagePlaces({ flow, reporter }: CheckContext): void {
  // The form of one variant may lack what that of another asks for.
  if (axesOf(flow.definition).length > 0) return;
  for (const [id, { rows }] of flow.tables) {
    const screen = flow.screens.get(id.split("/")[0] ?? id);
    if (screen === undefined || !id.includes("/")) continue;
    const { form = "" } = screen.definition;
    const fields = Object.keys(flow.forms.get(form)?.compiled.fields ?? {});
    for (const [index, { definition }] of rows.entries()) {
      const field = definition.notify?.field;
      if (field === undefined || fields.includes(field)) continue;
      reporter.at(`/tables/${id}/rows/${index}/notify/field`, {
        code: "FLOW-NAME",
        message: `The screen "${screen.id}" asks for no "${field}": its message would stand nowhere`,
        about: [screen.id, field],
        suggestion:
          closest(field, fields) ??
          (fields.length === 0 ? "without field" : `one of ${fields.join(", ")}`),
      });
    }
  }
}

/** The parts of a path with the value that fills each, and the path that the value reads. */
function pathParts(
  names: readonly string[],
  params: object,
): readonly { readonly name: string; readonly value?: Json; readonly read?: string }[] {
  const values = new Map<string, Json>(Object.entries(params));
  return names.map((name) => {
    const value = values.get(name);
    const read = isObject(value) ? value["var"] : undefined;
    return {
      name,
      value,
      ...(typeof read === "string" ? { read } : {}),
    };
  });
}

/** Reports a path whose parts do not come from `params`, each as one segment. */
function checkPath(
  { path, definition: { params = {} } }: CompiledRequest,
  at: string,
  flow: CompiledVariant,
  reporter: Reporter,
): void {
  for (const { name, value, read } of pathParts(path.parameters, params)) {
    const kind = read === undefined ? undefined : kindOfPath(flow, read);
    if (value === undefined)
      reporter.at(`${at}/path`, {
        code: "FLOW-CALL-PATH",
        message: `The call is never made: no \`params\` fill {${name}} of its path`,
        suggestion:
          closest(name, Object.keys(params)) ?? `params: { ${name}: { var: application.id } }`,
      });
    else if (value === "" || kind === "object" || kind === "list" || kind === "boolean")
      reporter.at(`${at}/params/${name}`, {
        code: "FLOW-CALL-PATH",
        message: `The call is never made: {${name}} of its path is ${value === "" ? "empty" : "no text and no number"}`,
        suggestion: "a text or a number of the state",
      });
  }
}

/** Reports a typed part of a path that a screen which makes the call does not ask for. */
function checkTyped(
  { id, path, definition: { params = {} } }: CompiledCall,
  flow: CompiledVariant,
  reporter: Reporter,
): void {
  for (const { read = "" } of pathParts(path.parameters, params)) {
    const field = /^form\.(\w+)$/.exec(read)?.[1];
    if (field === undefined) continue;
    for (const screen of flow.screens.values()) {
      const { form = "" } = screen.definition;
      if (flow.forms.get(form)?.compiled.fields[field] !== undefined) continue;
      for (const action of screen.actions.values())
        if (action.definition.call === id)
          reporter.at(`/screens/${screen.id}/actions/${action.id}/call`, {
            code: "FLOW-CALL-PATH",
            message: `The call "${id}" is never made here: its path takes "form.${field}", and "${screen.id}" asks for no "${field}"`,
            suggestion: "a value of the state in its params",
          });
    }
  }
}

/** Reports outcomes below one that always holds: they are never given. */
function checkOutcomes({ id, definition: { outcomes = [] } }: CompiledCall, reporter: Reporter) {
  const always = outcomes.findIndex(({ when }) => when === true);
  const below = always < 0 ? undefined : outcomes[always + 1];
  if (below !== undefined)
    reporter.at(`/calls/${id}/outcomes/${always + 1}`, {
      code: "FLOW-ROW-DEAD",
      message: `The outcome "${below.outcome}" is never given: the one above it always holds`,
      about: [below.outcome],
      suggestion: "the outcome that always holds as the last one",
    });
}

/** Shortest wait for an answer, in milliseconds; less is meant as seconds. */
const SHORTEST_WAIT_MS = 100;

/** Shortest life of a mailed code or link, in milliseconds: a minute. */
const SHORTEST_LIFETIME_MS = 60_000;

/**
 * Reports a wait that is over before any service can answer, a GET with a body, and outcomes to
 * repeat after that the call does not have.
 */
function checkRequest(call: CompiledCall, reporter: Reporter): void {
  const { method, body, retry, timeoutMs } = call.definition;
  if (timeoutMs < SHORTEST_WAIT_MS)
    reporter.at(`/calls/${call.id}/timeoutMs`, {
      code: "FLOW-CALL-TIME",
      message: `The call fails before any service can answer: it waits for ${timeoutMs} milliseconds`,
      suggestion: `timeoutMs: ${timeoutMs * 1000}`,
    });
  if (body !== undefined && method === "GET")
    reporter.at(`/calls/${call.id}/body`, {
      code: "FLOW-CALL-BODY",
      message: `The call is never made: a request with ${method} has no body`,
      suggestion: "query, or method: POST",
    });
  const known = outcomesOf(call);
  for (const [index, outcome] of (retry?.on ?? []).entries())
    if (!known.includes(outcome))
      reporter.at(`/calls/${call.id}/retry/on/${index}`, {
        code: "FLOW-OUTCOME",
        message: `The call has no outcome "${outcome}" after which it would be sent again`,
        about: [outcome],
        suggestion: closest(outcome, known) ?? `one of ${known.join(", ")}`,
      });
}

/**
 * Milliseconds that the attempts of a call may take together, where it does not say how many: what
 * people wait for at most, who see that it takes long.
 */
const LONGEST_CALL_MS = 600_000;

/**
 * Reports repetitions that together take longer than people wait, and those that are never made
 * since the time of the call is over before.
 */
function checkDuration(
  { definition }: Pick<CompiledRequest, "definition">,
  pointer: string,
  reporter: Reporter,
): void {
  const { timeoutMs, retry } = definition;
  if (retry === undefined) return;
  const { times, everyMs, afterMs = 0, withinMs } = retry;
  const longest = longestCallMs(definition);
  if (withinMs !== undefined && withinMs < afterMs + everyMs + timeoutMs)
    reporter.at(`${pointer}/retry/withinMs`, {
      code: "FLOW-CALL-TIME",
      message: `The call is never sent again: it may take ${withinMs} milliseconds, and with a pause of ${afterMs + everyMs} an attempt alone takes up to ${timeoutMs}`,
      suggestion: `withinMs: ${afterMs + timeoutMs + times * (everyMs + timeoutMs)}`,
    });
  if (withinMs === undefined && longest > LONGEST_CALL_MS)
    reporter.at(`${pointer}/retry`, {
      code: "FLOW-CALL-LONG",
      severity: "warning",
      message: `The call may take ${inMinutes(longest)}: ${times + 1} attempts of up to ${inMinutes(timeoutMs)}, with pauses of ${inMinutes(afterMs + times * everyMs)}; people wait ${inMinutes(LONGEST_CALL_MS)}`,
      suggestion: `less timeoutMs or times, or withinMs: ${Math.ceil(longest / MINUTE_MS) * MINUTE_MS} where it is meant`,
    });
}

/** The time that a call declares is rounded up to minutes: each attempt ends a little late. */
const MINUTE_MS = 60_000;

/** A duration in minutes and seconds: `5 min`, `30 min 6 s`. */
function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} s`] : []),
  ].join(" ");
}

/**
 * Reports a mail that goes to no address or has a language that the flow lacks, and a code or link
 * in it that is over before the mail is read.
 */
function checkMail(
  body: Json | undefined,
  at: string,
  flow: CompiledVariant,
  reporter: Reporter,
): void {
  if (!isObject(body) || body["template"] === undefined) return;
  const { to, locale } = body;
  const read = isObject(to) ? to["var"] : undefined;
  const kind = typeof read === "string" ? kindOfPath(flow, read) : undefined;
  const isText = kind === undefined || kind === "text";
  if (to === undefined || to === null || !isText || (typeof to === "string" && !to.includes("@")))
    reporter.at(to === undefined ? at : `${at}/to`, {
      code: "FLOW-CALL-MAIL",
      message: "The mail is never sent: it goes to no address",
      suggestion: "to: { var: person.email }",
    });
  for (const member of ["code", "link"]) {
    const sent = body[member];
    const lifetimeMs = isObject(sent) ? sent["lifetimeMs"] : undefined;
    if (typeof lifetimeMs !== "number" || lifetimeMs >= SHORTEST_LIFETIME_MS) continue;
    reporter.at(`${at}/${member}/lifetimeMs`, {
      code: "FLOW-CALL-TIME",
      message: `The ${member} is over before the mail is read: it lasts ${lifetimeMs} milliseconds`,
      suggestion: `lifetimeMs: ${lifetimeMs * 1000}`,
    });
  }
  const locales = flow.definition.locales;
  if (typeof locale === "string" && !locales.some((each) => each === locale))
    reporter.at(`${at}/locale`, {
      code: "FLOW-CALL-MAIL",
      message: `The mail has no words: the flow does not speak ${locale}`,
      suggestion: closest(locale, locales) ?? "{ var: locale }",
    });
}
