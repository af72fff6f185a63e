import { asObject, isObject, ownMember, type Json } from "../../../language/json.ts";
import { allActions } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { callsOfTable } from "../screens/calls-of-table.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Roots of rules whose values no visitor types: settings, and what the issuer says of a person. */
const NOT_TYPED = new Set(["config", "flags", "visitor", "providers", "locale"]);

/**
 * Reports calls without limits that a press or a timer can make and that send a message to a typed
 * address: a visitor could send any number of messages to a stranger, by presses or by many
 * applications. The recipient is the member `to` of a call's body.
 */
export function checkTypedRecipients({ flow, reporter }: CheckContext): void {
  const reported = new Set<string>();
  const report = (call: string, how: string, suggestion: string) => {
    const definition = flow.calls.get(call)?.definition;
    if (reported.has(call) || definition === undefined || definition.limits !== undefined) return;
    if (!recipientsOf(flow, call).some(readsTyped)) return;
    reported.add(call);
    reporter.at(`/calls/${call}`, {
      code: "FLOW-CALL-TO",
      message: `The call "${call}" writes to an address that a visitor typed, and has no limits: ${how} anybody can have a stranger written to without end`,
      suggestion,
    });
  };
  for (const [screen, call] of pressedCalls(flow))
    report(
      call,
      `on the screen "${screen}"`,
      "limits: [{ per: application, most: 10, minutes: 1440 }, { per: address, most: 60, minutes: 60 }]",
    );
  for (const [timer, call] of timedCalls(flow))
    report(
      call,
      `by the timer "${timer}" of many applications`,
      "limits: [{ per: recipient, most: 20, minutes: 1440 }]",
    );
}

/**
 * The recipients of a call, and of the steps by which providers answer it. A body that also sends a
 * typed `code` checks one, and sends no message.
 */
function recipientsOf(flow: CompiledVariant, call: string): readonly Json[] {
  const bodies = [
    flow.calls.get(call)?.definition.body,
    ...[...flow.providers.values()].flatMap(({ definition }) =>
      (ownMember(definition.calls ?? {}, call)?.steps ?? []).map(({ body }) => body),
    ),
  ];
  return bodies.flatMap((body) => {
    const members = new Map(
      Object.entries(asObject(body)).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const [to, code = null] = [members.get("to"), members.get("code")];
    return to === undefined || readsTyped(code) ? [] : [to];
  });
}

/** The calls that actions make, with a screen of each. */
export function pressedCalls(flow: CompiledVariant): readonly (readonly [string, string])[] {
  return [...flow.screens.values()].flatMap((screen) =>
    allActions(screen).flatMap(({ calls, definition: { then } }) =>
      [...calls, ...(then === undefined ? [] : callsOfTable(flow, then))].map(
        (call) => [screen.id, call] as const,
      ),
    ),
  );
}

/** The calls that timers make, with a timer of each. */
function timedCalls(flow: CompiledVariant): readonly (readonly [string, string])[] {
  return [...flow.timers.values()].flatMap(({ id, definition: { then } }) =>
    typeof then === "string" ? callsOfTable(flow, then).map((call) => [id, call] as const) : [],
  );
}

/** Whether a rule may give what a visitor typed: it reads a value other than those of settings. */
function readsTyped(rule: Json): boolean {
  if (Array.isArray(rule)) return rule.some((each: Json) => readsTyped(each));
  if (!isObject(rule)) return false;
  return Object.entries(rule).some(([operator, operand]) => {
    const [path] = [operand].flat() as readonly Json[];
    if (operator === "value") return true;
    if (operator === "var" && typeof path === "string")
      return !NOT_TYPED.has(path.split(".")[0] ?? "");
    return readsTyped(operand);
  });
}
