import type { Actor } from "../../../engine/transition/input.ts";
import type { Grants } from "../../storage/repositories/grants.ts";

/** Who a visitor is to an application that is not theirs: what a link gave them, and of several the one that the path is about. */
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
