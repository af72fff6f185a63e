import type { ApplicationEvent, StateChange } from "../application/event.ts";
import { replay } from "../application/replay.ts";
import type { ApplicationState } from "../application/state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json, JsonObject } from "../definition/json.ts";
import { isKeepable } from "../validate/canonical.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import { factsOf } from "./facts.ts";
import type { InputContext } from "./input.ts";

/** What a first visit brought along in its address. */
export interface Entry {
  readonly changes: readonly StateChange[];
  readonly event: ApplicationEvent;
  /** Query parameters that stay in the address. */
  readonly rest: Readonly<Record<string, string>>;
  stateOf(state: ApplicationState): ApplicationState;
}

/** Longest parameter that is looked at. */
const LIMIT = 500;

/**
 * Reads the flow's entry parameters off a query: each is put through its format and rule and lands at its
 * place in the state, or at the one that `instead` names for this visit. Spaces around a value are not part of it. What
 * is not allowed here, does not meet its format or is too long is dropped.
 */
export function readEntry(
  flow: CompiledVariant,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): Entry {
  const facts = factsOf(flow, {}, context);
  facts["query"] = { ...query };
  const formats = compileFormats(flow.formats);
  const changes: StateChange[] = [];
  const rest: Record<string, string> = {};
  for (const [name, given] of Object.entries(query)) {
    const text = given.trim();
    const parameter = flow.entryParameters.get(name);
    if (parameter?.definition.into === undefined) {
      rest[name] = given;
      continue;
    }
    const { environments } = parameter.definition;
    const { format, into } =
      parameter.instead.find(({ when }) => when.test(facts))?.definition ?? parameter.definition;
    if (into === undefined) continue;
    if (
      text === "" ||
      text.length > LIMIT ||
      !isKeepable(text) ||
      (environments !== undefined && !environments.includes(flow.variant.environment))
    )
      continue;
    const judge = format === undefined ? undefined : formats.get(format);
    const normal = judge === undefined ? text : judge.normalise(text);
    if (
      judge !== undefined &&
      judge.judge(normal, { today: context.now.slice(0, 10) }) !== undefined
    )
      continue;
    facts["parameter"] = judge === undefined ? normal : judge.store(normal);
    const value = parameter.as === undefined ? facts["parameter"] : parameter.as.evaluate(facts);
    changes.push(...landing(into, value));
  }
  const event: ApplicationEvent = { type: "opened", at: context.now, because: "entry", changes };
  return { changes, event, rest, stateOf: (state) => replay([event], state) };
}

/** Members of an object land one by one: beside them at the same place may be what another parameter brought. */
function landing(path: string, value: Json | undefined): StateChange[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "object" || Array.isArray(value)) return [{ path, value }];
  return Object.entries(value as JsonObject).flatMap(([name, member]) =>
    landing(`${path}.${name}`, member),
  );
}
