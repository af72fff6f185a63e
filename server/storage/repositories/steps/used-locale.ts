import type { JournalInput } from "../../../../engine/transition/input.ts";

/**
 * Kinds of input that come without the applicant: their language says nothing of the applicant's.
 */
const UNATTENDED: readonly JournalInput["kind"][] = ["timer", "webhook", "link", "result"];

/**
 * The language in which the applicant took a step, such as `fr-CA`; undefined for a step of
 * somebody else, of a timer or of a provider.
 */
export function usedLocale({ kind, context }: JournalInput): string | undefined {
  return UNATTENDED.includes(kind) || context.actor !== undefined ? undefined : context.locale;
}
