/**
 * Works while a lease is renewed: this process dies with its work, and another one takes over once
 * the lease has ended.
 *
 * @param leaseMs lifetime of the lease; it is renewed three times within it
 */
export async function whileRenewing<T>(
  renew: () => Promise<unknown>,
  leaseMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => void renew().catch(() => undefined), leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
