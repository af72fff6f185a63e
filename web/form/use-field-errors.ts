import { useEffect, useMemo, useState } from "react";
import type { FieldErrorView, FormView, ScreenView } from "../../engine/render/view.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import { isDrawn } from "./form-data.ts";
import { waitForRelease } from "./pointer.ts";
import type { FormData } from "./use-form-data.ts";
import { loadValidation, type Validation } from "./validation.ts";
import type { FormValidator } from "./validators.ts";

/** Shows and removes the errors of single fields while a form is filled in. */
export interface FieldErrors {
  /** Removes a field's error once its answer is valid. */
  recheck(field: string): void;
  /** Validates a field that a person has left. */
  validate(field: string): void;
  /** Removes the errors of fields. */
  remove(fields: readonly string[]): void;
  /** True once another screen has taken this one's place, drawn or not. */
  isOver(): boolean;
}

/**
 * Errors of the form on screen: the server's, and those that the page finds by the same rules. They
 * live in the store.
 */
export function useFieldErrors(
  view: ScreenView,
  form: FormView,
  validator: FormValidator,
  data: FormData,
): FieldErrors {
  const { answers } = data;
  const store = useScreenStore();
  const setErrors = useScreen((state) => state.setErrors);
  const [turn] = useState(() => store.getState().turn);
  /** The errors as they are known; the drawn ones may be older. */
  const current = () => store.getState().errors;
  const isOver = () => store.getState().turn !== turn || answers.element() === undefined;

  useErrorUpkeep(view, form, validator, data);

  return useMemo<FieldErrors>(() => {
    const validated = async (
      then: (errors: readonly FieldErrorView[], validation: Validation) => void,
    ) => {
      const validation = await loadValidation();
      if (!isOver())
        then(validation.validateForm(form, validator.whole, answers.read()), validation);
    };
    const isOf = (field: string) => (error: FieldErrorView) => error.pointer === `/${field}`;
    const without = (field: string) => current().filter((error) => !isOf(field)(error));
    return {
      isOver,
      recheck(field) {
        if (!current().some(isOf(field))) return;
        void validated((errors) => {
          if (!errors.some(isOf(field))) setErrors(without(field), false);
        });
      },
      validate(field) {
        void waitForRelease().then(() =>
          validated((errors, { sortErrors }) => {
            const own = errors.find(isOf(field));
            // A field that was left empty becomes an error when Continue is pressed.
            const isShown =
              own !== undefined && (own.code !== "required" || current().some(isOf(field)));
            const next = isShown ? sortErrors(form, [...without(field), own]) : without(field);
            if (isShown || next.length !== current().length) setErrors(next, false);
          }),
        );
      },
      remove(fields) {
        const gone = new Set(fields.map((field) => `/${field}`));
        const left = current().filter(({ pointer }) => !gone.has(pointer));
        if (left.length < current().length) setErrors(left, false);
      },
    };
  }, [form]);
}

/** Keeps the errors true while fields go, formats load and the language changes. */
function useErrorUpkeep(
  view: ScreenView,
  form: FormView,
  validator: FormValidator,
  { answers, formData }: FormData,
): void {
  const store = useScreenStore();
  const setErrors = useScreen((state) => state.setErrors);
  const current = () => store.getState().errors;

  useEffect(
    function removeErrorsOfHiddenFields() {
      const element = answers.element();
      if (element === undefined) return;
      const shown = current().filter(({ pointer }) => {
        const field = pointer.slice(1);
        return (
          form.ui[field] === undefined ||
          isDrawn(element, field) ||
          document.getElementById(`root_${field}`) !== null
        );
      });
      if (shown.length < current().length) setErrors(shown, false);
    },
    [formData],
  );

  useEffect(
    // The same screen may return with another form: after Back, or when its definition was edited.
    function loadFormats() {
      void loadValidation().then(({ addFormats }) => addFormats(form, validator));
    },
    [validator],
  );

  useEffect(
    function translateErrors() {
      if (current().length === 0) return;
      void loadValidation().then(({ translateErrors }) =>
        setErrors(translateErrors(current(), form, validator.whole, answers.read()), false),
      );
    },
    [view.locale],
  );
}
