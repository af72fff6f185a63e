import { countedAddress } from "../../plugins/counted-address.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { CallCounts } from "../../storage/repositories/call-counts.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";

/**
 * Counts a call against its limits.
 *
 * A private address belongs to a proxy that `FOYER_PROXIES` does not count and all visitors share,
 * so it has no limit. A call that resumes after a crash was counted before.
 *
 * @param id the call's id
 * @param application the call's application; each flow counts by itself
 * @returns false where a limit is reached: the call is not made
 */
export async function countCall(
  { call: name, limits }: CallRequest,
  id: string,
  application: Pick<ApplicationRecord, "flow" | "key"> & {
    /** The request that the call is made for. */
    readonly scope?: RequestScope | undefined;
  },
  counts: CallCounts,
): Promise<boolean> {
  const { flow, key, scope } = application;
  const address = scope === undefined ? undefined : countedAddress(scope.address);
  const counted = (limits ?? []).flatMap(({ per, most, minutes }) => {
    const whom = per === "application" ? key : address;
    return whom === undefined ? [] : [{ name: `${flow} ${name} ${per} ${whom}`, most, minutes }];
  });
  return counted.length === 0 || (await counts.count(id, counted));
}
