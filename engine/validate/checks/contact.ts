import parsePhoneNumber, { type CountryCode } from "libphonenumber-js/max";
import isEmail from "validator/lib/isEmail.js";
import isURL from "validator/lib/isURL.js";
import { textsOf, type CheckMaker } from "./check.ts";

/** Number types as the phone library names them, by the words definitions use. */
const PHONE_TYPES: Readonly<Record<string, string>> = {
  "toll-free": "TOLL_FREE",
  premium: "PREMIUM_RATE",
  voip: "VOIP",
  personal: "PERSONAL_NUMBER",
  shared: "SHARED_COST",
  pager: "PAGER",
};

/**
 * A number in service in one of `countries`, and of no type in `refuse`. libphonenumber-js knows
 * the real area codes; for +1 it cannot tell mobile from fixed lines, so both pass.
 */
export const phone: CheckMaker = (parameters) => {
  const countries = textsOf(parameters, "countries");
  const refuse = new Set(
    (Array.isArray(parameters["refuse"]) ? parameters["refuse"] : []).map(
      (type) => PHONE_TYPES[String(type)] ?? String(type),
    ),
  );
  const home = (countries[0] ?? "US") as CountryCode;
  return (text) => {
    if (text.length > 40) return false;
    const number = parsePhoneNumber(text, home);
    return (
      number !== undefined &&
      number.isValid() &&
      number.country !== undefined &&
      countries.includes(number.country) &&
      !refuse.has(number.getType() ?? "")
    );
  };
};

/**
 * A mail address with a real domain name; quoted and non-ASCII local parts, which validator allows,
 * are refused.
 */
export const email: CheckMaker = () => (text) =>
  text.length <= 254 &&
  !text.includes('"') &&
  holds(() =>
    isEmail(text, { allow_utf8_local_part: false, require_tld: true, allow_ip_domain: false }),
  );

/**
 * An http or https address with a domain name of at least two parts; validator lets user:password
 * and IP addresses through, so they are refused here.
 */
export const webAddress: CheckMaker = () => (text) => {
  if (text.length > 2000 || /[\s<>"'\\@]/u.test(text) || /^[a-z]+:\/(?!\/)/iu.test(text))
    return false;
  if (
    !holds(() =>
      isURL(text, {
        protocols: ["http", "https"],
        require_tld: true,
        require_protocol: false,
        allow_underscores: false,
        disallow_auth: true,
      }),
    )
  )
    return false;
  return !/^(?:https?:\/\/)?\d+(?:\.\d+){3}(?:[:/]|$)/iu.test(text);
};

/**
 * False where the check throws: the library `validator` does, over halves of surrogate pairs.
 */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
