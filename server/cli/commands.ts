import type { Command } from "./command.ts";
import type { COMMANDS } from "./usage.mjs";

/** The name of a command. */
export type CommandName = keyof typeof COMMANDS;

/** Loads a command with all that it needs; the others stay unloaded. */
export const loadCommand: Readonly<Record<CommandName, () => Promise<Command>>> = {
  dev: async () => (await import("./dev-command.ts")).devCommand,
  check: async () => (await import("./check-command.ts")).checkCommand,
  format: async () => (await import("./format-command.ts")).formatCommand,
  migrate: async () => (await import("./migrate-command.ts")).migrateCommand,
  replay: async () => (await import("./replay-command.ts")).replayCommand,
  witness: async () => (await import("./witness-command.ts")).witnessCommand,
  cases: async () => (await import("./cases-command.ts")).casesCommand,
  help: async () => (await import("./help-command.ts")).helpCommand,
  explain: async () => (await import("./explain-command.ts")).explainCommand,
  env: async () => (await import("./env-command.ts")).envCommand,
  where: async () => (await import("./where-command.ts")).whereCommand,
  graph: async () => (await import("./graph-command.ts")).graphCommand,
  plan: async () => (await import("./plan-command.ts")).planCommand,
  publish: async () => (await import("./publish-command.ts")).publishCommand,
  versions: async () => (await import("./versions-command.ts")).versionsCommand,
  rollback: async () => (await import("./rollback-command.ts")).rollbackCommand,
  copy: async () => (await import("./copy-command.ts")).copyCommand,
  new: async () => (await import("./new-command.ts")).newCommand,
  record: async () => (await import("./record-command.ts")).recordCommand,
  application: async () => (await import("./application-command.ts")).applicationCommand,
  erase: async () => (await import("./erase-command.ts")).eraseCommand,
  retain: async () => (await import("./retain-command.ts")).retainCommand,
  "rotate-keys": async () => (await import("./rotate-keys-command.ts")).rotateKeysCommand,
  seal: async () => (await import("./seal-command.ts")).sealCommand,
  tables: async () => (await import("./tables-command.ts")).tablesCommand,
  events: async () => (await import("./events-command.ts")).eventsCommand,
  reference: async () => (await import("./reference-command.ts")).referenceCommand,
};
