import { z } from "zod";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { CompiledFormat } from "../../../engine/validate/format.ts";
import type { SubmittedForm } from "../form-submissions.ts";

const TERRITORIES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );

/** The forms of the bench by hand in zod, with the checks of the flow's formats. */
export function zodForms(
  formats: ReadonlyMap<string, CompiledFormat>,
  today: string,
): Readonly<Record<SubmittedForm, (data: JsonObject) => boolean>> {
  const of = (name: string) => {
    const format = formats.get(name);
    return z.string().refine((text) => format?.validate(text, { today }) === undefined);
  };
  const applicant = z.object({
    firstName: of("person-name"),
    lastName: of("person-name"),
    email: of("email").max(254),
    emailConfirm: of("email").max(254),
  });
  const company = {
    type: z.enum(["individual", "business"]).optional(),
    legalName: of("business-name"),
    dba: of("business-name"),
    businessPhone: of("business-phone"),
    territory: z.enum(TERRITORIES),
    hasPartners: z.enum(["yes", "no"]),
  };
  const business = z.discriminatedUnion("registered", [
    z.object({ ...company, registered: z.literal("SSN") }),
    z.object({ ...company, registered: z.literal("EIN"), ein: of("ein") }),
  ]);
  const address = z.object({
    line1: of("street-line"),
    line2: of("unit-line").optional(),
    city: of("city"),
    territory: z.enum(TERRITORIES),
    zip: of("zip"),
    website: of("website").optional(),
  });
  return {
    applicant: (data) => applicant.safeParse(data).success,
    business: (data) => business.safeParse(data).success,
    address: (data) => address.safeParse(data).success,
  };
}
