import type { JournalInput } from "../../../../engine/transition/input.ts";

/**
 * The actor of a step; the result of a call is attributed to the caller. Where no person acts it
 * begins with `@`, which no name of a role does.
 */
export function actorIn(input: JournalInput): string {
  const provider =
    input.kind === "webhook"
      ? input.heard.provider
      : input.kind === "result"
        ? input.request.continuation.heard
        : undefined;
  if (provider !== undefined) return `@webhook ${provider}`;
  const timer =
    input.kind === "timer"
      ? input.timer
      : input.kind === "result"
        ? input.request.continuation.timer
        : undefined;
  if (timer !== undefined) return `@timer ${timer}`;
  const link =
    input.kind === "link"
      ? input.link
      : input.kind === "result"
        ? input.request.continuation.link
        : undefined;
  if (link !== undefined) return `@link ${link}`;
  const actor = input.kind === "result" ? input.request.continuation.actor : input.context.actor;
  return actor === undefined
    ? "applicant"
    : [actor.role, actor.id].filter((part) => part !== undefined).join(" ");
}
