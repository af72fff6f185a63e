import type { JournalInput } from "../../../../engine/transition/input.ts";

/** Who acted; what comes back of a call is put down to whoever asked for it. */
export function actorIn(input: JournalInput): string {
  const heard =
    input.kind === "webhook"
      ? input.heard.provider
      : input.kind === "result"
        ? input.request.continuation.heard
        : undefined;
  if (heard !== undefined) return `webhook ${heard}`;
  const timer =
    input.kind === "timer"
      ? input.timer
      : input.kind === "result"
        ? input.request.continuation.timer
        : undefined;
  if (timer !== undefined) return `timer ${timer}`;
  const actor = input.kind === "result" ? input.request.continuation.actor : input.context.actor;
  return actor === undefined
    ? "applicant"
    : [actor.role, actor.id].filter((part) => part !== undefined).join(" ");
}
