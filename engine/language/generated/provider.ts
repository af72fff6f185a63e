// Generated from schemas/definition/provider.json by `npm run types:generate`: change the schema, not this file.
import type { Json } from "../json.ts";
import type { Rule, Template } from "../rule.ts";

/** Its credentials: names of environment variables. */
export type AuthDefinition =
  | {
      readonly kind: "basic";
      /** Variable with the user, for `basic`. */
      readonly user: string;
      /** Variable with the password, for `basic`. */
      readonly password: string;
      /** Variable with the token, for `bearer`. */
      readonly token?: string;
      /** Variables by header, for `headers`. */
      readonly headers?: {
        /** The variable. */
        readonly [k: string]: string;
      };
      /** Variable with the address that gives tokens, for `oauth2`. */
      readonly tokenUrlFrom?: string;
      /** Variable with the client's id, for `oauth2`. */
      readonly clientId?: string;
      /** Variable with the client's secret, for `oauth2`. */
      readonly clientSecret?: string;
      /** Scopes that are asked for, for `oauth2`. */
      readonly scope?: string;
      /** The audience that is asked for, for `oauth2`. */
      readonly audience?: string;
    }
  | {
      readonly kind: "bearer";
      /** Variable with the user, for `basic`. */
      readonly user?: string;
      /** Variable with the password, for `basic`. */
      readonly password?: string;
      /** Variable with the token, for `bearer`. */
      readonly token: string;
      /** Variables by header, for `headers`. */
      readonly headers?: {
        /** The variable. */
        readonly [k: string]: string;
      };
      /** Variable with the address that gives tokens, for `oauth2`. */
      readonly tokenUrlFrom?: string;
      /** Variable with the client's id, for `oauth2`. */
      readonly clientId?: string;
      /** Variable with the client's secret, for `oauth2`. */
      readonly clientSecret?: string;
      /** Scopes that are asked for, for `oauth2`. */
      readonly scope?: string;
      /** The audience that is asked for, for `oauth2`. */
      readonly audience?: string;
    }
  | {
      readonly kind: "headers";
      /** Variable with the user, for `basic`. */
      readonly user?: string;
      /** Variable with the password, for `basic`. */
      readonly password?: string;
      /** Variable with the token, for `bearer`. */
      readonly token?: string;
      /** Variables by header, for `headers`. */
      readonly headers: {
        /** The variable. */
        readonly [k: string]: string;
      };
      /** Variable with the address that gives tokens, for `oauth2`. */
      readonly tokenUrlFrom?: string;
      /** Variable with the client's id, for `oauth2`. */
      readonly clientId?: string;
      /** Variable with the client's secret, for `oauth2`. */
      readonly clientSecret?: string;
      /** Scopes that are asked for, for `oauth2`. */
      readonly scope?: string;
      /** The audience that is asked for, for `oauth2`. */
      readonly audience?: string;
    }
  | {
      readonly kind: "oauth2";
      /** Variable with the user, for `basic`. */
      readonly user?: string;
      /** Variable with the password, for `basic`. */
      readonly password?: string;
      /** Variable with the token, for `bearer`. */
      readonly token?: string;
      /** Variables by header, for `headers`. */
      readonly headers?: {
        /** The variable. */
        readonly [k: string]: string;
      };
      /** Variable with the address that gives tokens, for `oauth2`. */
      readonly tokenUrlFrom: string;
      /** Variable with the client's id, for `oauth2`. */
      readonly clientId: string;
      /** Variable with the client's secret, for `oauth2`. */
      readonly clientSecret: string;
      /** Scopes that are asked for, for `oauth2`. */
      readonly scope?: string;
      /** The audience that is asked for, for `oauth2`. */
      readonly audience?: string;
    };
