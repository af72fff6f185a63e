/**
 * What HTML lets a field ask a browser for (`autocomplete`, "autofill detail tokens").
 */
const FIELDS = [
  "name",
  "honorific-prefix",
  "given-name",
  "additional-name",
  "family-name",
  "honorific-suffix",
  "nickname",
  "username",
  "new-password",
  "current-password",
  "one-time-code",
  "organization-title",
  "organization",
  "street-address",
  "address-line1",
  "address-line2",
  "address-line3",
  "address-level4",
  "address-level3",
  "address-level2",
  "address-level1",
  "country",
  "country-name",
  "postal-code",
  "cc-name",
  "cc-given-name",
  "cc-additional-name",
  "cc-family-name",
  "cc-number",
  "cc-exp",
  "cc-exp-month",
  "cc-exp-year",
  "cc-csc",
  "cc-type",
  "transaction-currency",
  "transaction-amount",
  "language",
  "bday",
  "bday-day",
  "bday-month",
  "bday-year",
  "sex",
  "url",
  "photo",
];

/** Fields that may stand behind a kind of contact: `work email`. */
const CONTACTS = [
  "tel",
  "tel-country-code",
  "tel-national",
  "tel-area-code",
  "tel-local",
  "tel-local-prefix",
  "tel-local-suffix",
  "tel-extension",
  "email",
  "impp",
];

const KINDS_OF_CONTACT = ["home", "work", "mobile", "fax", "pager"];

/** Every word that names a value to fill in. */
export const AUTOFILL_FIELDS: readonly string[] = [...FIELDS, ...CONTACTS];

/**
 * The first word of an `autocomplete` that HTML does not know at its place; undefined where it
 * knows all of them.
 */
export function unknownToken(autocomplete: string): string | undefined {
  if (autocomplete === "off" || autocomplete === "on") return undefined;
  const words = autocomplete.split(" ").filter((word) => word !== "");
  if (words[0]?.startsWith("section-") === true) words.shift();
  if (words[0] === "shipping" || words[0] === "billing") words.shift();
  const isContact = KINDS_OF_CONTACT.includes(words[0] ?? "");
  if (isContact) words.shift();
  const [field = "", ...rest] = words;
  if (!(isContact ? CONTACTS : AUTOFILL_FIELDS).includes(field)) return field;
  return rest.find((word, at) => word !== "webauthn" || at > 0);
}
