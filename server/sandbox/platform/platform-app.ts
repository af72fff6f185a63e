import Fastify, { type FastifyInstance } from "fastify";
import swagger from "@fastify/swagger";
import { SANDBOX_ENVIRONMENTS } from "../../../engine/language/environments.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Vault } from "../../storage/secrets/vault.ts";
import { jsonBodies } from "../../plugins/bodies.ts";
import { sendProblem } from "../../http/problem.ts";
import { problems } from "../../plugins/problems.ts";
import { accountRoutes } from "./account-routes.ts";
import { readApiDescription } from "./api-description.ts";
import { applicationRoutes } from "./application-routes.ts";
import { categoryRoutes } from "./category-routes.ts";
import { codeRoutes } from "./code-routes.ts";
import { commerceRoutes } from "./commerce-routes.ts";
import { configRoutes } from "./config-routes.ts";
import { detailRoutes } from "./detail-routes.ts";
import { docsRoutes } from "./docs-routes.ts";
import { enforceSchemas } from "./enforce-schemas.ts";
import { inquiryRoutes } from "./inquiry-routes.ts";
import { instrumentRoutes } from "./instrument-routes.ts";
import { orderRoutes } from "./order-routes.ts";
import { ownerRoutes } from "./owner-routes.ts";
import { phoneRoutes } from "./phone-routes.ts";
import { placeRoutes } from "./place-routes.ts";
import { workOn, type PlatformTools } from "./platform-tools.ts";
import { simulateRoutes } from "./simulate-routes.ts";
import { stepUpRoutes } from "./step-up-routes.ts";
import type { SandboxTables } from "./tables.ts";
import { readTables } from "./tables.ts";

/**
 * The embedded platform: answers the calls of spec 1 §7 from the project's own database, with
 * outcomes from the tables in flows/<flow>/sandbox/platform/. Called in process; the same routes
 * are served under /api and /v1.
 */
export async function platformApp(options: {
  readonly database: Database;
  readonly vault: Vault;
  readonly now: () => string;
  readonly environment: string;
  /** Folder of package.json. */
  readonly projectFolder: string;
  readonly flows: () => ReadonlyMap<string, CompiledFlow>;
}): Promise<FastifyInstance> {
  const { database, vault, environment } = options;
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (_, __, reply) =>
      void sendProblem(reply as never, {
        status: 400,
        code: "malformed",
        title: "The address is malformed",
        message: "The address is malformed",
      }),
  });
  problems(app);
  jsonBodies(app, { emptyIsNone: true });
  await app.register(swagger, { openapi: await readApiDescription(options.projectFolder) });
  const flow = () =>
    [...options.flows().values()].find(
      ({ attachments }) => attachments["sandbox/platform/decisions.yaml"] !== undefined,
    );
  const facts = {
    now: options.now,
    flow,
    tables: tablesOf(flow, SANDBOX_ENVIRONMENTS.has(environment)),
  };
  const tools: PlatformTools = {
    ...facts,
    database,
    work: (source) => workOn(source, vault, facts),
  };
  await app.register(async (scope) => {
    enforceSchemas(scope);
    for (const routes of [
      applicationRoutes,
      detailRoutes,
      codeRoutes,
      stepUpRoutes,
      inquiryRoutes,
      phoneRoutes,
      instrumentRoutes,
      orderRoutes,
    ])
      routes(scope, tools);
    for (const routes of [
      commerceRoutes,
      ownerRoutes,
      accountRoutes,
      configRoutes,
      categoryRoutes,
      placeRoutes,
    ])
      routes(scope, tools);
    if (SANDBOX_ENVIRONMENTS.has(environment)) simulateRoutes(scope, tools);
  });
  docsRoutes(app);
  await app.ready();
  return app;
}

/** The flow's tables, parsed again when its definitions change. */
function tablesOf(flow: () => CompiledFlow | undefined, honoured: boolean): () => SandboxTables {
  let read: { readonly of: CompiledFlow | undefined; readonly tables: SandboxTables } | undefined;
  return () => {
    const current = flow();
    if (read === undefined || read.of !== current)
      read = { of: current, tables: readTables(current?.attachments ?? {}, honoured) };
    return read.tables;
  };
}
