import type { FlowDefinition } from "../language/flow.ts";
import { isObject } from "../language/json.ts";

/** Where the state of an application has its id. */
const ID_PLACE = "application.id";

/**
 * The path parameter that names the application: the one whose value is its id; undefined where no
 * path names one.
 */
export function idParameterOf({
  parameters,
}: Pick<FlowDefinition, "parameters">): string | undefined {
  return Object.entries(parameters).find(
    ([, rule]) => isObject(rule) && rule["var"] === ID_PLACE,
  )?.[0];
}
