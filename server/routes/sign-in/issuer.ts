import * as client from "openid-client";
import type { Person } from "../../storage/repositories/sessions.ts";
import type { Attempt } from "./attempts.ts";

/** The issuer, and this service's client at it. */
export interface IssuerOptions {
  /** The issuer's identifier; its metadata lie below it. */
  readonly url: string;
  readonly clientId: string;
  /** Undefined: a public client, protected by PKCE alone. */
  readonly clientSecret?: string | undefined;
  /** Plain http is allowed, too. */
  readonly insecure?: boolean;
  /** Fetches from an issuer inside this process, as a visitor of `origin`. */
  readonly reach?: (origin: string) => client.CustomFetch;
}

/** Why a sign-in failed. */
export type SignInFailure = "denied" | "expired" | "failed" | "often" | "unavailable";

/** Thrown when a sign-in fails. Carries nothing secret, so that it can be logged. */
export class SignInError extends Error {
  constructor(
    readonly failure: SignInFailure,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "SignInError";
  }
}

/** How a person who comes back is identified. */
export interface Identification {
  readonly origin: string;
  /** Names of axes; claims of these names are kept. */
  readonly axes: readonly string[];
  /** Told of an error that leaves the sign-in without some claims. */
  readonly report: (error: SignInError) => void;
}

/** Path the issuer sends people back to. */
export const CALLBACK_PATH = "/sign-in/callback";

const TIMEOUT_SECONDS = 8;
/** How long metadata that could not be read are not asked for again: a page says so meanwhile. */
const FAILED_MS = 3000;

/** The configured issuer, or the one inside this process; undefined without either. */
export function issuerOf(
  configured: (Pick<IssuerOptions, "clientId" | "clientSecret"> & { issuer: string }) | undefined,
  embedded: IssuerOptions | undefined,
): Issuer | undefined {
  if (configured !== undefined)
    return new Issuer({
      ...configured,
      url: configured.issuer,
      insecure: configured.issuer.startsWith("http:"),
    });
  return embedded === undefined ? undefined : new Issuer(embedded);
}

/** An OpenID Connect issuer as this service uses it: the code flow, with PKCE, state and nonce. */
export class Issuer {
  private known: Promise<client.Configuration> | undefined;
  private origins: readonly string[];
  private failed: { readonly error: unknown; readonly at: number } | undefined;

  constructor(private readonly options: IssuerOptions) {
    this.origins = options.reach === undefined ? [new URL(options.url).origin] : [];
  }

  /** Origins that a form may lead to through a redirect. */
  get formOrigins(): readonly string[] {
    return this.origins;
  }

