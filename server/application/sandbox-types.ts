import type { DrawnPage } from "./page/drawn-bodies.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CustomFetch } from "openid-client";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { SignedEvent } from "./webhooks/receive-webhook.ts";
import type { ServiceSandbox } from "../calls/service-sandbox.ts";
import type { Database } from "../storage/database/database.ts";
import type { Mails } from "../storage/repositories/mails.ts";
import type { Vault } from "../storage/secrets/vault.ts";

/** The dependencies of the sandbox. */
export interface SandboxOptions {
  readonly database: Database;
  readonly vault: Vault;
  /** The current instant, ISO 8601. */
  readonly now: () => string;
  readonly environment: string;
  /** Folder of package.json. */
  readonly projectFolder: string;
  /** Takes an event as if its provider had sent it. */
  readonly receive: (event: SignedEvent) => Promise<unknown>;
  readonly log: (fields: Readonly<Record<string, string>>, message: string) => void;
  /** The flows served now. */
  readonly flows: () => ReadonlyMap<string, CompiledFlow>;
  /** Mails for the inbox; undefined: a mail server delivers them, and there is no inbox. */
  readonly mails: Mails | undefined;
  /** Whether people sign in at the embedded provider; false when another issuer is configured. */
  readonly isIssuer: boolean;
  /** Address of this site as the visitor sees it, without a path. */
  readonly origin: (request: FastifyRequest) => string;
}

/** The embedded sign-in provider, as an issuer that is reached inside this process. */
export interface SandboxIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly insecure: true;
  /** Fetches from the provider as a visitor of `origin`. */
  readonly reach: (origin: string) => CustomFetch;
}

/**
 * Development abilities: a platform that answers calls from test values, sign-in without a
 * password, the inbox. The composition knows `server/sandbox/` by this interface alone and loads it
 * in LOCAL, CI and TEST only.
 */
export interface Sandbox {
  /**
   * Services that answer calls inside this process, by the name that `sandbox` in services.yaml
   * gives.
   */
  readonly services: ReadonlyMap<string, FastifyInstance>;
  /** Answers services by flows/<flow>/sandbox/<service>.yaml. */
  readonly serviceSandbox: ServiceSandbox;
  /** Undefined: another issuer is configured. */
  readonly issuer: SandboxIssuer | undefined;
  /** Adds the bar of test data to a drawn page of a flow. */
  decorate(html: string, page: Pick<DrawnPage, "view" | "nonce">): string;
  /** Adds the sandbox's routes. */
  mount(app: FastifyInstance): Promise<void>;
  /** Lines for the welcome: pages below `address`, and the test values of the flows. */
  welcomeLines(address: string): readonly string[];
  close(): Promise<void>;
}