/** How it is known who sent it. */
export type SignatureDefinition =
  | {
      readonly scheme: "hmac";
      /** The header, in small letters. */
      readonly header: string;
      /** The hash. */
      readonly algorithm: "sha256" | "sha512";
      /** How the hash is written (`hmac`, `address`). */
      readonly encoding: "hex" | "base64";
      /** Name of the part with the time, in seconds (`hmac`). */
      readonly timestamp: string;
      /** Name of the part with the hash of time, a full stop and the body (`hmac`). */
      readonly signature: string;
      /** Variable with the secret, or several parted by commas (`hmac`, `address`); without it there is no webhook. */
      readonly secrets: string;
      /** Claim with the SHA-256 of the body in hexadecimal (`jwt`); query parameter with that of a body that is no form, without which only forms are taken (`address`). */
      readonly bodyHash?: string;
      /** Its maximum age in milliseconds (`hmac`, `jwt`); an `address` has no time, and its id recognises a repetition. */
      readonly toleranceMs: number;
      /** Where the public key of a `kid` is had from (`jwt`). */
      readonly keys?: {
        /** HTTP method. */
        readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** Path below the provider's address. */
        readonly path: string;
        /** The body; reads `payload.kid` (JSON in which rules stand for their values) */
        readonly body?: Template;
        /** Member of the answer that is the key, as a JWK. */
        readonly member: string;
        /** How long it is good, in milliseconds. */
        readonly cacheMs: number;
      };
    }
  | {
      readonly scheme: "address";
      /** The header, in small letters. */
      readonly header: string;
      /** The hash. */
      readonly algorithm: "sha1" | "sha256";
      /** How the hash is written (`hmac`, `address`). */
      readonly encoding: "hex" | "base64";
      /** Name of the part with the time, in seconds (`hmac`). */
      readonly timestamp?: string;
      /** Name of the part with the hash of time, a full stop and the body (`hmac`). */
      readonly signature?: string;
      /** Variable with the secret, or several parted by commas (`hmac`, `address`); without it there is no webhook. */
      readonly secrets: string;
      /** Claim with the SHA-256 of the body in hexadecimal (`jwt`); query parameter with that of a body that is no form, without which only forms are taken (`address`). */
      readonly bodyHash?: string;
      /** Its maximum age in milliseconds (`hmac`, `jwt`); an `address` has no time, and its id recognises a repetition. */
      readonly toleranceMs?: number;
      /** Where the public key of a `kid` is had from (`jwt`). */
      readonly keys?: {
        /** HTTP method. */
        readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** Path below the provider's address. */
        readonly path: string;
        /** The body; reads `payload.kid` (JSON in which rules stand for their values) */
        readonly body?: Template;
        /** Member of the answer that is the key, as a JWK. */
        readonly member: string;
        /** How long it is good, in milliseconds. */
        readonly cacheMs: number;
      };
    }
  | {
      readonly scheme: "jwt";
      /** The header, in small letters. */
      readonly header: string;
      /** The signature. */
      readonly algorithm: "ES256" | "RS256";
      /** How the hash is written (`hmac`, `address`). */
      readonly encoding?: "hex" | "base64";
      /** Name of the part with the time, in seconds (`hmac`). */
      readonly timestamp?: string;
      /** Name of the part with the hash of time, a full stop and the body (`hmac`). */
      readonly signature?: string;
      /** Variable with the secret, or several parted by commas (`hmac`, `address`); without it there is no webhook. */
      readonly secrets?: string;
      /** Claim with the SHA-256 of the body in hexadecimal (`jwt`); query parameter with that of a body that is no form, without which only forms are taken (`address`). */
      readonly bodyHash: string;
      /** Its maximum age in milliseconds (`hmac`, `jwt`); an `address` has no time, and its id recognises a repetition. */
      readonly toleranceMs: number;
      /** Where the public key of a `kid` is had from (`jwt`). */
      readonly keys: {
        /** HTTP method. */
        readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** Path below the provider's address. */
        readonly path: string;
        /** The body; reads `payload.kid` (JSON in which rules stand for their values) */
        readonly body?: Template;
        /** Member of the answer that is the key, as a JWK. */
        readonly member: string;
        /** How long it is good, in milliseconds. */
        readonly cacheMs: number;
      };
    };

