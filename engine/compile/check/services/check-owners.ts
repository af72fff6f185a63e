import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledCall } from "../../compiled-call.ts";
import type { Json } from "../../../language/json.ts";
import { membersThrough, pathsRead } from "../../../rules/members.ts";

/** State path of the id in addresses: who has it, has the application. */
const ID = "application.id";
/** Who is signed in, as the sign-in knows them. */
const ASKS = "visitor.id";
const ASKING: readonly string[] = [ASKS, "visitor"];

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
      readsWhoAsks(flow, [headers ?? null, query ?? null, params ?? null, body ?? null]),
    ),
  );
}

/**
 * Whether rules somewhere in a value read who is signed in, by themselves or by a guard or value
 * they name.
 */
function readsWhoAsks(flow: CompiledVariant, parts: readonly Json[]): boolean {
  return [...pathsRead(membersThrough(flow, parts))].some((path) => ASKING.includes(path));
}
