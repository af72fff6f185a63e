import type { FlowServices } from "../../engine/compile/compiled-flow.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { certificateProblems } from "./certificate-problems.ts";
import { missingAddresses } from "./missing-addresses.ts";
import { readProviders } from "./read-providers.ts";

/**
 * What the environment lacks or has wrong for the services and providers of a flow, one sentence
 * each. It names variables and paths of certificates, and no other value.
 *
 * @param needed the environment that needs all addresses; undefined: a sandbox replaces them
 */
export function serviceProblems(
  flow: FlowServices,
  env: NodeJS.ProcessEnv,
  needed: string | undefined,
): readonly string[] {
  const { configured, problems } = readProviders(flow, env);
  const certificates = [
    ...[...flow.services].filter(([, { baseUrlFrom = "" }]) => (env[baseUrlFrom] ?? "") !== ""),
    ...[...flow.providers]
      .filter(([id]) => Object.hasOwn(configured, id))
      .map(([id, { service }]) => [id, service] as const),
  ].flatMap(([id, service]) =>
    certificateProblems(service.tls, serviceEnvironment(service, id, env)),
  );
  return [
    ...(needed === undefined ? [] : missingAddresses(flow.services.values(), env, needed)),
    ...problems,
    ...certificates,
  ];
}
