import type { Actor } from "../../../engine/transition/input.ts";
import type { Grants } from "../../storage/repositories/grants.ts";

/**
 * The actor of a visitor in an application of another person: from an accepted link, and of several
 * from the one for the path's resource.
 */
export async function actorOf(
  subject: Buffer,
  application: string,
  path: string,
  grants: Grants,
): Promise<Actor | undefined> {
  const given = await grants.givenTo(subject, application);
  const segments = path.split("/").map(decoded);
  const fitting = given.find(({ thing }) => segments.includes(thing)) ?? given[0];
  return fitting === undefined ? undefined : { role: fitting.role, id: fitting.thing };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
