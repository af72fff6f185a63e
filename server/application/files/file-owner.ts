import type { FileOwner } from "../../storage/repositories/files.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * The owner of the files of a request: the applicant, or the guest of a link with the resource of
 * their link. Undefined while there is no application.
 */
export function fileOwnerOf({
  record,
  actor,
}: Pick<RequestContext, "record" | "actor">): FileOwner | undefined {
  return record === undefined
    ? undefined
    : {
        application: record.key,
        actor: actor === undefined ? "applicant" : `${actor.role} ${actor.id ?? ""}`,
      };
}
