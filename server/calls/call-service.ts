import type { CallRequest } from "../../engine/transition/input.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { ServiceDefinition } from "../../engine/language/call.ts";
import type { ProviderService } from "../../engine/language/provider.ts";

/** The receiver of a request: a service of the flow, or a provider. */
export type CallService = ServiceDefinition | ProviderService;

/** The receiver of a request; undefined for an unknown name. */
export function serviceOf(
  flow: CompiledVariant,
  { service }: Pick<CallRequest, "service">,
): CallService | undefined {
  return flow.services.get(service) ?? flow.providers.get(service)?.definition.service;
}
