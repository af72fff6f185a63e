import type { CheckContext } from "../run/check-context.ts";
import type { Json } from "../../../language/json.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { rootsOfAxes } from "../../../rules/fact-roots.ts";
import { privatePlaces } from "../../private-places.ts";
import { livePartsOf } from "../../live-parts.ts";
import { membersThrough } from "../../../rules/members.ts";

/** The roots beside the state that a page may receive. */
const TOLD = new Set([
  "locale",
  "environment",
  "flags",
  "config",
  "now",
  "today",
  "signedIn",
  "role",
]);
const KEPT = new Set([
  "visitor",
  "dataSources",
  "actor",
  "access",
  "ids",
  "form",
  "query",
  "params",
  "with",
  "status",
  "outcome",
  "answer",
  "location",
  "item",
  "screen",
  "action",
  "requested",
  "public",
  "parameter",
  "providers",
  "got",
  "received",
  "payload",
  "digest",
  "event",
]);

/** Reports rules of live values that a page cannot evaluate, or that read personal data. */
export function checkLiveRules({ flow, reporter }: CheckContext): void {
  const privateAt = privatePlaces(flow);
  const ofAxes = rootsOfAxes(flow.definition);
  for (const screen of flow.screens.values()) {
    const form = flow.forms.get(screen.definition.form ?? "");
    for (const [index, { definition }] of screen.blocks.entries())
      if (definition.live === true && (definition.kind !== "facts" || form === undefined))
        reporter.at(`/screens/${screen.id}/blocks/${index}/live`, {
          code: "FLOW-LIVE",
          message: "Only `facts` on a screen with a form can follow what is typed",
        });
    for (const { part, pointer } of livePartsOf(screen, form)) {
      for (const read of part.reads) {
        const root = read.split(".")[0] ?? "";
        const place =
          TOLD.has(root) || ofAxes.has(root) ? undefined : KEPT.has(root) ? read : privateAt(read);
        if (place !== undefined)
          reporter.at(pointer, {
            code: "FLOW-LIVE-PRIVATE",
            message: `The page would be told "${place}", which is personal or is not for pages`,
          });
      }
      if (usesLookup(flow, "rule" in part ? part.rule : part.template))
        reporter.at(pointer, {
          code: "FLOW-LIVE",
          message: "`lookup` reads a catalogue, which the page does not have",
        });
    }
    for (const [field, { "x-computed": rule, "x-widget": widget }] of Object.entries(
      form?.compiled.fields ?? {},
    ))
      if (rule !== undefined && widget !== "hidden")
        reporter.at(`/forms/${screen.definition.form ?? ""}/properties/${field}/x-computed`, {
          code: "FLOW-LIVE",
          message: "A field that is computed has the widget `hidden`",
        });
  }
}

function usesLookup(flow: CompiledVariant, part: Json): boolean {
  return [...membersThrough(flow, part)].some(([name]) => name === "lookup");
}
