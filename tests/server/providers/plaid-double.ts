import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { misshapen, ProviderDouble, type DoubleAnswer } from "./provider-double.ts";

/**
 * Plaid: link tokens with Hosted Link, public tokens for access tokens, numbers of accounts;
 * webhooks are signed with a key that is asked for.
 */
export class PlaidDouble extends ProviderDouble {
  readonly client = "plaid-client";
  readonly secret = "plaid-secret";
  readonly kid = "bfbd5111-8e33-4643-8ced-b2e642a72f3c";
  readonly linkTokens: string[] = [];
  /** Whether the bank wants its customer to sign in again. */
  loginRequired = false;
  /** When the signing key was rotated out, in seconds. */
  expiredAt: number | null = null;
  country = "US";
  private readonly publicTokens = new Set<string>();
  private readonly accessTokens = new Set<string>();
  private privateKey: CryptoKey | undefined;
  private publicKey: JWK = {};

  constructor() {
    super("application/json");
    this.on("POST", "/link/token/create", ({ body }) => this.createLink(body));
    this.on("POST", "/item/public_token/exchange", ({ body }) => this.exchange(body));
    this.on("POST", "/auth/get", ({ body }) => this.numbers(body));
    this.on("POST", "/webhook_verification_key/get", ({ body }) => this.verificationKey(body));
  }

  override async start(): Promise<this> {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    this.privateKey = privateKey;
    this.publicKey = await exportJWK(publicKey);
    return super.start();
  }

  get environment(): Record<string, string> {
    return {
      PLAID_CLIENT_ID: this.client,
      PLAID_SECRET: this.secret,
      PLAID_CLIENT_NAME: "Cedar Payments",
      PLAID_BASE_URL: this.url,
    };
  }

  /** Somebody has chosen an account. @returns the public token */
  chosen(): string {
    const token = `public-sandbox-${randomBytes(8).toString("hex")}`;
    this.publicTokens.add(token);
    return token;
  }

  /** The webhook that says so. */
  sessionFinished(linkToken: string, publicTokens: readonly string[], status = "SUCCESS"): string {
    return JSON.stringify({
      webhook_type: "LINK",
      webhook_code: "SESSION_FINISHED",
      status,
      link_session_id: randomBytes(8).toString("hex"),
      link_token: linkToken,
      public_tokens: publicTokens,
      environment: "sandbox",
    });
  }

  /** The header that goes with a body. */
  async sign(
    body: string,
    {
      at = Date.now(),
      alg = "ES256",
      kid = this.kid,
      key = this.privateKey,
    }: { at?: number; alg?: string; kid?: string; key?: CryptoKey | Uint8Array | undefined } = {},
  ): Promise<string> {
    if (key === undefined) throw new Error("The double is not started");
    return new SignJWT({ request_body_sha256: createHash("sha256").update(body).digest("hex") })
      .setProtectedHeader({ alg, kid, typ: "JWT" })
      .setIssuedAt(Math.floor(at / 1000))
      .sign(key);
  }

  protected override notThere() {
    return plaidError(404, "INVALID_REQUEST", "NOT_FOUND", "not found").body;
  }

  protected override authorize(headers: FastifyRequest["headers"]): DoubleAnswer | undefined {
    const known =
      headers["plaid-client-id"] === this.client && headers["plaid-secret"] === this.secret;
    return known
      ? undefined
      : plaidError(
          400,
          "INVALID_INPUT",
          "INVALID_API_KEYS",
          "invalid client_id or secret provided",
        );
  }

  private createLink(body: unknown): DoubleAnswer {
    const wrong = misshapen(
      body,
      ["client_name", "language", "country_codes", "user"],
      ["products", "webhook", "hosted_link", "redirect_uri", "account_filters"],
    );
    if (wrong !== undefined)
      return plaidError(
        400,
        "INVALID_REQUEST",
        wrong.endsWith("missing") ? "MISSING_FIELDS" : "UNKNOWN_FIELDS",
        wrong,
      );
    const {
      client_name: name,
      language,
      country_codes: countries,
      user,
      products,
      webhook,
      hosted_link: hosted,
    } = body as Record<string, unknown>;
    const fits =
      typeof name === "string" &&
      name.length <= 30 &&
      ["en", "fr", "es"].includes(String(language)) &&
      Array.isArray(countries) &&
      countries.every((country) => ["US", "CA"].includes(String(country))) &&
      misshapen(user, ["client_user_id"]) === undefined &&
      Array.isArray(products) &&
      products.includes("auth") &&
      (webhook === undefined || URL.canParse(String(webhook))) &&
      (hosted === undefined ||
        misshapen(
          hosted,
          [],
          ["completion_redirect_uri", "url_lifetime_seconds", "is_mobile_app"],
        ) === undefined);
    if (!fits) return plaidError(400, "INVALID_REQUEST", "INVALID_FIELD", "a field is invalid");
    const token = `link-sandbox-${randomBytes(8).toString("hex")}`;
    this.linkTokens.push(token);
    return {
      status: 200,
      body: {
        link_token: token,
        expiration: "2026-01-01T04:00:00Z",
        request_id: "req-1",
        ...(hosted === undefined
          ? {}
          : { hosted_link_url: `https://secure.plaid.com/hl/${token}` }),
      },
    };
  }