/** flows/<flow>/providers/<name>.yaml: an outside provider that answers some of the flow's calls once the environment has its credentials. */
export interface ProviderDefinition {
  /** Who that is, and the documents it follows. */
  readonly description: string;
  readonly service: ProviderService;
  /** By the name of the flow's own call: the steps that replace it. The call's `set` and the tables that follow stay the flow's; the answer of the last step is the call's. */
  readonly calls?: {
    /** A call. */
    readonly [k: string]: {
      /**
       * Requests, one after the other while they succeed. Of the provider's own requests the flow sees the outcome and, on success, `answer`; never status, messages or location.
       *
       * @minItems 1
       */
      readonly steps: readonly ProviderStep[];
    };
  };
  readonly webhook?: WebhookDefinition;
}
/** Where the provider is, and how it knows us. */
export interface ProviderService {
  /** Its address. */
  readonly baseUrl: string;
  /** Variable that puts another address in its place. */
  readonly baseUrlFrom?: string;
  /** What all of its variables begin with; one that begins so and is not named here is refused at start. */
  readonly prefix: string;
  readonly auth: AuthDefinition;
  readonly tls?: TlsDefinition;
  readonly signature?: RequestSignature;
  /** Headers sent with every request. */
  readonly headers?: {
    /** The text. */
    readonly [k: string]: string;
  };
  /** What is no secret and differs by account. Rules read it as `providers.<provider>.<name>`. */
  readonly settings?: {
    readonly [k: string]: SettingDefinition;
  };
}
/** A certificate of our own (mutual TLS): variables that name files in PEM. Files that change are read again. */
export interface TlsDefinition {
  /** Variable with the path of the certificate. */
  readonly certificate: string;
  /** Variable with the path of its private key. */
  readonly key: string;
  /** Variable with the path of the authority that the other side's certificate is from; default: the public ones. */
  readonly authority?: string;
  /** Variable with the passphrase of the key. */
  readonly passphrase?: string;
}
/** A keyed hash that vouches for each request. */
export interface RequestSignature {
  /** The header it is sent in, in small letters. */
  readonly header: string;
  /** Variable with the secret. */
  readonly secret: string;
  /** The hash. */
  readonly algorithm: "sha256" | "sha512";
  /** How the hash is written. */
  readonly encoding: "hex" | "base64";
  /**
   * What is signed, one a line: the method, the path with its query, the time in seconds, the body, or the body's hash in hex.
   *
   * @minItems 1
   *
   * Items: A part.
   */
  readonly signs: readonly ("method" | "path" | "time" | "body" | "bodyHash")[];
  /** The header with the time in seconds. */
  readonly timeHeader?: string;
  /** What stands before the hash, as `v1=`. */
  readonly prefix?: string;
}
/** A setting. */
export interface SettingDefinition {
  /** Variable it stands in. */
  readonly env: string;
  /** What it is. */
  readonly description: string;
  /** What it has to look like; another is refused at start. */
  readonly pattern?: string;
  /** Without one the provider needs it. */
  readonly default?: string;
  /** It is the address of a page that this site's pages may show in a frame, as if its origin stood in config.frameOrigins. */
  readonly frame?: boolean;
}
/** A request. */
export interface ProviderStep {
  /** Its name: what it was answered is `got.<id>` for the steps after it. */
  readonly id: string;
  /** Passed over where it does not hold (a JSON-logic rule) */
  readonly when?: Rule;
  /** Who answers it: a service of the flow. Default: the provider itself. */
  readonly service?: string;
  /** HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with {parameters} filled from `params`. */
  readonly path: string;
  /** Path parameters. */
  readonly params?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Query parameters. */
  readonly query?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Headers. */
  readonly headers?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** The body (JSON in which rules stand for their values). A member `link: { path }` becomes an absolute address of this site; `link: { grant, resource, path, lifetimeMs }` one that admits each visitor who opens it to the resource, in the role `grant`, for so long. Any member that is `{ address: { path } }` becomes such an address, and `{ address: { webhook: PROVIDER } }` the one at which that provider's webhooks are taken. Any member that is `{ file: RULE }`, the rule giving a file of the application, becomes the content of that file in base64, null when there is none. */
  readonly body?: Template;
  /** How the body is written; default `json`. A form's values are texts. */
  readonly encoding?: "json" | "form";
  /** How long to wait, in milliseconds. Default: that of the flow's call. */
  readonly timeoutMs?: number;
  /** Repetition. */
  readonly retry?: {
    /** How many times more. */
    readonly times: number;
    /** How far apart, in milliseconds. */
    readonly everyMs: number;
    /** How long to wait before the first attempt, in milliseconds. */
    readonly afterMs?: number;
    /** How long the call may take in all, in milliseconds: no attempt begins whose `timeoutMs` would end later. Default: as long as all attempts take. */
    readonly withinMs?: number;
    /**
     * On which outcomes.
     *
     * Items: An outcome.
     */
    readonly on: readonly string[];
  };
  /**
   * Asked in order; the first that holds names the outcome. Default: 2xx is success, the rest failed.
   *
   * Items: A row.
   */
  readonly outcomes?: readonly {
    /** Holds for this outcome; reads status and answer (a JSON-logic rule) */
    readonly when: Rule;
    /** Its name. */
    readonly outcome: string;
  }[];
  /** What the rest of the flow sees as `answer` on success, in the place of what came (JSON in which rules stand for their values). */
  readonly answer?: Template;
}
/** What the provider tells by itself, at POST /webhooks/<flow>/<provider>. */
export interface WebhookDefinition {
  /** What it tells. */
  readonly description: string;
  readonly signature: SignatureDefinition;
  /** What tells one event from another; reads `payload`, and `digest`, the SHA-256 of the body (a JSON-logic rule) */
  readonly id: Rule;
  /** What it is about; reads `payload` (a JSON-logic rule) */
  readonly key: Rule;
  /**
   * Evaluated in order; the first that holds names the outcome. An event for which none holds is ignored.
   *
   * Items: A row.
   */
  readonly outcomes: readonly {
    /** Holds for this outcome; reads `payload` (a JSON-logic rule) */
    readonly when: Rule;
    /** Its name. */
    readonly outcome: string;
  }[];
  /** All that is kept of it; reads `payload` (JSON in which rules stand for their values) */
  readonly answer?: Template;
  /**
   * What it is to an application: the first row that waits for the key.
   *
   * @minItems 1
   */
  readonly becomes: readonly BecomesDefinition[];
}
/** A row. */
export interface BecomesDefinition {
  /** Its name. */
  readonly id: string;
  /** Over the state: the key, or the keys, that the application waits for (a JSON-logic rule) */
  readonly keys: Rule;
  /** Reads the state and `answer`; where it is false, the event belongs to another application and changes nothing (a JSON-logic rule) */
  readonly when?: Rule;
  /** The screen its table is asked for. */
  readonly screen: string;
  /** Parameters of the screen's path; rules read `received.key`. */
  readonly params?: {
    /** The value. */
    readonly [k: string]: Json;
  };
  /** What the table reads as `with` (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Asked then; it reads `outcome` and `answer`, as after a call (a table's name, or its rows in place) */
  readonly then: string;
}
