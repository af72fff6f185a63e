import type { JournalInput } from "../../../../engine/transition/input.ts";

/**
 * Kinds of input that come without the applicant: their language says nothing of the applicant's.
 */
const UNATTENDED: readonly JournalInput["kind"][] = ["timer", "webhook", "link", "result"];

/**
 * The language of the applicant in a step, such as `fr-CA`; undefined for a step of another person,
 * of a timer or of a provider.
 */
export function usedLocale({ kind, context }: JournalInput): string | undefined {
  return UNATTENDED.includes(kind) || context.actor !== undefined ? undefined : context.locale;
}
