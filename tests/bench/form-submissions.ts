import type { JsonObject } from "../../engine/language/json.ts";
import { randomOf } from "./random.ts";

/** Forms of the largest flow that the bench submits. */
export const SUBMITTED_FORMS = ["applicant", "business", "address"] as const;
export type SubmittedForm = (typeof SUBMITTED_FORMS)[number];

/** Answers to one field that pass, and those that do not; the empty text is a missing answer. */
interface Answers {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const NAME: Answers = {
  right: ["Robin", "Anne-Marie", "O'Brien", "Kim"],
  wrong: ["", "LLC", "R2D2", "Services"],
};
const BUSINESS: Answers = {
  right: ["Cedar & Sons", "North Star Bakery, Inc.", "Harbor Books"],
  wrong: ["", "x", "none", "Two  spaces", "Café ☕"],
};
const TERRITORY: Answers = { right: ["IL", "NY", "CO"], wrong: ["", "ON", "Illinois"] };

const FIELDS: Readonly<Record<SubmittedForm, Readonly<Record<string, Answers>>>> = {
  applicant: {
    firstName: NAME,
    lastName: NAME,
    email: {
      right: ["robin@cedar.dev", "kim.lund@mail.example.com"],
      wrong: ["", "robin@cedar", "robin.cedar.dev"],
    },
  },
  business: {
    registered: { right: ["EIN", "SSN"], wrong: ["", "VAT"] },
    legalName: BUSINESS,
    dba: BUSINESS,
    businessPhone: {
      right: ["3034829175", "7209114405"],
      wrong: ["", "123", "0000000000"],
    },
    territory: TERRITORY,
    hasPartners: { right: ["yes", "no"], wrong: ["", "maybe"] },
    ein: { right: ["834500001"], wrong: ["", "12", "000000000"] },
  },
  address: {
    line1: {
      right: ["12 Birch Street", "4021 W Cedar Avenue"],
      wrong: ["", "Birch Street", "PO Box 12"],
    },
    line2: { right: ["", "Apt 4"], wrong: ["#".repeat(200)] },
    city: { right: ["Chicago", "St. Louis"], wrong: ["", "12345"] },
    territory: TERRITORY,
    zip: { right: ["60614", "80202"], wrong: ["", "6061", "R3C 4T3"] },
  },
};

/** How many submissions, and which share of them has no mistake. */
export interface Submissions {
  readonly count: number;
  readonly rightShare: number;
  readonly seed: number;
}

/**
 * Submissions of a form as a page sends them, the same ones in each run; a wrong one has one to all
 * fields wrong.
 */
export function submissionsOf(
  form: SubmittedForm,
  { count, rightShare, seed }: Submissions,
): readonly JsonObject[] {
  const random = randomOf(seed);
  const one = (choices: readonly string[]) => choices[random(choices.length)] ?? "";
  const fields = Object.entries(FIELDS[form]);
  return Array.from({ length: count }, () => {
    const allRight = random(1000) < rightShare * 1000;
    const wrongAt = allRight ? -1 : random(fields.length);
    const data = Object.fromEntries(
      fields.flatMap(([name, { right, wrong }], at): [string, string][] => {
        const isWrong = at === wrongAt || (!allRight && random(4) === 0);
        const text = one(isWrong ? wrong : right);
        return text === "" ? [] : [[name, text]];
      }),
    );
    return submitted(form, data);
  });
}

/** Fields that follow from others: a second email as the first, no EIN where none is asked. */
function submitted(form: SubmittedForm, data: Record<string, string>): JsonObject {
  const { email, registered, ein, ...others } = data;
  if (form === "applicant" && email !== undefined) return { ...data, emailConfirm: email };
  if (form === "business" && registered !== "EIN")
    return registered === undefined ? others : { ...others, registered };
  return ein === undefined ? data : { ...data, ein };
}
