/** A lease and its lifetime. `whileRenewing` renews it until the work ends. */
export interface RenewedLease {
  readonly renew: () => Promise<unknown>;
  /** Lifetime of the lease, in milliseconds; it is renewed three times within it. */
  readonly leaseMs: number;
  /** Told of each renewal that fails: without any another process takes the work over. */
  readonly report: (error: Error) => void;
}

/**
 * Works while a lease is renewed: this process dies with its work, and another one takes over once
 * the lease has ended.
 */
export async function whileRenewing<T>(
  { renew, leaseMs, report }: RenewedLease,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(
    () => void renew().catch((error: unknown) => report(error as Error)),
    leaseMs / 3,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
