import accepts from "accepts";
import type { FastifyRequest } from "fastify";
import { Remembered } from "./remembered.ts";

/** Whether HTML is wanted, by `Accept`. */
const wanted = { form: new Remembered<boolean>(), other: new Remembered<boolean>() };

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/;

/**
 * Whether a request wants a page, as browsers and forms without scripts do, or data, as programs do. The order of wish is
 * that of `Accept` (RFC 9110, 12.5.1). Where both are welcome alike a plain form gets a page, and everyone else data.
 */
export function wantsHtml({ raw, headers }: Pick<FastifyRequest, "raw" | "headers">): boolean {
  const isForm = FORM.test(headers["content-type"] ?? "");
  const types = isForm ? ["html", "json"] : ["json", "html"];
  return (isForm ? wanted.form : wanted.other).of(
    raw.headers.accept,
    () => accepts(raw).type(types) === "html",
  );
}

/** Whether a request wants data and no page. Where both are welcome alike it gets the page. */
export function wantsData({ raw }: Pick<FastifyRequest, "raw">): boolean {
  return accepts(raw).type(["html", "json"]) === "json";
}
