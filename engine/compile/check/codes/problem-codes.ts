import { COPY_CODES } from "./copy-codes.ts";
import { FILE_CODES } from "./files-codes.ts";
import { FORM_CODES } from "./forms-codes.ts";
import { RULE_CODES } from "./rules-codes.ts";
import { SERVICE_CODES } from "./services-codes.ts";
import { WAY_CODES } from "./ways-codes.ts";
import type { CodeEntry } from "./code-entry.ts";

/**
 * Every code that a check of definitions gives, for the reference, in order. Codes are stable:
 * tools and people know problems by them.
 */
export const PROBLEM_CODES: Readonly<Record<string, CodeEntry>> = Object.fromEntries(
  Object.entries({
    ...FILE_CODES,
    ...RULE_CODES,
    ...FORM_CODES,
    ...COPY_CODES,
    ...WAY_CODES,
    ...SERVICE_CODES,
  }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
