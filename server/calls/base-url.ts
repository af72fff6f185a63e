import type { CallService } from "./call-service.ts";

/** Base URL of a service, from its variable or its definition; undefined where neither has one. */
export function baseUrlOf(
  service: CallService,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const named = service.baseUrlFrom === undefined ? "" : (environment[service.baseUrlFrom] ?? "");
  if (named !== "") return named;
  return "baseUrl" in service ? service.baseUrl : undefined;
}
