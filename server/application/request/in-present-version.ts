import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import {
  migrateApplication,
  pageAfterMigration,
  type MigrationTools,
} from "../migration/migrate-application.ts";
import { inputContext } from "./input-context.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * The context of an application in the version that applies now.
 *
 * @param context in the live version
 * @param before the application as it is stored
 */
export async function inPresentVersion(
  context: RequestContext,
  before: ApplicationRecord,
  tools: MigrationTools,
): Promise<RequestContext> {
  const input = inputContext(context);
  const result = await migrateApplication(before, context.target.flow, input, tools);
  const { flow, record } = result;
  const elsewhere = pageAfterMigration(context.target.path, result, input);
  const target = { ...context.target, ...elsewhere, flow };
  return {
    ...context,
    target,
    flow: flow.variant(target.variant),
    record,
    ...(result.from === undefined && elsewhere === undefined
      ? {}
      : {
          migrated: {
            target: { ...context.target, flow: result.from ?? flow },
            before,
            elsewhere: elsewhere !== undefined,
            migration: result.migration,
          },
        }),
  };
}
