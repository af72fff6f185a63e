import { COPY_CODES } from "./codes/copy-codes.ts";
import { FILE_CODES } from "./codes/files-codes.ts";
import { FORM_CODES } from "./codes/forms-codes.ts";
import { RULE_CODES } from "./codes/rules-codes.ts";
import { SERVICE_CODES } from "./codes/services-codes.ts";
import { WAY_CODES } from "./codes/ways-codes.ts";
import type { CodeEntry } from "./codes/code-entry.ts";

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
