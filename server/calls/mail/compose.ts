import { axesOf, completeVariant } from "../../../engine/language/axes.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { Json } from "../../../engine/language/json.ts";
import { imageUrl } from "../../../engine/render/image-url.ts";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import type { BrandView } from "../../../engine/render/view.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import type { Mail } from "../../storage/repositories/mails.ts";
import type { Message } from "./message.ts";
import { withoutLinks } from "./without-links.ts";

/** A mail with its sender's name. */
export interface ComposedMail extends Mail {
  readonly brand: string;
}

/** What a mail address looks like: one, without a name. */
const ADDRESS = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;

/** Pictures that mail programs show: no SVG. */
const MAIL_PICTURE = /\.(?:png|jpe?g|gif)$/i;

/**
 * Composes a mail from the flow's copy and the variant's theme.
 *
 * Texts lie under `mail.<template>`: `subject`, `text` with an empty line between paragraphs,
 * `action` for the link's text. Placeholders are the message's values, numbers as in `{total,
 * money}` (cents), and `name`, `brand`, `phone`, `link`; a paragraph of `{link}` alone becomes a
 * button. What may be a host or an address in a value is written so that mail programs make no
 * link of it: the one link of a mail is `link`. The brand's logo stands on top where it is a
 * picture that mail programs show, at an https address; else the brand's name does.
 *
 * @returns undefined when no flow has the template
 */
export function compose(
  message: Message,
  flows: ReadonlyMap<string, CompiledFlow>,
  environment: string,
): ComposedMail | undefined {
  const flow = variantFor(message, flows, environment);
  if (flow === undefined) return undefined;
  const copy = flow.copy(message.locale);
  const brand = renderBrand(flow, copy);
  const key = `mail.${message.template}`;
  const places: Record<string, Json> = {
    ...Object.fromEntries(
      Object.entries(message.values ?? {}).map(([name, value]) => [
        name,
        typeof value === "number" ? value : [value].flat().map(typed).join("\n"),
      ]),
    ),
    name: typed(message.name ?? ""),
    brand: brand.name,
    phone: brand.support.phone ?? "",
    link: message.link ?? "",
  };
  const say = (part: string) => withoutSecondStop(copy.text(`${key}.${part}`, places) ?? "");
  const subject = plain(say("subject"));
  const paragraphs = say("text")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const action = say("action");
  const link = message.link ?? undefined;
  const logo = logoIn(flow, link);
  const sender = readPath(flow.config, "sender.address");
  return {
    to: message.to,
    name: typed(message.name ?? ""),
    brand: brand.name,
    ...(typeof sender === "string" && ADDRESS.test(sender) ? { sender } : {}),
    subject,
    text: `${paragraphs.map((paragraph) => (paragraph === link && action !== "" ? `${action}\n${link}` : paragraph)).join("\n\n")}\n`,
    html: htmlOf({ locale: copy.locale, subject, paragraphs, action, link, brand, logo }),
    links: link === undefined ? [] : [link],
  };
}

/**
 * The address of the logo in mails: at `config.imageOrigin`, or at the site that the mail's link
 * leads to; undefined where mail programs would show none.
 */
function logoIn({ theme, config }: CompiledVariant, link: string | undefined): string | undefined {
  const { logo } = theme;
  const path = logo === undefined ? undefined : imageUrl(logo, config);
  if (path === undefined || !MAIL_PICTURE.test(path)) return undefined;
  const { href } = new URL(path, link ?? "http://localhost");
  return href.startsWith("https:") ? href : undefined;
}

function variantFor(
  { from, template, locale }: Message,
  flows: ReadonlyMap<string, CompiledFlow>,
  environment: string,
): CompiledVariant | undefined {
  for (const flow of from?.flow === undefined ? flows.values() : [flows.get(from.flow)]) {
    if (flow === undefined) continue;
    const { flow: _, ...named } = from ?? {};
    const wanted = writtenFor(flow, named, locale);
    if (completeVariant(flow.definition, { ...wanted, environment }) === undefined) continue;
    const variant = flow.variant({ ...wanted, environment });
    if (variant.copy(locale).text(`mail.${template}.subject`) !== undefined) return variant;
  }
  return undefined;
}

/**
 * The values of the axes that a message names; of one that it does not, the first that offers its
 * language.
 */
function writtenFor(
  { definition }: CompiledFlow,
  named: Readonly<Record<string, string | null | undefined>>,
  locale: string,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    axesOf(definition).map(([axis, { values = {} }]) => [
      axis,
      named[axis] ??
        Object.keys(values).find((value) => values[value]?.locales?.includes(locale) === true),
    ]),
  );
}

/** A value as part of a line: without line breaks and invisible characters. */
function plain(value: Json): string {
  return (typeof value === "string" ? value : "")
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();
}

/** A value that a visitor may have typed: in one line, and no link in any mail program. */
function typed(value: Json): string {
  return withoutLinks(plain(value));
}

interface Page {
  readonly locale: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: string;
  readonly link: string | undefined;
  readonly brand: BrandView;
  readonly logo: string | undefined;
}

/** The brand's logo, with its name unless the logo holds it; the name alone without a logo. */
function headOf({ name, nameInLogo }: BrandView, logo: string | undefined): string {
  const said = escapeHtml(name);
  if (logo === undefined) return said;
  // Where pictures are blocked the text in their place is read.
  const picture = `<img src="${escapeHtml(logo)}" alt="${nameInLogo === true ? said : ""}" height="32" style="height:32px;width:auto;border:0;vertical-align:middle">`;
  return nameInLogo === true ? picture : `${picture}&nbsp; ${said}`;
}

/** Styles are inline: mail programs drop style elements. */
function htmlOf({ locale, subject, paragraphs, action, link, brand, logo }: Page): string {
  const { light, radius, bodyFont } = brand.theme;
  const colour = (token: string, otherwise: string) => escapeHtml(light[token] ?? otherwise);
  const font = escapeHtml(bodyFont);
  const body = paragraphs.map((paragraph) => {
    if (paragraph !== link)
      return `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`;
    const button = `display:inline-block;padding:14px 22px;border-radius:${escapeHtml(radius)};border:1px solid ${colour("buttonLine", "#1f4fb2")};background:${colour("button", "#1f4fb2")};color:${colour("onButton", "#ffffff")};font-weight:600;text-decoration:none`;
    return `<p style="margin:24px 0 12px"><a href="${escapeHtml(link)}" style="${button}">${escapeHtml(action === "" ? link : action)}</a></p><p style="margin:0 0 24px;font-size:13px;overflow-wrap:anywhere;word-break:break-all">${escapeHtml(link)}</p>`;
  });
  return [
    `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:${colour("sunken", "#f4f5f7")};color:${colour("text", "#1c2430")};font-family:${font};font-size:16px;line-height:1.5">`,
    `<div style="max-width:560px;margin:0 auto;padding:32px 16px">`,
    `<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${colour("accent", "#1f4fb2")}">${headOf(brand, logo)}</p>`,
    `<div style="background:${colour("raised", "#ffffff")};border-radius:${escapeHtml(radius)};padding:24px">${body.join("")}</div>`,
    `</div></body></html>`,
  ].join("");
}

/** A text without a second full stop after a name that ends with one, as `Cedar Inc.` does. */
function withoutSecondStop(text: string): string {
  return text.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");
}
