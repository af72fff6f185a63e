// @ts-check
/*
 * JavaScript, so that `foyer --help` loads nothing else: neither the compiler of the sources nor a command.
 */

/** Every command with its line, in the order of the list. */
export const COMMANDS = {
  dev: "serves the flows while they are edited; open pages follow every save",
  check: "checks all definitions, for every value of every axis, every environment and locale",
  format: "writes definitions in their canonical form",
  migrate: "rewrites definitions in the present words of the language",
  replay: "runs fixtures through the engine and shows what they cover",
  witness: "writes journeys that cover every row, screen and action, as fixtures",
  cases: "runs files of worked examples",
  help: "finds a word of the flow language, a term or a problem in the reference",
  explain: "explains why a path shows its screen, for a state",
  env: "lists the environment variables that a flow reads",
  where: "shows which layer sets a value or a text, with file and line",
  graph: "draws a flow, as a Mermaid diagram or as SVG",
  plan: "lists what publishing would change, and for which applications",
  publish: "checks the definitions, runs their fixtures, and makes them the live version",
  versions: "lists what was published and which version is live",
  rollback: "makes an earlier version live again",
  copy: "exports all texts of a flow as CSV or XLIFF, and imports them",
  new: "writes a new flow, screen or overlay",
  record: "turns an application's journal into a fixture with synthetic values",
  application: "shows where an application is and what it waits for, without any answer",
  erase: "erases an application, or all data of a person",
  retain: "erases what is past its retention (flow.yaml)",
  "rotate-keys": "encrypts everything with the first key of FOYER_KEY, while the service serves",
  seal: "seals values that were saved before their place was personal, while the service serves",
  tables: "brings the tables of the database up to date, and grants their rights",
  events: "exports analytics events as lines of JSON",
  reference: "writes the reference of the flow language",
};

/**
 * The list of all commands.
 *
 * @returns {string}
 */
export function usage() {
  return [
    "Usage: foyer COMMAND [OPTIONS]",
    "",
    ...Object.entries(COMMANDS).map(([name, line]) => `  ${name.padEnd(12)}${line}`),
    "",
    "foyer COMMAND --help shows the details.",
  ].join("\n");
}
