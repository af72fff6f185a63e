import type { CheckContext } from "../run/check-context.ts";
import type { Reporter } from "../../reporter.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";

/**
 * Addresses that a link of the page may have: a path of this site, a page of the web, a mail
 * address, a phone.
 */
const LINK = /^(?:https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?|mailto:\S+|tel:\S+|\/(?![/\\])\S*|#\S*)$/i;

/** One mail address, without a name. */
const MAIL_ADDRESS = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;

/**
 * Reports links in the configuration or the look, which overlays may change, that would run
 * something.
 */
export function checkLinks({ flow, reporter }: CheckContext): void {
  const { config, theme } = flow;
  checkLink(config["links"] ?? null, "/config/links", reporter);
  const { support } = config;
  if (isObject(support)) {
    checkLink(support["href"] ?? null, "/config/support/href", reporter);
    checkPhone(support["phone"] ?? null, support["href"] ?? null, reporter);
  }
  const sender = asObject(config["sender"])["address"] ?? "";
  if (sender !== "" && !(typeof sender === "string" && MAIL_ADDRESS.test(sender)))
    reporter.at("/config/sender/address", {
      code: "FLOW-LINK",
      message: `${JSON.stringify(sender)} is no mail address that mails may come from`,
      suggestion: "no-reply@partner.example",
    });
  checkLink(theme.homeHref ?? null, "/theme/homeHref", reporter);
}

/** Reports a phone number that is another one than its link calls. */
function checkPhone(phone: Json, href: Json, reporter: Reporter): void {
  if (typeof phone !== "string" || typeof href !== "string" || !href.startsWith("tel:")) return;
  // A number within a country begins with a zero that one with a country code lacks.
  const digitsOf = (text: string): string =>
    text.replace("(0)", "").replaceAll(/\D/g, "").replace(/^0+/, "");
  const [written, called] = [digitsOf(phone), digitsOf(href)];
  if (written === "" || called === "") return;
  if (called.endsWith(written) || written.endsWith(called)) return;
  reporter.at("/config/support/href", {
    code: "FLOW-PHONE",
    severity: "warning",
    message: `The page shows ${phone}, and its link calls another number: ${href}`,
    suggestion: phone.trim().startsWith("+")
      ? `tel:+${written}`
      : `tel:+ with the country code, and the digits of ${phone}`,
  });
}

function checkLink(value: Json, pointer: string, reporter: Reporter): void {
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value))
      checkLink(inner as Json, `${pointer}/${name}`, reporter);
  } else if (typeof value === "string" && value !== "" && !LINK.test(value))
    reporter.at(pointer, {
      code: "FLOW-LINK",
      message: `${JSON.stringify(value)} is no address that a link may lead to`,
      suggestion: "https://…, mailto:…, tel:…, or a path of this site",
    });
}