  /** Begins a sign-in: the attempt to remember, and the address for the visitor. */
  async begin(
    wish: Pick<Attempt, "path" | "realm" | "app" | "create">,
    origin: string,
  ): Promise<{ readonly attempt: Omit<Attempt, "until">; readonly location: string }> {
    const configuration = await this.configuration(origin);
    const attempt = {
      ...wish,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const { prompt_values_supported: prompts } = configuration.serverMetadata();
    const creates = wish.create && (!Array.isArray(prompts) || prompts.includes("create"));
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: origin + CALLBACK_PATH,
      scope: "openid email profile",
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: "S256",
      ...(wish.realm === undefined ? {} : { realm: wish.realm }),
      ...(wish.app === undefined ? {} : { app: wish.app }),
      ...(creates ? { prompt: "create" } : {}),
    });
    return { attempt, location: location.href };
  }

  /**
   * Identifies the person who came back from the issuer.
   *
   * @param search query of the callback address
   * @throws SignInError when the issuer's answer is invalid
   */
  async identify(
    search: string,
    attempt: Attempt,
    { origin, axes, report }: Identification,
  ): Promise<{ readonly person: Person; readonly idToken: string | undefined }> {
    const configuration = await this.configuration(origin);
    const checks = {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    };
    const tokens = await client
      .authorizationCodeGrant(configuration, new URL(CALLBACK_PATH + search, origin), checks)
      .catch((error: unknown) => {
        throw signInErrorOf(error);
      });
    const claims = tokens.claims();
    if (claims === undefined) throw new SignInError("failed", "The issuer gave no ID token");
    // Some issuers leave claims out of the ID token; all but the subject are optional.
    const isWhole = ["email", "name", "role", ...axes].every((name) => claims[name] !== undefined);
    const userInfo = isWhole
      ? undefined
      : await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(report);
    const claimed = (name: string) => textOf(claims[name] ?? userInfo?.[name]);
    const [email, name, role] = [claimed("email"), claimed("name"), claimed("role")];
    const ofAxes = axes.flatMap((axis) => {
      const value = claimed(axis);
      return value === undefined ? [] : [[axis, value] as const];
    });
    return {
      person: {
        ...Object.fromEntries(ofAxes),
        issuer: claims.iss,
        subject: claims.sub,
        ...(email === undefined ? {} : { email }),
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
      },
      idToken: tokens.id_token,
    };
  }

  /** The issuer's end-session address; undefined when it has none, or does not answer. */
  async endSessionLocation(
    idToken: string | undefined,
    origin: string,
  ): Promise<string | undefined> {
    const configuration = await this.configuration(origin).catch(() => undefined);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${origin}/`,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    }).href;
  }

  /** The issuer's metadata, fetched on first use; a failure counts for some seconds. */
  private async configuration(origin: string): Promise<client.Configuration> {
    const { reach } = this.options;
    if (reach !== undefined) return this.discover(reach(origin));
    const since = performance.now() - (this.failed?.at ?? Number.NEGATIVE_INFINITY);
    if (this.failed !== undefined && since < FAILED_MS) throw this.failed.error;
    this.known ??= this.discover().catch((error: unknown) => {
      this.known = undefined;
      this.failed = { error, at: performance.now() };
      throw error;
    });
    return this.known;
  }

  private async discover(fetch?: client.CustomFetch): Promise<client.Configuration> {
    const { url, clientId, clientSecret, insecure } = this.options;
    const configuration = await client
      .discovery(
        new URL(url),
        clientId,
        undefined,
        clientSecret === undefined ? client.None() : secretOf(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // The ID token's signature is checked even though it comes straight from the issuer.
          execute: [
            client.enableNonRepudiationChecks,
            ...(insecure === true ? [client.allowInsecureRequests] : []),
          ],
          ...(fetch === undefined ? {} : { [client.customFetch]: fetch }),
        },
      )
      .catch((error: unknown) => {
        throw new SignInError(
          "unavailable",
          `The metadata of the issuer ${url} (OIDC_ISSUER) cannot be read`,
          error,
        );
      });
    const { authorization_endpoint: authorization, end_session_endpoint: end } =
      configuration.serverMetadata();
    if (fetch === undefined)
      this.origins = [
        ...new Set(
          [url, authorization, end].flatMap((each) =>
            each === undefined ? [] : [new URL(each).origin],
          ),
        ),
      ];
    return configuration;
  }
}

/**
 * Sends the client secret in the Authorization header, the standard's default, or in the body for
 * an issuer that takes it only there.
 */
function secretOf(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") === false
      ? post
      : basic)(server, ...rest);
}

/** What an error of the token endpoint tells an operator. */
const REMEDIES: Readonly<Record<string, string>> = {
  invalid_client: ": it does not know OIDC_CLIENT_ID with this OIDC_CLIENT_SECRET",
  unauthorized_client: ": OIDC_CLIENT_ID may not use the code flow there",
};

function signInErrorOf(error: unknown): SignInError {
  if (error instanceof client.AuthorizationResponseError) {
    const failure =
      error.error === "access_denied"
        ? "denied"
        : /^(?:server_error|temporarily_unavailable)$/.test(error.error)
          ? "unavailable"
          : "failed";
    return new SignInError(failure, `The issuer answered ${error.error}`, error);
  }
  if (error instanceof client.ResponseBodyError)
    return new SignInError(
      error.status >= 500 ? "unavailable" : "failed",
      `The issuer's token endpoint answered ${error.error}${REMEDIES[error.error] ?? ""}`,
      error,
    );
  const { code, name, cause } = error as {
    readonly code?: string;
    readonly name?: string;
    readonly cause?: unknown;
  };
  const unreached =
    name === "TimeoutError" ||
    code === "OAUTH_TIMEOUT" ||
    (error instanceof TypeError && code === undefined);
  const broken =
    code === "OAUTH_RESPONSE_IS_NOT_CONFORM" && cause instanceof Response && cause.status >= 500;
  return new SignInError(
    unreached || broken ? "unavailable" : "failed",
    `The issuer's answer was not accepted: ${code ?? name ?? "unknown"}`,
    error,
  );
}

/**
 * What the issuer's userinfo endpoint says of a person; undefined without such an endpoint.
 *
 * @throws SignInError naming the endpoint, with the cause
 */
async function fetchUserInfo(
  configuration: client.Configuration,
  token: string,
  subject: string,
): Promise<client.UserInfoResponse | undefined> {
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  if (endpoint === undefined) return undefined;
  return client.fetchUserInfo(configuration, token, subject).catch((error: unknown) => {
    throw new SignInError("unavailable", `The claims at ${endpoint} cannot be read`, error);
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= 320 ? value : undefined;
}