  private exchange(body: unknown): DoubleAnswer {
    const wrong = misshapen(body, ["public_token"]);
    if (wrong !== undefined) return plaidError(400, "INVALID_REQUEST", "MISSING_FIELDS", wrong);
    if (!this.publicTokens.delete((body as { public_token: string }).public_token))
      return plaidError(
        400,
        "INVALID_INPUT",
        "INVALID_PUBLIC_TOKEN",
        "could not find matching public token",
      );
    const token = `access-sandbox-${randomBytes(8).toString("hex")}`;
    this.accessTokens.add(token);
    return { status: 200, body: { access_token: token, item_id: "item-1", request_id: "req-2" } };
  }

  private numbers(body: unknown): DoubleAnswer {
    const wrong = misshapen(body, ["access_token"], ["options"]);
    if (wrong !== undefined) return plaidError(400, "INVALID_REQUEST", "MISSING_FIELDS", wrong);
    if (!this.accessTokens.has((body as { access_token: string }).access_token))
      return plaidError(
        400,
        "INVALID_INPUT",
        "INVALID_ACCESS_TOKEN",
        "could not find matching access token",
      );
    if (this.loginRequired)
      return plaidError(
        400,
        "ITEM_ERROR",
        "ITEM_LOGIN_REQUIRED",
        "the login details of this item have changed",
      );
    const chosen =
      (body as { options?: { account_ids?: string[] } }).options?.account_ids?.[0] ??
      "account-savings";
    if (!["account-checking", "account-savings"].includes(chosen))
      return plaidError(400, "INVALID_INPUT", "INVALID_ACCOUNT_ID", "account_id was invalid");
    const last = chosen === "account-checking" ? "1111222233330000" : "1111222233331111";
    const of = { account_id: chosen, account: last };
    return {
      status: 200,
      body: {
        accounts: [
          {
            account_id: "account-other",
            balances: { available: 1, current: 1, iso_currency_code: "USD" },
            mask: "9999",
            name: "Other",
            type: "depository",
            subtype: "checking",
          },
          {
            account_id: chosen,
            balances: { available: 100.35, current: 110, iso_currency_code: "USD" },
            mask: last.slice(-4),
            name: "Plaid",
            type: "depository",
            subtype: chosen === "account-checking" ? "checking" : "savings",
          },
        ],
        numbers: {
          ach:
            this.country === "US"
              ? [{ ...of, routing: "011401533", wire_routing: "021000021" }]
              : [],
          eft:
            this.country === "CA"
              ? [{ ...of, account: "111122223333", institution: "021", branch: "01140" }]
              : [],
          international: [],
          bacs: [],
        },
        item: { item_id: "item-1" },
        request_id: "req-3",
      },
    };
  }

  private verificationKey(body: unknown): DoubleAnswer {
    if (misshapen(body, ["key_id"]) !== undefined)
      return plaidError(400, "INVALID_REQUEST", "MISSING_FIELDS", "key_id is missing");
    if ((body as { key_id: string }).key_id !== this.kid)
      return plaidError(
        400,
        "INVALID_INPUT",
        "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
        "invalid key_id provided",
      );
    return {
      status: 200,
      body: {
        key: {
          ...this.publicKey,
          alg: "ES256",
          use: "sig",
          kid: this.kid,
          created_at: 1_560_466_143,
          expired_at: this.expiredAt,
        },
        request_id: "req-4",
      },
    };
  }
}

/** Plaid's own shape of errors. */
export function plaidError(
  status: number,
  type: string,
  code: string,
  message: string,
): DoubleAnswer {
  return {
    status,
    body: {
      error_type: type,
      error_code: code,
      error_message: message,
      display_message: null,
      documentation_url: "https://plaid.com/docs/errors",
      request_id: "req-0",
      suggested_action: null,
    },
  };
}
