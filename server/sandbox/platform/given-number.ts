import type { JsonObject } from "../../../engine/language/json.ts";
import { done, refused, type Answer } from "./answer.ts";
import type { Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import { objectOf } from "./tables.ts";

/** A number of a person or a business, as it was handed in. */
export interface GivenNumber {
  readonly value: string;
  readonly sourceType: string;
}

/** Keeps a number that was handed in after the application, unless a test value refuses it. Only its last four digits are answered. */
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

/** The message a number is refused with. */
export function refusedNumber(work: Work, value: string | null | undefined): string | undefined {
  const digits = (value ?? "").replaceAll(/\D/g, "");
  const { refusedNumbers } = work.tables().values;
  return Object.hasOwn(refusedNumbers, digits) ? refusedNumbers[digits] : undefined;
}

/** What was sent with another number: people's stand with the applicant, the others with the business. */
export function withNumber(
  body: JsonObject,
  { value, sourceType }: GivenNumber,
  company: JsonObject = {},
): JsonObject {
  const person = ["SSN4", "SSN9", "SIN"].includes(sourceType);
  const governmentIdentification = { type: person ? "INDIVIDUAL" : "BUSINESS", sourceType, value };
  return {
    ...body,
    applicant: { ...objectOf(body["applicant"]), ...(person ? { governmentIdentification } : {}) },
    company: {
      ...objectOf(body["company"]),
      ...company,
      ...(person ? {} : { governmentIdentification }),
    },
  };
}
