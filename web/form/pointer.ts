import { nextTask } from "../ui/next-task.ts";

let down = false;
const waiting: (() => void)[] = [];

function up(): void {
  down = false;
  // The click follows the pointer's release, and comes first.
  for (const go of waiting.splice(0)) setTimeout(go, 0);
}

/** Tracks whether the pointer is down. Call it once for each page. */
export function watchPointer(): void {
  addEventListener("pointerdown", () => (down = true), { capture: true, passive: true });
  addEventListener("pointerup", up, { capture: true, passive: true });
  addEventListener("pointercancel", up, { capture: true, passive: true });
}

/**
 * Waits until no pointer is pressed: a message in between would move the button away from under the
 * finger. Always waits for the default action of the press or key.
 */
export async function waitForRelease(): Promise<void> {
  if (down) await new Promise<void>((resolve) => waiting.push(resolve));
  else await nextTask();
}
