// Generated from schemas/definition/services.json by `npm run types:generate`: change the schema, not this file.

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
  /** Name of the embedded sandbox. */
  readonly sandbox?: string;
  /** Applicants get along without it. Outside of development the service refuses to start without the base URL of one that is not optional. */
  readonly optional?: boolean;
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
      };
  /** Form that the sandbox's own page asks; what is typed there never reaches the flow. */
  readonly form?: string;
}
