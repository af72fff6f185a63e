import type { JsonObject } from "../../../engine/language/json.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { objectOf } from "./tables.ts";

const APPLICANT = ["dob", "address"] as const;
/**
 * The facts of an application with what its owner gave, so that an application begun elsewhere asks
 * for the rest only. Numbers of persons and businesses are never repeated.
 *
 * @param facts the same application without typed data
 */
export function withGiven(facts: JsonObject, { body }: PlatformApplication): JsonObject {
  const applicant = objectOf(body["applicant"]);
  const { governmentIdentification: _number, ...company } = objectOf(body["company"]);
  const channel = objectOf(objectOf(body["application"])["channel"]);
  const known = objectOf(facts["applicant"]);
  return {
    ...facts,
    applicant: {
      ...known,
      ...picked(applicant, APPLICANT),
      phone: {
        ...objectOf(known["phone"]),
        ...picked(objectOf(applicant["phone"]), ["localPhoneNumber"]),
      },
      terms: {
        ...objectOf(known["terms"]),
        ...picked(objectOf(applicant["terms"]), ["signed", "signedAt", "version"]),
      },
    },
    company: { ...picked(company, Object.keys(company)), ...objectOf(facts["company"]) },
    ...(Object.keys(channel).length === 0 ? {} : { channel }),
  };
}

/** The members of an object that are there. */
function picked(from: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = from[member] ?? null;
      return value === null ? [] : [[member, value] as const];
    }),
  );
}
