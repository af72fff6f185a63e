import { createContext } from "react";

/** What a form does for its fields. */
export interface FormTools {
  /** Removes the field's error once its answer is valid; called after typing. */
  recheck(field: string): void;
  /** Validates a field that a person has left, and saves the draft. */
  leave(field: string): void;
  /** Continue waits for this work of a field. */
  waitFor(work: Promise<unknown>): void;
  /** Puts spacing, capitals and dates of a control right, as the field's format says. */
  normalize(control: HTMLInputElement | HTMLTextAreaElement, field: string): void;
  /**
   * Fills controls by field. Text of an `earlier` choice that stands untouched is emptied where `values` has none.
   *
   * @returns the fields that were filled
   */
  fill(
    values: Readonly<Record<string, string>>,
    earlier: Readonly<Record<string, string>>,
  ): readonly string[];
}

export const FormContext = createContext<FormTools>({
  recheck: () => undefined,
  leave: () => undefined,
  waitFor: () => undefined,
  normalize: () => undefined,
  fill: () => [],
});
