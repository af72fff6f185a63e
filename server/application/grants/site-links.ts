import { createHash } from "node:crypto";
import { compiledRequestOf } from "../../../engine/transition/call-request.ts";
import { basePath } from "../../../engine/transition/destination.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Grants } from "../../storage/repositories/grants.ts";
import { portalOfHost } from "../request/request-target.ts";
import type { Vault } from "../../storage/secrets/vault.ts";

/** Puts addresses of this site into calls, where their bodies say `link`. */
export class SiteLinks {
  /** @param origins addresses of this site as visitors see it, without a path; none: it is not known */
  constructor(
    private readonly grants: Grants,
    private readonly vault: Vault,
    private readonly origins: readonly string[],
  ) {}

  /**
   * The call with every `link` and `address` in its body replaced by an address; one that names a role carries a token that lets
   * whoever opens it in. The same call gives the same tokens however often it is repeated, and a token is kept
   * before the call is made.
   *
   * @param id of the call
   * @param application key of the application the call is about
   * @returns undefined when the site's own address is not known
   */
  async put(
    flow: CompiledVariant,
    request: CallRequest,
    id: string,
    application: string,
  ): Promise<CallRequest | undefined> {
    const links = compiledRequestOf(flow, request)?.links ?? [];
    if (links.length === 0 || request.body === undefined) return request;
    const origin =
      this.origins.find(
        (each) => portalOfHost(flow.definition, new URL(each).hostname) === flow.variant.portal,
      ) ?? this.origins[0];
    if (origin === undefined) return undefined;
    let { body } = request;
    for (const { pointer, wrapped } of links) {
      const spec = valueAt(body, wrapped === true ? [...pointer, "address"] : pointer);
      if (spec !== undefined)
        body = withValue(
          body,
          pointer,
          await this.address(
            { origin, base: origin + basePath(flow), flow: flow.definition.flow },
            spec,
            { call: id, place: pointer.join("/"), application },
          ),
        );
    }
    return { ...request, body };
  }

  private async address(
    { origin, base, flow }: Site,
    spec: JsonObject,
    from: { readonly call: string; readonly place: string; readonly application: string },
  ): Promise<string | null> {
    const { path, webhook, grant: role, resource, lifetimeMs } = spec;
    if (typeof webhook === "string") return `${origin}/webhooks/${flow}/${webhook}`;
    if (typeof path !== "string" || !path.startsWith("/")) return null;
    const url = new URL(base + path);
    if (role === undefined) return url.href;
    // Without all of it the link would let nobody in, or anybody to anything.
    if (
      typeof role !== "string" ||
      typeof resource !== "string" ||
      resource === "" ||
      typeof lifetimeMs !== "number" ||
      !(lifetimeMs > 0)
    )
      return null;
    const { key, bytes } = this.vault.derive(
      `grant:${from.call}:${from.place}`,
      await this.grants.madeWith(from.call, from.place),
    );
    const token = bytes.toString("base64url");
    await this.grants.issue({
      ...from,
      tokenHash: tokenHash(token),
      madeWith: key,
      role,
      thing: resource,
      path: url.pathname,
      lifetimeMs,
    });
    url.searchParams.set("grant", token);
    return url.href;
  }
}

/** Where the addresses of a flow begin. */
interface Site {
  readonly origin: string;
  /** With mount and reseller. */
  readonly base: string;
  readonly flow: string;
}

/** What is kept of a token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function valueAt(body: Json, pointer: readonly string[]): JsonObject | undefined {
  let at: Json | undefined = body;
  for (const segment of pointer) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Array.isArray(at)
      ? at[Number(segment)]
      : Object.hasOwn(at, segment)
        ? (at as JsonObject)[segment]
        : undefined;
  }
  return typeof at === "object" && at !== null && !Array.isArray(at)
    ? (at as JsonObject)
    : undefined;
}

function withValue(body: Json, [segment, ...rest]: readonly string[], value: Json): Json {
  if (segment === undefined) return value;
  if (Array.isArray(body))
    return body.with(Number(segment), withValue(body[Number(segment)] ?? null, rest, value));
  const object = body as JsonObject;
  return { ...object, [segment]: withValue(object[segment] ?? null, rest, value) };
}
