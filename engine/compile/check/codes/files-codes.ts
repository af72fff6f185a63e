import type { CodeEntry } from "./code-entry.ts";

/** Files: their YAML, their shape, and what none of them may hold. */
export const FILE_CODES: Readonly<Record<string, CodeEntry>> = {
  "FLOW-CATALOGUE-ID": {
    description: "Two things of a collection have the same id.",
    wrong: "books: [{ id: atlas }, { id: atlas }]",
    right: "books: [{ id: atlas }, { id: atlas-2 }]",
  },
  "FLOW-CHECK": {
    description:
      "A check failed on the flow, so what it looks at is not known to be right; the message names the check and its error.",
    wrong: "a value that nobody expected where the check looks",
    right: "a value as the reference has it",
  },
  "FLOW-FILE-UNREAD": {
    description:
      "Nothing reads a file: its folder or name is nearly that of a definition, or its first line names a schema of the language.",
    wrong: "flows/card/screen/reader.yaml",
    right: "flows/card/screens/reader.yaml",
  },
  "FLOW-FIXTURE-NAME": {
    description:
      "A fixture names something that the flow does not have, such as a screen, an action of the screen shown, a field of its form, a place of the state, a call, a language or an axis; or a wait that is no time.",
    wrong: "{ act: sumbit, data: { nmae: Ada Noor }, see: { screen: raeder } }",
    right: "{ act: submit, data: { name: Ada Noor }, see: { screen: reader } }",
  },
  "FLOW-FRONT-PAGE": {
    description: "A flow has no flow.yaml.",
    wrong: "flows/card/ without flow.yaml",
    right: "flows/card/flow.yaml",
  },
  "FLOW-ID-ALIKE": {
    description: "Two names of one kind differ in case or hyphens only.",
    wrong: "guards: readerKnown and reader-known",
    right: "guards: readerKnown and readerVerified",
  },
  "FLOW-ID-REPEATED": {
    description: "Two files define the same thing, or two entries of a list have one id.",
    wrong: "screen: reader in two files",
    right: "screen: reader and screen: parent",
  },
  "FLOW-NAME": {
    description: "A name is used that nothing has.",
    wrong: "to: consnet",
    right: "to: consent",
  },
  "FLOW-NONE": {
    description: "There is no flow at all.",
    wrong: "an empty flows/",
    right: "flows/card/flow.yaml",
  },
  "FLOW-PATTERN": {
    description: "A regular expression is none.",
    wrong: "pattern: '('",
    right: "pattern: '^[a-z]+$'",
  },
  "FLOW-PATTERN-RUNAWAY": {
    description: "A regular expression takes for ever on a text made for it.",
    wrong: "pattern: '^(\\w+\\s?)*$'",
    right: "pattern: '^\\w+(?:\\s\\w+)*$'",
  },
  "FLOW-SCHEMA": {
    description: "A schema cannot be read.",
    wrong: "$schema=../missing.json",
    right: "$schema=../../schemas/definition/screen.json",
  },
  "FLOW-SHAPE": {
    description: "A file is not what its meta-schema says.",
    wrong: "knid: form",
    right: "kind: form",
  },
  "FLOW-SOURCE-LINK": {
    description: "A symbolic link leads out of the definitions' folder, to a folder or nowhere.",
    wrong: "reader.yaml → /etc/passwd",
    right: "the file itself",
  },
  "FLOW-SOURCE-UNREADABLE": {
    description: "The system does not let the file be read, or a folder has the name of a file.",
    wrong: "a file with the rights 000, or a folder screens/confirm.yaml",
    right: "chmod 644, or another name",
  },
  "FLOW-STEP-TWICE": {
    description: "A provider's call has two steps of one name.",
    wrong: "steps: [{ id: check }, { id: check }]",
    right: "steps: [{ id: check }, { id: report }]",
  },
  "FLOW-UNREAD": {
    description:
      "Nothing reads a flag or setting. One that something outside the flow reads has `x-read-by` in the schema of the configuration.",
    wrong: "config: freeDays, and no rule, text or call that reads it",
    right: "{ var: config.freeDays }, or (take it out)",
  },
  "FLOW-UNUSED": {
    description: "Nothing uses a table, call or form.",
    wrong: "a table that no action names",
    right: "(take it out)",
  },
  "FLOW-VARIANT": {
    description: "A variant is asked for that the flow does not have.",
    wrong: "--axis country=XX",
    right: "--axis country=CA",
  },
  "FLOW-VERSION": {
    description: "A published version cannot be served by this code.",
    wrong: "a version of a newer language",
    right: "`npx foyer publish` anew, or a newer release",
  },
  "FLOW-YAML-ALIASES": {
    description: "Aliases multiply, or stand inside what they repeat.",
    wrong: "a: &a [*a]",
    right: "the values written out",
  },
  "FLOW-YAML-DEPTH": {
    description: "A file nests deeper than 64 levels.",
    wrong: "[[[[…]]]]",
    right: "flatter values",
  },
  "FLOW-YAML-DUPLICATE-KEY": {
    description: "A key is there twice in one map.",
    wrong: "kind: form, and below kind: list",
    right: "kind: form",
  },
  "FLOW-YAML-ENCODING": {
    description: "A file is not UTF-8 without byte order mark and NUL.",
    wrong: "UTF-16",
    right: "UTF-8",
  },
  "FLOW-YAML-KEY": {
    description: "A key is no plain text, or reaches what every object has.",
    wrong: "__proto__: 1",
    right: "proto: 1",
  },
  "FLOW-YAML-QUOTES": {
    description:
      "A text stands between typographic quotation marks, and YAML reads them as a part of it.",
    wrong: "enum: [‘yes’, ‘no’]",
    right: "enum: ['yes', 'no']",
  },
  "FLOW-YAML-SIZE": {
    description: "A file has more than a million characters, or there are too many files.",
    wrong: "one file for everything",
    right: "several files in the folder",
  },
  "FLOW-YAML-SYNTAX": { description: "A file is not YAML 1.2.", wrong: "a: [1", right: "a: [1]" },
  "FLOW-YAML-NUMBER": {
    description:
      "A number is written with digits that it loses when it is read: 02139 is 2139, and 95.00 is 95.",
    wrong: "postalCode: 02139",
    right: "postalCode: '02139'",
  },
  "FLOW-YAML-VALUE": {
    description: "A value cannot be kept as JSON.",
    wrong: "most: .inf",
    right: "most: 1000000",
  },
};
