import type { InputContext } from "../../../engine/transition/input.ts";
import type { Person } from "../../storage/repositories/sessions.ts";

/** The data of a person that rules may read. */
export function visitorOf(person: Person | undefined): Pick<InputContext, "visitor"> {
  if (person === undefined) return {};
  const { issuer: _, subject: id, ...claims } = person;
  return { visitor: { ...claims, id } };
}
