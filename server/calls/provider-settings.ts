import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { readProviders, type ConfiguredProviders } from "./read-providers.ts";

/**
 * Providers by flow, as the environment configures them. A later version that does not fit the
 * environment is served without providers.
 */
export class ProviderSettings {
  private readonly known = new WeakMap<CompiledFlow, ConfiguredProviders>();

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly report: (problem: string) => void,
  ) {}

  of(flow: CompiledFlow): ConfiguredProviders {
    const known = this.known.get(flow);
    if (known !== undefined) return known;
    const { configured, problems } = readProviders(flow, this.environment);
    for (const problem of problems) this.report(problem);
    const settled = problems.length > 0 ? {} : configured;
    this.known.set(flow, settled);
    return settled;
  }
}
