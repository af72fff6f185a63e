import { localeInLanguage } from "../../../engine/language/locale.ts";
import { acceptedLanguages } from "../../http/accepted-languages.ts";
import type { FastifyRequest } from "fastify";
import type { Variant } from "../../../engine/language/variant.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import { fallbackLocale, localesOf, pathAxisOf } from "../../../engine/language/axes.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { ApplicationFilter } from "../../storage/repositories/application-filter.ts";
import { hostMeant } from "../../http/loopback.ts";
import { readQuery } from "../../http/request-text.ts";
import { arrivalChoices } from "./arrival-choices.ts";
import type { SiteCookies } from "../cookies/site-cookies.ts";
import { chooseVariant, movingChoices, type VisitorChoices } from "./choose-variant.ts";
import { localeCookie } from "./choices.ts";

/** The parts of the server that read the target of an address. */
export interface TargetTools {
  readonly environment: string;
  readonly cookies: SiteCookies;
  library(): FlowLibrary;
}

/** The target of a request: the flow, its variant, the address and the language. */
export interface RequestTarget {
  readonly flow: CompiledFlow;
  /** The requested path, with the prefix of an axis. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly variant: Variant;
  /** The visitor's choices that also move an open application; undefined: none. */
  readonly moving: Readonly<Record<string, string>> | undefined;
  readonly locale: string;
  /** The languages that the visitor reads, in order of wish. */
  readonly languages: readonly string[];
  /** Names of other sites' cookies in the request, as far as the flow lists them. */
  readonly dataSources: readonly string[];
}

/**
 * Reads the flow, its variant and the language off a request; undefined where no flow has the path.
 */
export function readTarget(
  request: FastifyRequest,
  library: FlowLibrary,
  environment: string,
  cookies: SiteCookies,
): RequestTarget | undefined {
  return targetOf(request.url, request, { library: () => library, environment, cookies });
}

/**
 * Reads the flow, its variant and the language that a request would have at an address of this
 * site; undefined where no flow has the path.
 */
export function targetOf(
  address: string,
  request: FastifyRequest,
  { library, environment, cookies }: TargetTools,
): RequestTarget | undefined {
  // Not by URL(), which takes a path with two leading slashes for a host.
  const at = address.indexOf("?");
  const pathname = at < 0 ? address : address.slice(0, at);
  const found = library().flowAt(pathname);
  if (found === undefined) return undefined;
  const { flow, value } = found;
  const query = readQuery(at < 0 ? "" : address.slice(at));
  const { definition } = flow;
  const arrived = arrivalChoices(request, definition, cookies);
  const visitor = visitorChoices(request, definition, { ...arrived, ...query });
  const variant = chooseVariant(definition, environment, value, visitor);
  return {
    flow,
    path: pathname,
    query,
    variant,
    moving: movingChoices(definition, visitor),
    locale: localeFor(definition, variant, visitor.languages),
    languages: visitor.languages,
    dataSources: sharedCookies(definition, request),
  };
}

/** Moves a target to another variant: the one that an application began in. Its locale follows. */
export function inVariant(target: RequestTarget, variant: Variant): RequestTarget {
  const { flow, languages } = target;
  return { ...target, variant, locale: localeFor(flow.definition, variant, languages) };
}

function visitorChoices(
  request: FastifyRequest,
  definition: FlowDefinition,
  query: Readonly<Record<string, string>>,
): VisitorChoices {
  return {
    host: hostMeant(request.hostname),
    cookies: request.cookies,
    query,
    languages: acceptedLanguages(request, query, localeCookie(definition)),
  };
}

/** Selects the application that a page without an id in its path is about. */
export function applicationFilter({ flow, variant, moving }: RequestTarget): ApplicationFilter {
  const axis = pathAxisOf(flow.definition)?.axis;
  return {
    apart: axis === undefined ? undefined : { axis, value: variant[axis] },
    chosen: moving,
  };
}

/** Names only, never values: the cookies belong to other sites. */
function sharedCookies({ cookies }: FlowDefinition, request: FastifyRequest): readonly string[] {
  return (cookies?.sources ?? []).filter((name) => (request.cookies[name] ?? "") !== "");
}

/** The language of a page: the first that the visitor reads and the variant offers. */
export function localeFor(
  definition: FlowDefinition,
  variant: Variant,
  languages: readonly string[],
): string {
  const offered = localesOf(definition, variant);
  const exact = languages.find((language) => offered.includes(language));
  if (exact !== undefined) return exact;
  for (const language of languages) {
    const akin = localeInLanguage(language, offered);
    if (akin !== undefined) return akin;
  }
  return offered[0] ?? fallbackLocale(definition);
}
