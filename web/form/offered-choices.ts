import { useScreen } from "../store/use-screen.ts";
import type { Choice } from "./choice-card.tsx";
import type { FieldOptions } from "./field-options.ts";

/** A choice, and its index among all choices with a value that the form declares. */
export interface OfferedChoice extends Choice {
  readonly index: number;
  /** Its value in the answer. */
  readonly answer: unknown;
}

/**
 * The choices that a field offers now, without those that typed answers exclude.
 *
 * @param declared every choice of the field; explanations and prices match by index
 */
export function useOfferedChoices(
  name: string,
  declared: readonly { readonly value: unknown; readonly label: string }[],
  { details, prices }: FieldOptions,
): readonly OfferedChoice[] {
  const withheld = useScreen(
    (state) => state.live?.withheld[name] ?? state.view.form?.withheld?.[name],
  );
  return declared
    .filter((choice) => choice.value !== "")
    .map(({ value, label }, index) => ({
      value: String(value),
      answer: value,
      label,
      index,
      detail: details?.[index],
      price: prices?.[index],
    }))
    .filter(({ value }) => withheld?.includes(value) !== true);
}
