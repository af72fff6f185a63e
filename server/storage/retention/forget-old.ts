/** A table that holds rows for a limited time. */
export interface Forgetting {
  /** Deletes some expired rows. @returns whether more may be left */
  forgetOld(): Promise<boolean>;
}

/**
 * Deletes all expired rows, one table after the other. A table that fails is reported, and delays
 * no other.
 *
 * @param tables by the name for `report`
 * @param isStopped ends it after the statement in progress
 */
export async function forgetOld(
  tables: Readonly<Record<string, Forgetting>>,
  report: (table: string, error: Error) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const [name, table] of Object.entries(tables))
    try {
      while (!isStopped() && (await table.forgetOld()));
    } catch (error) {
      report(name, error as Error);
    }
}
