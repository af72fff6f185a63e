import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { checkKeys } from "./check-keys.ts";
import { keepOpenedStates } from "./opened-states.ts";
import { rotateKeys } from "./rotate.ts";
import { SealingFormat } from "./sealing-format.ts";
import { openVault, type Vault } from "./vault.ts";

/** The vault of a service, and its sealing format. */
export interface OpenSealing {
  readonly vault: Vault;
  stop(): void;
}

/**
 * Opens the vault of a service, once its keys fit the database.
 *
 * @param alone no other version serves on this database: values of the former format are sealed
 *   anew at once
 * @throws KeysDoNotFit, or Error that names every invalid key of FOYER_KEY
 */
export async function openSealing(
  {
    database,
    keys,
    alone,
  }: { readonly database: Database; readonly keys: string; readonly alone: boolean },
  log: Logger,
): Promise<OpenSealing> {
  const sealing = await SealingFormat.read(database);
  const vault = openVault(keys, {
    sealing: () => sealing.current,
    report: ({ place, reason }) =>
      log.error({ place, reason }, "a sealed value cannot be opened; it is left as it is"),
  });
  await checkKeys(database, vault);
  if (alone && sealing.current !== "bound") {
    await sealing.change("changing");
    const { left } = await rotateKeys(database, vault);
    if (Object.keys(left).length === 0) await sealing.change("bound");
  }
  if (sealing.current === "unbound")
    log.warn(
      "sealed values are still made for the version before: once every node runs this one, run npx foyer rotate-keys --bind",
    );
  return { vault: keepOpenedStates(vault), stop: sealing.follow() };
}
