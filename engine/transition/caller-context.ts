import type { Continuation, InputContext } from "./input.ts";

/** The context of whoever asked for a call, whoever goes on with it now. */
export function restoreCallerContext(
  { actor: now, visitor: present, ...context }: InputContext,
  { actor, visitor }: Continuation,
): InputContext {
  // Neither is a guest: then it is the same person, who may have signed in meanwhile.
  const who = visitor ?? (actor === undefined && now === undefined ? present : undefined);
  return {
    ...context,
    ...(who === undefined ? {} : { visitor: who }),
    ...(actor === undefined ? {} : { actor }),
  };
}
