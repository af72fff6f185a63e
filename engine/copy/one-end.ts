/** A full stop after a mark that has ended a sentence; the dots of an omission stay. */
const SECOND_END = /([?!…])\.(?!\.)|([^.])\.\.(?!\.)/g;

/**
 * A text without full stops after another end of a sentence: a label that is a question, and stands
 * last in a sentence, ends it.
 */
export function withOneEnd(text: string): string {
  return text.replace(
    SECOND_END,
    (_, mark?: string, before?: string) => mark ?? `${before ?? ""}.`,
  );
}
