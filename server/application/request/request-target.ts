import { acceptedLanguages } from "../../plugins/accepted-languages.ts";
import type { FastifyRequest } from "fastify";
import type { Variant } from "../../../engine/language/variant.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { readQuery } from "../../plugins/bodies.ts";
import { chosenMarket } from "./choices.ts";

/** The form of a reseller's name in an address; one without an overlay gets the base flow. */
const REFERRAL = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** The target of a request: the flow, its variant, the address and the language. */
export interface RequestTarget {
  readonly flow: CompiledFlow;
  /** The requested path, with the reseller's prefix. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly variant: Variant;
  readonly locale: string;
  /** Names of other sites' cookies in the request, as far as the flow lists them. */
  readonly dataSources: readonly string[];
}

/**
 * Reads portal, market, reseller and language of a request.
 *
 * The host chooses the portal; the visitor's choice, the query, then the browser's language choose
 * the market; an application keeps both.
 */
export function readTarget(
  request: FastifyRequest,
  library: FlowLibrary,
  environment: string,
  begun?: Variant,
): RequestTarget | undefined {
  // Not by URL(), which takes a path with two leading slashes for a host.
  const at = request.url.indexOf("?");
  const pathname = at < 0 ? request.url : request.url.slice(0, at);
  const prefixed = /^\/r\/([^/]+)(\/.*)?$/.exec(pathname);
  const reseller = prefixed?.[1] === undefined ? undefined : safeDecode(prefixed[1]);
  const flow = library.flowAt(prefixed === null ? pathname : (prefixed[2] ?? "/"));
  if (flow === undefined) return undefined;
  const query = readQuery(at < 0 ? "" : request.url.slice(at));
  const { definition } = flow;
  const languages = acceptedLanguages(request, query);
  const variant: Variant = begun ?? {
    portal: portalOfHost(definition, request.hostname),
    market: chosenMarket(definition, request) ?? marketOf(definition, languages, query["market"]),
    environment,
    ...(reseller !== undefined && REFERRAL.test(reseller) ? { reseller } : {}),
  };
  return {
    flow,
    path: pathname,
    query,
    variant,
    locale: localeOf(definition, variant.market, languages),
    dataSources: sharedCookies(definition, request),
  };
}

/** Names only, never values: the cookies belong to other sites. */
function sharedCookies({ cookies }: FlowDefinition, request: FastifyRequest): readonly string[] {
  return (cookies?.sources ?? []).filter((name) => (request.cookies[name] ?? "") !== "");
}

/** The portal that a host belongs to. */
export function portalOfHost(definition: FlowDefinition, host: string): string {
  const names = Object.entries(definition.variants.portals);
  const found = names.find(
    ([, portal]) =>
      portal.host === undefined ||
      compileRule(portal.host, ANY_NAMES, () => undefined).test({ host }),
  );
  return found?.[0] ?? names.at(-1)?.[0] ?? "";
}

/** The market that `?market=` names, else by the country of a language. */
function marketOf(
  definition: FlowDefinition,
  languages: readonly string[],
  asked: string | undefined,
): string {
  const { markets } = definition.variants;
  if (asked !== undefined && Object.hasOwn(markets, asked)) return asked;
  const byLanguage = languages.flatMap(
    (language) =>
      Object.entries(markets).find(([, market]) => market.locales.includes(language))?.[0] ?? [],
  );
  return byLanguage[0] ?? Object.keys(markets)[0] ?? "";
}

function localeOf(
  definition: FlowDefinition,
  market: string,
  languages: readonly string[],
): string {
  const offered = definition.variants.markets[market]?.locales ?? [
    definition.variants.fallbackLocale,
  ];
  const exact = languages.find((language) => offered.includes(language));
  const sameLanguage = languages.flatMap(
    (language) => offered.find((locale) => locale.split("-")[0] === language.split("-")[0]) ?? [],
  );
  return exact ?? sameLanguage[0] ?? offered[0] ?? definition.variants.fallbackLocale;
}

function safeDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
