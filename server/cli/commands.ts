import { casesCommand } from "./cases-command.ts";
import { checkCommand } from "./check-command.ts";
import { devCommand } from "./dev-command.ts";
import { copyCommand } from "./copy-command.ts";
import { envCommand } from "./env-command.ts";
import { eraseCommand } from "./erase-command.ts";
import { eventsCommand } from "./events-command.ts";
import { explainCommand } from "./explain-command.ts";
import { formatCommand } from "./format-command.ts";
import { graphCommand } from "./graph-command.ts";
import { helpCommand } from "./help-command.ts";
import { migrateCommand } from "./migrate-command.ts";
import { newCommand } from "./new-command.ts";
import { planCommand } from "./plan-command.ts";
import { publishCommand } from "./publish-command.ts";
import { recordCommand } from "./record-command.ts";
import { referenceCommand } from "./reference-command.ts";
import { replayCommand } from "./replay-command.ts";
import { retainCommand } from "./retain-command.ts";
import { rollbackCommand } from "./rollback-command.ts";
import { rotateKeysCommand } from "./rotate-keys-command.ts";
import { versionsCommand } from "./versions-command.ts";
import { whereCommand } from "./where-command.ts";

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly description: string;
  readonly usage: string;
  readonly help: string;
  /** @returns the exit code */
  run(args: readonly string[], json: boolean): Promise<number>;
}

export const commands: readonly Command[] = [
  devCommand,
  checkCommand,
  formatCommand,
  migrateCommand,
  replayCommand,
  casesCommand,
  helpCommand,
  explainCommand,
  envCommand,
  whereCommand,
  graphCommand,
  planCommand,
  publishCommand,
  versionsCommand,
  rollbackCommand,
  copyCommand,
  newCommand,
  recordCommand,
  eraseCommand,
  retainCommand,
  rotateKeysCommand,
  eventsCommand,
  referenceCommand,
];
