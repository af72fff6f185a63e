import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { ServiceDefinition } from "../../engine/language/call.ts";
import { isObject, type Json } from "../../engine/language/json.ts";
import type { ProviderDefinition } from "../../engine/language/provider.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { FlowServices } from "../../engine/compile/compiled-flow.ts";

/**
 * The services and providers of each flow on disk, read before anything is compiled. A file with a
 * mistake is left out: the check of the definitions reports it.
 */
export function servicesOnDisk(flowsFolder: string): readonly FlowServices[] {
  return namesIn(join(flowsFolder, "flows")).map((flow) => {
    const folder = `flows/${flow}`;
    const paths = [
      `${folder}/services.yaml`,
      ...namesIn(join(flowsFolder, folder, "providers")).map(
        (name) => `${folder}/providers/${name}`,
      ),
    ];
    return servicesIn(new Map(paths.map((path) => [path, textOf(join(flowsFolder, path))])), flow);
  });
}

/** The services and providers of a flow as its files say, without a compilation. */
export function servicesIn(sources: Sources, flow: string): FlowServices {
  const document = parsed(sources.get(`flows/${flow}/services.yaml`) ?? "");
  const services = isObject(document) ? document["services"] : undefined;
  const folder = `flows/${flow}/providers/`;
  const providers = [...sources]
    .filter(([path]) => path.startsWith(folder) && path.endsWith(".yaml"))
    .map(([path, text]) => [path.slice(folder.length, -".yaml".length), parsed(text)] as const);
  return {
    id: flow,
    services: new Map(
      Object.entries(isObject(services) ? services : {}).filter(([, each]) => isObject(each)),
    ) as unknown as ReadonlyMap<string, ServiceDefinition>,
    providers: new Map(
      providers.filter(([, each]) => isObject(each) && isObject(each["service"])),
    ) as unknown as ReadonlyMap<string, ProviderDefinition>,
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function parsed(text: string): Json | undefined {
  try {
    return parse(text) as Json;
  } catch {
    return undefined;
  }
}
