import { isObject, type JsonObject } from "../../../engine/language/json.ts";
import { NOTHING, type Answer } from "./answer.ts";

const UPDATE = ["applicationId", "inquirySessionStatus"] as const;
const SESSION = ["sessionToken", "isInquiryCompleted"] as const;

/**
 * Members that the documents show of an answer, by the name of the call. An empty list: none, so
 * that 204 is as good. Calls that are left out show a whole entity (spec 1 §7).
 */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "otp-code": ["attempts"],
  "step-ups/otp": [],
  "step-ups/full-ssn": UPDATE,
  "step-ups/identification": UPDATE,
  "step-ups/verification": UPDATE,
  "step-ups/beneficial-owners": UPDATE,
  "step-ups/business-info": UPDATE,
  "step-ups/identification/sessions": SESSION,
  "step-ups/verification/sessions": SESSION,
  "owners/step-ups/identification/sessions": SESSION,
  "owners/step-ups/verification/sessions": SESSION,
  "financial-instruments/plaid": ["financialInstrumentId", "availableBalance", "instantAuth"],
  "financial-instruments/manual": [],
  "financial-instruments/credit-cards": ["financial_instrument_id"],
  "government-identifications": [],
  "government-identifications/manual-entry": [],
  individuals: ["owners"],
  "individuals/change": [],
  payments: [],
  "phone-auth/sms-verifications": [],
  "phone-auth/sms-verifications/{vfp}": ["status"],
  "phone-auth/mobile-verifications": [],
};

/** Members of an entity that the documents do not show, by the member that holds them. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  applicant: ["firstName", "lastName"],
  company: ["legalName"],
};

/** An application as the documents show it: names are `applicant.name` and `company.name`. */
function withoutAdded(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => {
      const added = ADDED[member];
      if (added === undefined || !isObject(value)) return [member, value];
      const shown = Object.entries(value).filter(([each]) => !added.includes(each));
      return [member, Object.fromEntries(shown)];
    }),
  );
}

/** A successful answer without the members that the documents do not show of the call. */
export function shownOnly(call: string, answer: Answer): Answer {
  const members = SHOWN[call];
  const { status, body, ...rest } = answer;
  if (status >= 300 || body === undefined) return answer;
  if (members === undefined) return { ...answer, body: withoutAdded(body) };
  if (members.length === 0) return { ...rest, ...NOTHING };
  const shown = Object.entries(body).filter(([member]) => members.includes(member));
  return { ...rest, status, body: Object.fromEntries(shown) };
}

/** The schemas of a call's successful answers, by status: whole, and of documented members only. */
export function answerSchemas(call: string, answer: object | undefined): Record<string, object> {
  const nothing = { [NOTHING.status]: { type: "null", description: "Done" } };
  if (answer === undefined) return nothing;
  const members = SHOWN[call];
  if (members === undefined) return { 200: { description: "Done", ...answer } };
  const { required = [], ...schema } = answer as { readonly required?: readonly string[] };
  const kept = required.filter((member) => members.includes(member));
  return {
    200: { description: "Done", ...schema, ...(kept.length === 0 ? {} : { required: kept }) },
    ...(members.length === 0 ? nothing : {}),
  };
}
