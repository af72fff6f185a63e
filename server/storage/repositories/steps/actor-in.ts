import { beganBy } from "../../../../engine/transition/began-by.ts";
import type { JournalInput } from "../../../../engine/transition/input.ts";

/**
 * The actor of a step; the result of a call is attributed to the caller. Where no person acts it
 * begins with `@`, which no name of a role does.
 */
export function actorIn(input: JournalInput): string {
  const by = beganBy(input);
  if (by !== undefined) return `@${by.kind} ${by.name}`;
  const actor = input.kind === "result" ? input.request.continuation.actor : input.context.actor;
  return actor === undefined
    ? "applicant"
    : [actor.role, actor.id].filter((part) => part !== undefined).join(" ");
}
