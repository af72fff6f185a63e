import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Provider } from "oidc-provider";
import { withoutWarnings } from "../../server/sandbox/sign-in/without-warnings.ts";

/** Somebody the double knows. */
export interface DoublePerson {
  readonly sub: string;
  readonly email?: string;
  readonly name?: string;
  /** Claims that the ID token lacks, and the userinfo endpoint has. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * An issuer of somebody else's, on a port of its own and asked over HTTP: a confidential client
 * with a secret, RS256, claims in the ID token. The person who signs in is the one in `next`; with
 * none, they refuse.
 */
export class IssuerDouble {
  next: DoublePerson | undefined;
  /** Whether the userinfo endpoint fails. */
  isMute = false;
  /** Query of the last authorization request. */
  asked = new URLSearchParams();

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(
    client: { readonly id: string; readonly secret: string; readonly site: string },
    createsAccounts = true,
  ): Promise<IssuerDouble> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const people = new Map<string, DoublePerson>();
    const double = new IssuerDouble(url, server);
    const provider = await withoutWarnings(() =>
      makeProvider(url, client, people, createsAccounts),
    );
    const answer = provider.callback();
    server.on("request", (request, response) => {
      if (request.url?.startsWith("/auth?") === true)
        double.asked = new URL(request.url, url).searchParams;
      if (double.isMute && request.url === "/me") return void response.writeHead(500).end();
      if (request.url?.startsWith("/interaction/") !== true) return void answer(request, response);
      const person = double.next;
      if (person !== undefined) people.set(person.sub, person);
      return void provider.interactionFinished(
        request,
        response,
        person === undefined
          ? { error: "access_denied" }
          : { create: {}, login: { accountId: person.sub } },
      );
    });
    return double;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function makeProvider(
  url: string,
  { id, secret, site }: { readonly id: string; readonly secret: string; readonly site: string },
  people: ReadonlyMap<string, DoublePerson>,
  createsAccounts: boolean,
): Promise<Provider> {
  const { Provider: Made, interactionPolicy } = await import("oidc-provider");
  const policy = interactionPolicy.base();
  if (createsAccounts)
    policy.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    format: "jwk",
  });
  return new Made(url, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${site}/sign-in/callback`],
        post_logout_redirect_uris: [`${site}/`],
      },
    ],
    jwks: { keys: [{ ...key, alg: "RS256", use: "sig" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub"], email: ["email"], profile: ["name", "role", "market"] },
    conformIdTokenClaims: false,
    discovery: {
      prompt_values_supported: ["none", "login", "consent", ...(createsAccounts ? ["create"] : [])],
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { logoutSource: (ctx, form) => void (ctx.body = form) },
    },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: (use) => {
        const { more = {}, ...person } = people.get(sub) ?? {};
        return { ...person, ...(use === "userinfo" ? more : {}), sub };
      },
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: id,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}
