/** Waits until the browser has handled input: the rest runs as a task of its own. */
export async function nextTask(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
}
