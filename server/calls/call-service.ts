import type { CallRequest } from "../../engine/transition/input.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { ServiceDefinition } from "../../engine/language/call.ts";
import type { ProviderService } from "../../engine/language/provider.ts";

/** Who answers a request: a service of the flow, or a provider. */
export type CallService = ServiceDefinition | ProviderService;

/** Who answers a request; undefined when there is nobody of that name. */
export function serviceOf(
  flow: CompiledVariant,
  { service }: Pick<CallRequest, "service">,
): CallService | undefined {
  return flow.services.get(service) ?? flow.providers.get(service)?.definition.service;
}
