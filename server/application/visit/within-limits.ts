import { countedAddress } from "../../plugins/counted-address.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { CallCounts } from "../../storage/repositories/call-counts.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";

/**
 * Counts a call, and answers whether its limit allows it.
 *
 * A private address belongs to a proxy that `FOYER_PROXIES` does not count and all visitors share,
 * so it has no limit. A call that resumes after a crash was counted before.
 *
 * @param call its id
 * @param record the call's application; each flow counts by itself
 */
export async function withinLimits(
  { call: name, limits }: CallRequest,
  call: string,
  {
    flow,
    key,
    scope,
  }: Pick<ApplicationRecord, "flow" | "key"> & {
    /** The request that the call is made for. */
    readonly scope?: RequestScope | undefined;
  },
  counts: CallCounts,
): Promise<boolean> {
  const address = countedAddress(scope?.address ?? "127.0.0.1");
  const counted = (limits ?? []).flatMap(({ per, most, minutes }) => {
    const whom = per === "application" ? key : address;
    return whom === undefined ? [] : [{ name: `${flow} ${name} ${per} ${whom}`, most, minutes }];
  });
  return counted.length === 0 || (await counts.take(call, counted));
}
