import { nextTask } from "../ui/next-task.ts";

let down = false;
const waiting: (() => void)[] = [];

function up(): void {
  down = false;
  // The click comes after the pointer is up, and first.
  for (const go of waiting.splice(0)) setTimeout(go, 0);
}

/** Watches for presses; once for the page. */
export function watchPointer(): void {
  addEventListener("pointerdown", () => (down = true), { capture: true, passive: true });
  addEventListener("pointerup", up, { capture: true, passive: true });
  addEventListener("pointercancel", up, { capture: true, passive: true });
}

/**
 * Waits while something is being pressed: a message that comes in between would move the button away from under the
 * finger. In any case it waits for what the press or the key does by itself.
 */
export async function released(): Promise<void> {
  if (down) await new Promise<void>((resolve) => waiting.push(resolve));
  else await nextTask();
}
