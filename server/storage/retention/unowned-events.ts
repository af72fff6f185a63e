import type { FlowDefinition } from "../../../engine/language/flow.ts";
import type { Events } from "../repositories/events.ts";
import type { Forgetting } from "./forget-old.ts";

/** Days for which events without an application are kept where flow.yaml says nothing. */
const DAYS = 90;

/** A flow, as far as its retention says how long events are kept. */
interface KeepingFlow {
  readonly id: string;
  readonly definition: Pick<FlowDefinition, "retention">;
}

/**
 * Deletes analytics events without an application, by the days of each flow. Those of a flow that
 * is not served here stay: another node may know its days.
 */
export function unownedEvents(
  events: Pick<Events, "forgetUnowned">,
  flows: () => Iterable<KeepingFlow>,
): Forgetting {
  return {
    async forgetOld() {
      let isMore = await events.forgetUnowned(undefined, DAYS);
      for (const { id, definition } of flows()) {
        const days = definition.retention?.events?.days ?? DAYS;
        isMore = (await events.forgetUnowned(id, days)) || isMore;
      }
      return isMore;
    },
  };
}
