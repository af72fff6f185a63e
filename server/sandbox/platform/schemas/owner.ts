import {
  ADDRESS,
  choice,
  DECISIONS,
  EMAIL,
  IDENTIFICATION,
  object,
  OWNER_ID,
  PHONE,
  REFERENCE,
  STEP_UPS,
  TEXT,
} from "./parts.ts";

/** Spec 1 §3 "Owner", as calls send it. */
export const OWNER = object({
  id: { anyOf: [OWNER_ID, { type: "null" }] },
  type: choice("APPLICANT", "APPLICANT_OWNER", "OWNER"),
  firstName: TEXT,
  lastName: TEXT,
  email: EMAIL,
  phone: PHONE,
  dob: TEXT,
  address: ADDRESS,
  governmentIdentification: IDENTIFICATION,
  communicationLanguage: TEXT,
  userId: REFERENCE,
});

/** An owner in the platform's answers. */
export const OWNER_FACTS = {
  id: { type: "string" },
  type: { type: "string" },
  firstName: TEXT,
  lastName: TEXT,
  email: object({ emailAddress: TEXT }),
  governmentIdentification: {
    ...object({ id: { type: "string" } }, ["id"]),
    description: "By what the number that was handed in is known",
  },
  decision: { enum: DECISIONS },
  verified: { type: "boolean" },
  stepUpDetails: STEP_UPS,
} as const;
export const OWNER_TOLD = [
  "id",
  "type",
  "firstName",
  "lastName",
  "decision",
  "verified",
  "stepUpDetails",
] as const;
