import type { FastifyRequest } from "fastify";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { renderBrand } from "../../../engine/render/render-brand.ts";
import { acceptedLanguages } from "../../http/accepted-languages.ts";
import type { PlainPageContext } from "../../http/page/plain-page.ts";
import { ownHostsOf, pathPrefix } from "../../../engine/language/axes.ts";
import { hostMeant } from "../../http/loopback.ts";
import { targetOf, type RequestTarget, type TargetTools } from "./request-target.ts";

/**
 * The language, the words and the brand of a page outside the screens: those that the screens have
 * at an address of this site. Where no flow has the address, those of the flow with this host, or
 * of the one flow; between several, the page has no brand.
 *
 * @param address path and query; default: the request's own
 */
export function plainPageContext(
  request: FastifyRequest,
  tools: TargetTools,
  address: string = request.url,
): PlainPageContext {
  const target = targetOf(address, request, tools) ?? siteTarget(request, tools);
  const languages = target?.languages ?? acceptedLanguages(request, {});
  const found = tools.library().wordsFor(languages);
  return target === undefined
    ? found
    : { ...found, ...brandIn(target.flow.variant(target.variant), found.locale) };
}

/** The start of the flow that has the request's host for its own, or is the only one. */
function siteTarget(request: FastifyRequest, tools: TargetTools): RequestTarget | undefined {
  const flows = [...tools.library().flows.values()].map(({ definition }) => definition);
  const host = hostMeant(request.hostname);
  const named = flows.filter((flow) => ownHostsOf(flow).includes(host));
  const [flow, ...others] = named.length > 0 ? named : flows;
  if (flow === undefined || others.length > 0) return undefined;
  return targetOf(flow.mount, request, tools);
}

/** The brand of a variant, and its start, for a plain page in a language. */
export function brandIn(
  flow: CompiledVariant,
  locale: string,
): Pick<PlainPageContext, "brand" | "home"> {
  const brand = renderBrand(flow, flow.copy(locale));
  const { definition, variant } = flow;
  return { brand, home: brand.homeHref ?? `${pathPrefix(definition, variant)}${definition.mount}` };
}
