import type { Actor } from "../../../engine/transition/input.ts";
import type { Grants } from "../../storage/repositories/grants.ts";

/**
 * The actor of a visitor in an application that another session began. `own`: the holder of a
 * mailed link, who acts as the applicant. Else the role and the resource of a link that the
 * visitor has opened: of several, the one for the path's resource.
 */
export async function actorOf(
  subject: Buffer,
  application: string,
  path: string,
  grants: Pick<Grants, "givenTo">,
): Promise<"own" | Actor | undefined> {
  const given = await grants.givenTo(subject, application);
  const links = given.filter((each) => each !== "own");
  if (links.length < given.length) return "own";
  const segments = path.split("/").map(decoded);
  const fitting = links.find(({ resource }) => segments.includes(resource)) ?? links[0];
  return fitting === undefined ? undefined : { role: fitting.role, id: fitting.resource };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
