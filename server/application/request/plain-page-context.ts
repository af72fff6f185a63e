import type { FastifyRequest } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import { acceptedLanguages } from "../../plugins/accepted-languages.ts";
import type { PlainPageContext } from "../../plugins/page/plain-page.ts";
import { targetOf, type TargetTools } from "./request-target.ts";

/**
 * The language, the words and the brand of a page outside the screens: those that the screens have
 * at an address of this site. Without a flow there, the page has no brand.
 *
 * @param address path and query; default: the request's own
 */
export function plainPageContext(
  request: FastifyRequest,
  tools: TargetTools,
  address: string = request.url,
): PlainPageContext {
  const target = targetOf(address, request, tools);
  const languages = target?.languages ?? acceptedLanguages(request, {});
  const found = tools.library().wordsFor(languages);
  return target === undefined
    ? found
    : { ...found, ...brandIn(target.flow.variant(target.variant), found.locale) };
}

/** The brand of a variant, for a plain page in a language. */
export function brandIn(flow: CompiledVariant, locale: string): Pick<PlainPageContext, "brand"> {
  return { brand: renderBrand(flow, flow.copy(locale)) };
}
