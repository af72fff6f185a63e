import { useRef, type FormEvent } from "react";
import type { FormView, ScreenView } from "../../engine/render/view.ts";
import { nextTask } from "../ui/next-task.ts";
import { useScreen } from "../store/use-screen.ts";
import { holdDraft } from "../store/drafts.ts";
import type { FieldErrors } from "./use-field-errors.ts";
import type { FormAnswers } from "./use-form-data.ts";
import { loadedValidation } from "./validation.ts";
import type { FormValidator } from "./validators.ts";

/** The parts of a form that sending needs. */
interface SendableForm {
  readonly view: ScreenView;
  readonly form: FormView;
  readonly validator: FormValidator;
  readonly answers: FormAnswers;
  readonly errors: FieldErrors;
  saveDraft(leaving?: boolean): void;
}

/**
 * Validates the form and sends it once uploads under way have ended. An action that stores the
 * valid answers only, such as Back, sends it at once.
 */
export function useSubmit({ view, form, validator, answers, errors, saveDraft }: SendableForm): {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Continue waits for this work. */
  waitFor(work: Promise<unknown>): void;
} {
  const press = useScreen((state) => state.press);
  const setErrors = useScreen((state) => state.setErrors);
  const pending = useRef(new Set<Promise<unknown>>());

  // Until the page's own validation is loaded, the server alone validates.
  const normalized = () => {
    const typed = answers.read();
    return loadedValidation()?.normalizeForm(form, typed) ?? typed;
  };
  const submit = async (action: string, keeps: boolean) => {
    if (!keeps) await Promise.allSettled([...pending.current]);
    // The press is drawn before the form is validated.
    await nextTask();
    if (errors.isOver()) return;
    if (keeps) {
      saveDraft(true);
      await press(action, answers.read());
      return;
    }
    const data = normalized();
    const found = loadedValidation()?.validateForm(form, validator.whole, data) ?? [];
    if (found.length > 0) {
      saveDraft();
      setErrors(found, true);
      return;
    }
    holdDraft(view);
    await press(action, data, {
      read: () => (answers.element() === undefined ? undefined : normalized()),
    });
  };

  return {
    waitFor(work) {
      pending.current.add(work);
      void work.finally(() => pending.current.delete(work));
    },
    onSubmit(event) {
      event.preventDefault();
      // React hands on what a form rendered elsewhere in the page submits.
      if (event.target !== event.currentTarget) return;
      const { submitter } = event.nativeEvent as SubmitEvent;
      const action =
        submitter instanceof HTMLButtonElement && submitter.value !== ""
          ? submitter.value
          : (view.actions.find(({ style }) => style === "primary")?.id ?? "submit");
      void submit(action, view.actions.find(({ id }) => id === action)?.keeps === true);
    },
  };
}
