import { ownMember, asObject, type JsonObject } from "../../../engine/language/json.ts";
import { done, refused, type Answer } from "./answer.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";

/** A number of a person or a business, as submitted. */
export interface GivenNumber {
  readonly value: string;
  readonly sourceType: string;
}

/**
 * Stores a number that is submitted after the application, unless a test value refuses it. Answers
 * have its last four digits only.
 */
export async function giveNumber(
  work: Work,
  application: PlatformApplication,
  { value, sourceType }: GivenNumber,
  company: JsonObject = {},
): Promise<Answer> {
  const message = refusedNumber(work, value);
  if (message !== undefined) return refused(400, message);
  await work.applications.put({
    ...application,
    body: withNumber(application.body, { value, sourceType }, company),
  });
  return done({
    applicationId: application.id,
    sourceType,
    last4: value.replaceAll(/[ -]/g, "").slice(-4),
  });
}

/** The refusal message of a number, if any. */
export function refusedNumber(work: Work, value: string | null | undefined): string | undefined {
  const digits = (value ?? "").replaceAll(/\D/g, "");
  const { refusedNumbers } = work.tables().values;
  return ownMember(refusedNumbers, digits);
}

/**
 * A submission with another number: people's belong to the applicant, the others to the business.
 */
export function withNumber(
  body: JsonObject,
  { value, sourceType }: GivenNumber,
  company: JsonObject = {},
): JsonObject {
  const person = ["SSN4", "SSN9", "SIN"].includes(sourceType);
  const governmentIdentification = { type: person ? "INDIVIDUAL" : "BUSINESS", sourceType, value };
  return {
    ...body,
    applicant: { ...asObject(body["applicant"]), ...(person ? { governmentIdentification } : {}) },
    company: {
      ...asObject(body["company"]),
      ...company,
      ...(person ? {} : { governmentIdentification }),
    },
  };
}
