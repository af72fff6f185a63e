import type { FileOwner } from "../../storage/repositories/files.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * The owner of the files of a request: the applicant, or one guest with the resource of their link.
 * Another guest of the same resource has none of them. Undefined while there is no application.
 */
export function fileOwnerOf({
  record,
  actor,
  subject,
}: Pick<RequestContext, "record" | "actor" | "subject">): FileOwner | undefined {
  if (record === undefined) return undefined;
  const { key: application } = record;
  if (actor === undefined) return { application, actor: "applicant", guest: undefined };
  return subject === undefined
    ? undefined
    : { application, actor: `${actor.role} ${actor.id ?? ""}`, guest: subject };
}
