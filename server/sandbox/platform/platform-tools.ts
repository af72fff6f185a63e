import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Database } from "../../storage/database/database.ts";
import type { Vault } from "../../storage/secrets/vault.ts";
import { PlatformApplications } from "./repositories/platform-applications.ts";
import { PlatformChecks } from "./repositories/platform-checks.ts";
import { PlatformCodes } from "./repositories/platform-codes.ts";
import { PlatformEffects } from "./repositories/platform-effects.ts";
import { PlatformOwners } from "./repositories/platform-owners.ts";
import { PlatformRecords } from "./repositories/platform-records.ts";
import { PlatformSimulations } from "./repositories/platform-simulations.ts";
import type { Source } from "./repositories/source.ts";
import type { SandboxTables } from "./tables.ts";

/** The surroundings of every call of the platform. */
export interface PlatformFacts {
  /** ISO 8601. */
  now(): string;
  /** Outcomes by test value; empty where test values have no effect. */
  tables(): SandboxTables;
  /** The flow of these tables. */
  flow(): CompiledFlow | undefined;
}

/** The dependencies of the sandbox platform. */
export interface PlatformTools extends PlatformFacts {
  readonly database: Database;
  /** Gives a call its tables, by the pool or by one transaction. */
  work(source: Source): Work;
}

/** The tables of a call in one transaction, and its surroundings. */
export interface Work extends PlatformFacts {
  readonly applications: PlatformApplications;
  readonly owners: PlatformOwners;
  readonly checks: PlatformChecks;
  readonly codes: PlatformCodes;
  readonly records: PlatformRecords;
  readonly effects: PlatformEffects;
  readonly simulations: PlatformSimulations;
}

/** The repositories of one request, on the database or in one transaction. */
export function workOn(source: Source, vault: Vault, facts: PlatformFacts): Work {
  return {
    ...facts,
    applications: new PlatformApplications(source, vault),
    owners: new PlatformOwners(source, vault),
    checks: new PlatformChecks(source),
    codes: new PlatformCodes(source, vault),
    records: new PlatformRecords(source, vault),
    effects: new PlatformEffects(source, vault),
    simulations: new PlatformSimulations(source),
  };
}
