import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { contentOf, readFlowFiles } from "../compile/flow-sources.ts";
import { asObject, type Json } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import type { RuleDescriptions } from "../rules/describe-rule.ts";

/** The descriptions of a flow's guards and values by their author. */
export function ruleDescriptionsOf(sources: Sources, flow: string): RuleDescriptions {
  const files = readFlowFiles(
    new Map([...sources].filter(([path]) => path.endsWith("/guards.yaml"))),
    flow,
  ).filter(({ kind }) => kind === "guards");
  const descriptionsOf = (part: string) =>
    Object.fromEntries(
      files.flatMap((file) =>
        Object.entries(asObject(contentOf(file)[part])).flatMap(([name, entry]: [string, Json]) =>
          typeof asObject(entry)["description"] === "string"
            ? [[name, String(asObject(entry)["description"])]]
            : [],
        ),
      ),
    );
  return { guards: descriptionsOf("guards"), values: descriptionsOf("values") };
}

/** The authors' descriptions, and those of derived guards. */
export function withDerived(
  { guards, values }: RuleDescriptions,
  { derived }: Pick<CompiledVariant, "derived">,
): RuleDescriptions {
  return { guards: { ...derived.guards, ...guards }, values };
}
