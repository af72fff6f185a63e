import { createContext } from "react";

/** What fields ask of their form. */
export interface FormTools {
  /** A field has another answer. Says whether others depend on it, so that the form has to be drawn anew. */
  answered(name: string, value: unknown): boolean;
  /** A field with an error was typed into: the error goes when it is right. */
  recheck(name: string): void;
  /** A field was left: it is judged, and what was typed so far is kept. */
  leave(name: string): void;
  /** Something of a field is under way: Continue waits for it. */
  hold(work: Promise<unknown>): void;
  /** A field was left: spacing, capitals and dates are put right as its format says. */
  tidy(control: HTMLInputElement | HTMLTextAreaElement, name: string): void;
  /** Fills controls by field; what an earlier choice filled and nobody touched since is emptied where this one says nothing. Gives the fields that were filled. */
  fill(
    values: Readonly<Record<string, string>>,
    earlier: Readonly<Record<string, string>>,
  ): readonly string[];
}

export const FormContext = createContext<FormTools>({
  answered: () => true,
  recheck: () => undefined,
  leave: () => undefined,
  hold: () => undefined,
  tidy: () => undefined,
  fill: () => [],
});
