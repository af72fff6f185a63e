import { useMemo } from "react";
import type { FormView } from "../../engine/render/view.ts";
import { fillControls } from "./fill-controls.ts";
import type { FormTools } from "./form-context.ts";
import type { useFieldErrors } from "./use-field-errors.ts";
import type { useFormData } from "./use-form-data.ts";
import { loadValidation } from "./validation.ts";

/** What a form does for its fields; the same object as long as the form is. */
export function useFormTools({
  form,
  answers,
  errors,
  saveDraft,
  waitFor,
}: {
  readonly form: FormView;
  readonly answers: ReturnType<typeof useFormData>["answers"];
  readonly errors: ReturnType<typeof useFieldErrors>;
  readonly saveDraft: () => void;
  readonly waitFor: FormTools["waitFor"];
}): FormTools {
  return useMemo<FormTools>(
    () => ({
      recheck: errors.recheck,
      leave(field) {
        saveDraft();
        errors.validate(field);
      },
      waitFor,
      normalize(control, field) {
        void loadValidation().then(({ normalizeField }) => {
          const text = normalizeField(form, field, control.value);
          if (text !== control.value) control.value = text;
        });
      },
      fill(values, earlier) {
        const element = answers.element();
        if (element === undefined) return [];
        const filled = fillControls(element, values, earlier);
        const emptied = Object.fromEntries(
          Object.keys(earlier).map((field) => [field, undefined] as const),
        );
        answers.add({ ...emptied, ...answers.read() });
        saveDraft();
        errors.remove(filled);
        return filled;
      },
    }),
    [form],
  );
}
