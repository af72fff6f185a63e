import type { Continuation, InputContext } from "./input.ts";

/** Restores the identity of the original caller when another person or process resumes a call. */
export function restoreCallerContext(
  { actor: now, visitor: present, ...context }: InputContext,
  { actor, visitor }: Continuation,
): InputContext {
  // Without a guest on either side both are one person, who may have signed in since.
  const who = visitor ?? (actor === undefined && now === undefined ? present : undefined);
  return {
    ...context,
    ...(who === undefined ? {} : { visitor: who }),
    ...(actor === undefined ? {} : { actor }),
  };
}
