/**
 * Hides oidc-provider's warnings about a development set-up, which this is, and about the version
 * of Node.
 */
export async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  const unless =
    (write: typeof warn) =>
    (text: unknown, ...rest: unknown[]) =>
      void (String(text).includes("oidc-provider ") || write(text, ...rest));
  console.warn = unless(warn);
  console.info = unless(info);
  try {
    return await work();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}
