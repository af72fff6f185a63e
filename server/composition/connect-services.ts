import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { FlowTools } from "../application/flow-tools.ts";
import type { Sandbox, SandboxOptions } from "../application/sandbox-types.ts";
import { mailApp } from "../calls/mail/mail-app.ts";
import { smtpTransport } from "../calls/mail/smtp.ts";
import type { CallTargets } from "../calls/call-targets.ts";
import type { ServerConfig } from "../settings/config.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenedStorage } from "./open-storage.ts";
import type { Repositories } from "./repositories.ts";

/** The services that answer inside this process, and where calls to all others go. */
export interface ConnectedServices {
  readonly targets: CallTargets;
  /** Development only. */
  readonly sandbox: Sandbox | undefined;
  close(): Promise<void>;
}

/** What the services in this process depend on. */
export interface ServiceDependencies {
  readonly storage: Pick<OpenedStorage, "database" | "vault">;
  readonly repositories: Pick<Repositories, "mails" | "mailCodes">;
  readonly library: FlowTools["library"];
  readonly env: NodeJS.ProcessEnv;
  readonly projectFolder: string;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  /** Address of this site as the visitor sees it, without a path. */
  readonly origin: (request: FastifyRequest) => string;
  /** Takes an event of the sandbox as if its provider had sent it. */
  readonly receive: SandboxOptions["receive"];
  /** ISO 8601. */
  now(): string;
}

/** Starts the mail service and, in development, the sandbox. */
export async function connectServices(
  config: ServerConfig,
  dependencies: ServiceDependencies,
): Promise<ConnectedServices> {
  const { repositories, logger, env, telemetry } = dependencies;
  const { environment, smtp } = config;
  const flows = () => dependencies.library().flows;
  const mail = await mailApp({
    mails: repositories.mails,
    codes: repositories.mailCodes,
    transport: smtp === undefined ? undefined : smtpTransport(smtp),
    environment,
    flows,
    logger,
  });
  const sandbox = config.development
    ? await openSandbox({
        ...dependencies.storage,
        now: () => dependencies.now(),
        environment,
        projectFolder: dependencies.projectFolder,
        flows,
        mails: smtp === undefined ? repositories.mails : undefined,
        isIssuer: config.oidc === undefined,
        origin: dependencies.origin,
        log: (fields, message) => logger.info(fields, message),
        receive: dependencies.receive,
      })
    : undefined;
  // Without an inbox and a mail server, calls for mails go to the service at the flow's own base
  // URL.
  const sendsMail = config.development || smtp !== undefined;
  const targets: CallTargets = {
    // A copy: the process's own is read from the system variable by variable, at every call.
    environment: { ...env },
    sandboxes: new Map([
      ...(sandbox?.services ?? []),
      ...(sendsMail ? [["mail", mail] as const] : []),
    ]),
    serviceSandbox: sandbox?.serviceSandbox,
    telemetry,
  };
  return {
    targets,
    sandbox,
    async close() {
      await sandbox?.close();
      await mail.close();
    },
  };
}

/** The one import of `server/sandbox/`: a chunk of its own, which production never loads. */
async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const module = await import("../sandbox/sandbox.ts");
  return module.openSandbox(options);
}
