import { valueAt, withValue } from "../../../engine/language/json-places.ts";
import { atHost } from "../request/at-host.ts";
import { createHash } from "node:crypto";
import { compiledRequestOf } from "../../../engine/transition/call-request.ts";
import { basePath } from "../../../engine/transition/destination.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type {
  CompiledMailedLink,
  CompiledVariant,
} from "../../../engine/compile/compiled-variant.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { Grants } from "../../storage/repositories/grants.ts";
import { hostOf } from "../../../engine/language/axes.ts";
import { isHostOf } from "../request/choose-variant.ts";
import type { Vault } from "../../storage/secrets/vault.ts";

/** Replaces `link` and `address` in the bodies of calls by addresses of this site. */
export class SiteLinks {
  /** @param origins the site's public origins; empty: unknown */
  constructor(
    private readonly grants: Pick<Grants, "madeWith" | "issue" | "issueMailed">,
    private readonly vault: Vault,
    private readonly origins: readonly string[],
  ) {}

  /**
   * Replaces every `link` and `address` in a call's body by an address; one with a role carries a
   * token that admits its bearer. A repeated call gets the same tokens, and a token is stored
   * before the call is made.
   *
   * @param id of the call
   * @param from the call's application
   * @returns undefined when the site's own address is not known
   */
  async put(
    flow: CompiledVariant,
    request: CallRequest,
    id: string,
    from: LinkOrigin,
  ): Promise<CallRequest | undefined> {
    const links = compiledRequestOf(flow, request)?.links ?? [];
    if (links.length === 0 || request.body === undefined) return request;
    const origin = originOf(flow, this.origins);
    if (origin === undefined) return undefined;
    let { body } = request;
    for (const { pointer, wrapped, opens } of links) {
      const spec = valueAt(body, wrapped === true ? [...pointer, "address"] : pointer);
      if (!isObject(spec)) continue;
      const place = { call: id, place: pointer.join("/"), application: from.application };
      const site = { origin, base: origin + basePath(flow), flow: flow.definition.flow };
      const link = opens === undefined ? undefined : flow.mailedLinks.get(opens);
      const address =
        link === undefined
          ? await this.address(site, spec, place)
          : await this.mailed(origin, link, { ...place, about: from.subjectOf(link) });
      body = withValue(body, pointer, address);
    }
    return { ...request, body };
  }

  private async mailed(
    origin: string,
    { id, definition, lifetimeMs }: CompiledMailedLink,
    { about, ...from }: LinkPlace & { readonly about: Json },
  ): Promise<string> {
    const { token, madeWith } = await this.tokenOf(from);
    const path = mailedLinkPath(token);
    await this.grants.issueMailed({
      ...from,
      tokenHash: tokenHash(token),
      madeWith,
      link: id,
      path,
      lifetimeMs,
      uses: definition.uses ?? 1,
      about: subjectHash(token, about),
    });
    return `${origin}${path}?grant=${token}`;
  }

  /** The token of a link: the same for a repetition of its call. */
  private async tokenOf({
    call,
    place,
  }: LinkPlace): Promise<{ readonly token: string; readonly madeWith: string }> {
    const { key, bytes } = this.vault.derive(
      `grant:${call}:${place}`,
      await this.grants.madeWith(call, place),
    );
    return { token: bytes.toString("base64url"), madeWith: key };
  }

  private async address(
    { origin, base, flow }: Site,
    spec: JsonObject,
    from: LinkPlace,
  ): Promise<string | null> {
    const { path, webhook, grant: role, resource, lifetimeMs } = spec;
    if (typeof webhook === "string") return `${origin}/webhooks/${flow}/${webhook}`;
    if (typeof path !== "string" || !path.startsWith("/")) return null;
    const url = new URL(base + path);
    if (role === undefined) return url.href;
    // A link without one of these would admit no person, or any person to any resource.
    if (
      typeof role !== "string" ||
      typeof resource !== "string" ||
      resource === "" ||
      typeof lifetimeMs !== "number" ||
      !(lifetimeMs > 0)
    )
      return null;
    const { token, madeWith } = await this.tokenOf(from);
    await this.grants.issue({
      ...from,
      tokenHash: tokenHash(token),
      madeWith,
      role,
      resource,
      path: url.pathname,
      lifetimeMs,
    });
    url.searchParams.set("grant", token);
    return url.href;
  }
}

/**
 * Where the pages of a variant are seen: at its own host, at a host that chooses it, or where the
 * site is.
 */
function originOf(
  { definition, variant }: CompiledVariant,
  origins: readonly string[],
): string | undefined {
  const [first] = origins;
  const host = hostOf(definition, variant);
  if (host === undefined || first === undefined)
    return origins.find((each) => isHostOf(definition, variant, new URL(each).hostname)) ?? first;
  const own = origins.find((each) => new URL(each).hostname === host);
  if (own !== undefined) return own;
  return atHost(first, host);
}

/** The base of a flow's addresses. */
interface Site {
  readonly origin: string;
  /** Including mount and the prefix of the variant. */
  readonly base: string;
  readonly flow: string;
}

/** The place of a link: a call's body, and its application. */
interface LinkPlace {
  readonly call: string;
  readonly place: string;
  /** Key of the application. */
  readonly application: string;
}

/** The application of a call's links. */
export interface LinkOrigin {
  /** Key of the application. */
  readonly application: string;
  /** The value that a mailed link names. */
  subjectOf(link: CompiledMailedLink): Json;
}

/** The path of a mailed link's page; it reveals nothing about the token. */
export function mailedLinkPath(token: string): string {
  return `/links/${tokenHash(token).toString("base64url").slice(0, 22)}`;
}

/** The hash of the value that a mailed link names; without the token it reveals nothing. */
export function subjectHash(token: string, about: Json): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([token, about]))
    .digest();
}

/** Whether a text has the form of a link's token; any other text is not looked up. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The hash under which a token is stored. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
