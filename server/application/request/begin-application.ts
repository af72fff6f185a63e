import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import type { RequestTarget } from "./request-target.ts";

/**
 * Begins an application of a visitor in the flow and the variant of a request's address.
 *
 * @param key Idempotency-Key of the request: all repetitions begin the same application
 */
export async function beginApplication(
  { flow, variant }: Pick<RequestTarget, "flow" | "variant">,
  { subject, key }: { readonly subject: Buffer; readonly key?: string | undefined },
  { applications }: Pick<VisitTools, "applications">,
): Promise<ApplicationRecord> {
  return key === undefined
    ? applications.begin(flow.id, flow.version, variant, subject)
    : applications.beginOnce({ flow: flow.id, flowVersion: flow.version, variant, subject, key });
}
