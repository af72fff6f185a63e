/** Waits until the page has answered to whoever uses it: what follows is a piece of work of its own. */
export async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
}
