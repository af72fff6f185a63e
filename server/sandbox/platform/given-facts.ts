import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";

const APPLICANT = ["dob", "address"] as const;
/**
 * The facts of an application with what its owner gave, so that an application begun elsewhere asks
 * for the rest only. Numbers of persons and businesses are never repeated.
 *
 * @param facts the same application without typed data
 */
export function withGiven(facts: JsonObject, { body }: PlatformApplication): JsonObject {
  const applicant = asObject(body["applicant"]);
  const { governmentIdentification: _number, ...company } = asObject(body["company"]);
  const channel = asObject(asObject(body["application"])["channel"]);
  const known = asObject(facts["applicant"]);
  return {
    ...facts,
    applicant: {
      ...known,
      ...picked(applicant, APPLICANT),
      phone: {
        ...asObject(known["phone"]),
        ...picked(asObject(applicant["phone"]), ["localPhoneNumber"]),
      },
      terms: {
        ...asObject(known["terms"]),
        ...picked(asObject(applicant["terms"]), ["signed", "signedAt", "version"]),
      },
    },
    company: { ...picked(company, Object.keys(company)), ...asObject(facts["company"]) },
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
