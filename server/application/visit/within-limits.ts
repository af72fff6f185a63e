import { countedAddress } from "../../plugins/counted-address.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { CallCounts } from "../../storage/repositories/call-counts.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";

/**
 * Whether a call may be made once more; it is counted then.
 *
 * An address inside of a network is that of a proxy that `FOYER_PROXIES` does not count: everybody would share its limit, so
 * there is none. A call that is gone on with after a crash was counted when it was asked for.
 *
 * @param call its id
 * @param record the application that the call is made for; flows do not share what they count
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
