// Generated from schemas/definition/services.json by `npm run types:generate`: change the schema, not this file.
import type { JsonObject } from "../json.ts";

/** flows/<flow>/services.yaml: who answers calls. */
export interface ServicesFile {
  /** Services by name. */
  readonly services: {
    readonly [k: string]: ServiceDefinition;
  };
}
/** A service. */
export interface ServiceDefinition {
  /** What it is. */
  readonly description: string;
  /** What all of its environment variables begin with; default: its name in capital letters and an underscore, `PLATFORM_` for `platform`. It reads no others, and none of the server's or the machine's. */
  readonly prefix?: string;
  /** Environment variable with the base URL; unset, the sandbox answers. A page of the sandbox alone has none. */
  readonly baseUrlFrom?: string;
  /** The embedded sandbox that answers in development: card-frame, mail or platform. */
  readonly sandbox?: string;
  /** Applicants get along without it. Outside of development the service refuses to start without the base URL of one that is not optional. */
  readonly optional?: boolean;
  /** A JSON Schema of the service's refusals: the members that give the reason. They belong to the `answerSchema` of each of its calls. */
  readonly refusal?: JsonObject;
  /** Copy prefix of the texts that a call's body names as `template`: subject and text must be there in every locale. */
  readonly templates?: string;
  /** Headers sent with every call: a text, or { env: VARIABLE }. */
  readonly headers?: {
    /** The value. */
    readonly [k: string]:
      | string
      | {
          /** The variable. */
          readonly env: string;
        };
  };
  /** How the service knows us: names of environment variables. With a base URL and without these the service does not start. */
  readonly auth?:
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
  /** A certificate of our own (mutual TLS): variables that name files in PEM. Files that change are read again. */
  readonly tls?: {
    /** Variable with the path of the certificate. */
    readonly certificate: string;
    /** Variable with the path of its private key. */
    readonly key: string;
    /** Variable with the path of the authority that the other side's certificate is from; default: the public ones. */
    readonly authority?: string;
    /** Variable with the passphrase of the key. */
    readonly passphrase?: string;
  };
  /** A keyed hash that vouches for each request. */
  readonly signature?: {
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
  };
  /** Form that the sandbox's own page asks; text typed there never reaches the flow. */
  readonly form?: string;
}
