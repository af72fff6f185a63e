import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledCall } from "../../compiled-call.ts";
import { isObject, type Json } from "../../../language/json.ts";

/** State path of the id in addresses: who has it, has the application. */
const ID = "application.id";
/** Who is signed in, as the sign-in knows them. */
const ASKS = "visitor.id";
const ASKING: readonly Json[] = [ASKS, "visitor"];

/**
 * Reports a call that reads an application of another system in order to resume it and does not
 * send its reader, or whose answer has no owner. Such an application is read by its id, and ids
 * stand in addresses.
 */
export function checkOwners({ flow, reporter }: CheckContext): void {
  const { adopt } = flow.definition;
  const adopting = adopt === undefined ? undefined : flow.calls.get(adopt.call);
  for (const call of flow.calls.values()) {
    const { method, set, owner } = call.definition;
    const takesOver = call === adopting || (method === "GET" && Object.hasOwn(set ?? {}, ID));
    if (takesOver && owner === undefined)
      reporter.at(`/calls/${call.id}`, {
        code: "FLOW-OWNER",
        message: `The call "${call.id}" takes over an application, and does not say where its answer names the owner: add "owner", a path in the answer`,
      });
    if ((takesOver || owner !== undefined) && !saysWhoAsks(flow, call))
      reporter.at(`/calls/${call.id}`, {
        code: "FLOW-OWNER",
        message: `The call "${call.id}" does not say who asks: no part of its request reads ${ASKS}`,
      });
  }
}

/** Whether every request that the call can lead to carries who is signed in. */
function saysWhoAsks(flow: CompiledVariant, call: CompiledCall): boolean {
  const own = call.definition;
  const steps = [...flow.providers.values()].flatMap(({ calls }) => {
    const answering = calls.get(call.id);
    return answering === undefined ? [] : [answering.map(({ definition }) => definition)];
  });
  return [[own], ...steps].every((requests) =>
    requests.some(({ headers, query, params, body }) =>
      reads(flow, [headers ?? null, query ?? null, params ?? null, body ?? null], new Set()),
    ),
  );
}

/**
 * Whether rules somewhere in a value read who is signed in, by themselves or by a guard or value
 * they name.
 */
function reads(flow: CompiledVariant, part: Json, seen: Set<string>): boolean {
  if (Array.isArray(part)) return part.some((inner: Json) => reads(flow, inner, seen));
  if (!isObject(part)) return false;
  return Object.entries(part).some(([operator, given]) => {
    const name = Array.isArray(given) ? given[0] : given;
    if ((operator === "var" || operator === "fact") && ASKING.includes(name ?? null)) return true;
    const named =
      operator === "guard" || operator === "value" ? `${operator} ${String(name)}` : undefined;
    if (named === undefined || seen.has(named)) return reads(flow, given, seen);
    seen.add(named);
    const rules = operator === "guard" ? flow.guards : flow.values;
    return reads(flow, rules.get(String(name))?.rule ?? null, seen);
  });
}
