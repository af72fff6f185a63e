import { countedAddress } from "../../http/counted-address.ts";
import { asObject } from "../../../engine/language/json.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { CallCounts } from "../../storage/repositories/call-counts.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";

/** For whom a call is made. */
export interface CallMaker {
  /** Each flow counts by itself. */
  readonly flow: string;
  /** The application's key; on a page that is open to all, the id that its address names. */
  readonly application: string | undefined;
  /** The request that the call is made for. */
  readonly scope?: RequestScope | undefined;
}

/**
 * Counts a call against its limits.
 *
 * A private address belongs to a proxy that `FOYER_PROXIES` does not count and all visitors share,
 * so it has no limit. A call that resumes after a crash was counted before.
 *
 * @param id the call's id
 * @returns false where a limit is reached: the call is not made
 */
export async function countCall(
  request: CallRequest,
  id: string,
  { flow, application, scope }: CallMaker,
  counts: CallCounts,
): Promise<boolean> {
  const { call: name, limits } = request;
  const whoms = {
    application,
    address: scope === undefined ? undefined : countedAddress(scope.address),
    recipient: recipientOf(request),
  };
  const counted = (limits ?? []).flatMap(({ per, most, minutes }) => {
    const whom = whoms[per];
    return whom === undefined ? [] : [{ name: `${flow} ${name} ${per} ${whom}`, most, minutes }];
  });
  return counted.length === 0 || (await counts.count(id, counted));
}

/** The recipient of a call in lower case; undefined for a call without one. */
function recipientOf({ body = null }: CallRequest): string | undefined {
  const { to } = asObject(body);
  return typeof to === "string" && to !== "" ? to.trim().toLowerCase() : undefined;
}
