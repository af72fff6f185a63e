import { createContext } from "react";

/** What a form does for its fields. */
export interface FormTools {
  /** Removes the field's error once its answer is valid; called after typing. */
  recheck(field: string): void;
  /** Validates a field that a person has left, and saves the draft. */
  leave(field: string): void;
  /** Continue waits for this work of a field. */
  waitFor(work: Promise<unknown>): void;
  /** Normalizes spacing, capitals and dates of a control, by the field's format. */
  normalize(control: HTMLInputElement | HTMLTextAreaElement, field: string): void;
  /**
   * Fills controls by field. An unchanged text of an `earlier` choice is emptied where `values` has
   * none.
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
