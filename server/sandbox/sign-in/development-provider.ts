import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type {
  Configuration,
  InteractionResults,
  KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { CustomFetch } from "openid-client";
import isEmail from "validator/lib/isEmail.js";
import { setPagePolicy } from "../../plugins/security-headers.ts";
import { refuseCrossSite } from "../../routes/cross-site.ts";
import { redirectToExit } from "../../routes/redirect.ts";
import { CALLBACK_PATH } from "../../routes/sign-in/issuer.ts";
import { peoplePage, providerTroublePage } from "./people-page.ts";
import { personOf, type TestPerson } from "./people.ts";
import { withoutWarnings } from "./without-warnings.ts";

/** Path of the provider on this site. */
const MOUNT = "/idp";

/**
 * Issuer of the development provider: the same on every host and port, so that a test person is the
 * same on all of them. Only reached inside this process.
 */
export const DEVELOPMENT_ISSUER = `http://localhost${MOUNT}`;

export const DEVELOPMENT_CLIENT = "foyer";

const HOUR = 3600;

/**
 * An OpenID provider with test people and no passwords, in this process. Never in production. It
 * stores nothing: after a restart people choose themselves again, with the same identity.
 */
export class DevelopmentProvider {
  private app: FastifyInstance | undefined;
  private provider: Promise<Provider> | undefined;
  /** Nonces of requested pages; oidc-provider sees the raw request only. */
  private readonly nonces = new WeakMap<IncomingMessage, string>();
  private readonly accounts: Map<string, TestPerson>;

  /** @param origin address of this site as the visitor sees it */
  constructor(
    private readonly people: readonly TestPerson[],
    private readonly origin: (request: FastifyRequest) => string,
  ) {
    this.accounts = new Map(people.map((person) => [person.id, person]));
  }

  /** Serves the provider under /idp. */
  async mount(app: FastifyInstance): Promise<void> {
    this.app = app;
    app.get<{ Params: { uid: string } }>(`${MOUNT}/people/:uid`, async (request, reply) =>
      this.showPeople(request, reply),
    );
    app.post<{ Params: { uid: string } }>(`${MOUNT}/people/:uid`, async (request, reply) =>
      this.takePerson(request, reply),
    );
    app.get(`${MOUNT}/session/end`, async (request, reply) => this.endSession(request, reply));
    await app.register(async (inner) => {
      // The provider parses bodies itself.
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser("*", (_request, _payload, done) => done(null));
      inner.all(`${MOUNT}/*`, async (request, reply) => this.handOver(request, reply));
    });
  }

  /**
   * Calls the provider within the process, as visitors of `origin` do: works before listening, and
   * behind any proxy.
   */
  reach(origin: string): CustomFetch {
    return async (url, { method, headers, body }) => {
      if (this.app === undefined) throw new TypeError("The embedded provider is not mounted");
      const { pathname, search } = new URL(url);
      const response = await this.app.inject({
        method: method as "GET",
        url: pathname + search,
        headers: { ...headers, host: new URL(origin).host },
        ...(body === undefined || body === null
          ? {}
          : { payload: String(body as URLSearchParams) }),
      });
      return new Response(new Uint8Array(response.rawPayload), {
        status: response.statusCode,
        headers: { "content-type": String(response.headers["content-type"] ?? "") },
      });
    };
  }

  private async handOver(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const provider = await this.load();
    this.nonces.set(request.raw, reply.nonce);
    setPagePolicy(request, reply);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const raw = this.addressed(request) as IncomingMessage & { originalUrl?: string };
    raw.originalUrl = request.url;
    raw.url = request.url.slice(MOUNT.length);
    reply.hijack();
    await provider.callback()(raw, reply.raw);
  }

  private async showPeople(
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: { email: string; name: string },
  ): Promise<FastifyReply> {
    const interaction = await this.interaction(request, reply);
    if (interaction === undefined)
      return this.sendTrouble(
        reply,
        "It was left for too long, or the service was started anew meanwhile.",
      );
    return sendHtml(
      reply,
      refused === undefined ? 200 : 422,
      peoplePage({
        people: this.people,
        action: request.url,
        create: interaction.prompt.name === "create",
        nonce: reply.nonce,
        ...(refused === undefined ? {} : { refused }),
      }),
    );
  }

  private async takePerson(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseCrossSite(request);
    if ((await this.interaction(request, reply)) === undefined)
      return this.showPeople(request, reply);
    const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const [id, email, name] = [body["person"], body["email"], body["name"]].map((value) =>
      typeof value === "string" ? value.trim() : "",
    );
    let result: InteractionResults = {
      error: "access_denied",
      error_description: "The visitor cancelled",
    };
    if (body["cancel"] === undefined) {
      const person =
        this.people.find((each) => each.id === id) ??
        (isEmail(email ?? "") ? personOf(email ?? "", name ?? "", this.people) : undefined);
      if (person === undefined)
        return this.showPeople(request, reply, { email: email ?? "", name: name ?? "" });
      this.accounts.set(person.id, person);
      result = { create: {}, login: { accountId: person.id } };
    }
    const provider = await this.load();
    const location = await provider.interactionResult(this.addressed(request), reply.raw, result);
    return redirectToExit(reply, location);
  }

  /** Ends the provider's session at once: our own page has asked for confirmation before. */
  private async endSession(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const provider = await this.load();
    const cookie = provider.cookieName("session");
    for (const name of [cookie, `${cookie}.sig`]) void reply.clearCookie(name, { path: "/" });
    const wanted =
      new URLSearchParams(request.url.split("?")[1] ?? "").get("post_logout_redirect_uri") ?? "";
    const home = `${this.origin(request)}/`;
    return redirectToExit(reply, wanted.startsWith(home) ? wanted : home);
  }

  private async interaction(request: FastifyRequest, reply: FastifyReply) {
    const provider = await this.load();
    return provider.interactionDetails(this.addressed(request), reply.raw).catch(() => undefined);
  }

  private sendTrouble(reply: FastifyReply, text: string): FastifyReply {
    return sendHtml(reply, 400, providerTroublePage(text, reply.nonce));
  }

  /** The raw request, with the visitor's address of this site. */
  private addressed(request: FastifyRequest): IncomingMessage {
    const { protocol, host } = new URL(this.origin(request));
    request.raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    request.raw.headers["x-forwarded-host"] = host;
    return request.raw;
  }

  /**
   * Loads the provider on first use: the start does not wait for it, and production never loads it.
   */
  private async load(): Promise<Provider> {
    this.provider ??= withoutWarnings(async () => {
      const library = await import("oidc-provider");
      const provider = new library.Provider(DEVELOPMENT_ISSUER, this.configuration(library));
      provider.proxy = true;
      // The site has any number of addresses: a redirect goes back to the visitor's own, and to no
      // other.
      provider.Client.prototype.redirectUriAllowed = (uri: string) =>
        uri === new URL(CALLBACK_PATH, library.Provider.ctx?.href).href;
      return provider;
    });
    return this.provider;
  }

  private configuration({ interactionPolicy }: typeof import("oidc-provider")): Configuration {
    const policy = interactionPolicy.base();
    policy.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
      format: "jwk",
    });
    const cookie = { httpOnly: true, sameSite: "lax" } as const;
    return {
      clients: [
        {
          client_id: DEVELOPMENT_CLIENT,
          token_endpoint_auth_method: "none",
          redirect_uris: [`http://localhost${CALLBACK_PATH}`],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          id_token_signed_response_alg: "ES256",
        },
      ],
      jwks: { keys: [{ ...key, alg: "ES256", use: "sig" }] },
      enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
      cookies: {
        keys: [randomBytes(32).toString("base64url")],
        names: {
          session: "foyer_idp",
          interaction: "foyer_idp_interaction",
          resume: "foyer_idp_resume",
        },
        short: cookie,
        long: cookie,
      },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["name", "locale", "role", "reseller"],
      },
      extraParams: ["realm", "app"],
      discovery: { prompt_values_supported: ["none", "login", "consent", "create"] },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_, { uid }) => `${MOUNT}/people/${uid}` },
      ttl: {
        AccessToken: HOUR,
        AuthorizationCode: 60,
        Grant: 12 * HOUR,
        IdToken: HOUR,
        Interaction: HOUR,
        Session: 12 * HOUR,
      },
      findAccount: (_, id) => {
        const person = this.accounts.get(id);
        if (person === undefined) return undefined;
        const { name, email, locale, role, reseller } = person;
        return {
          accountId: id,
          claims: () => ({ sub: id, name, email, email_verified: true, locale, role, reseller }),
        };
      },
      loadExistingGrant: consented,
      renderError: (ctx, { error, error_description: description }) => {
        ctx.type = "html";
        ctx.body = providerTroublePage(
          `${error}: ${description ?? ""}`,
          this.nonces.get(ctx.req) ?? "",
        );
      },
    };
  }
}

/** Grants consent without a question: it is the site's own provider. */
async function consented({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant =
    (known === undefined ? undefined : await provider.Grant.find(known)) ??
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

function sendHtml(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}
