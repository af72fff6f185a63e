import { useCallback, useEffect, useRef } from "react";
import { plainNumber } from "../../engine/copy/plain-number.ts";
import type { FormView, ScreenView } from "../../engine/render/view.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import type { liveShown } from "./live.ts";
import type { FormData } from "./use-form-data.ts";
import { loadValidation } from "./validation.ts";

/** Few forms have live rules; their code is loaded with the first one. */
const loadLive = async () => import("./live.ts");

/**
 * Updates computed fields, offered choices and live blocks as the applicant types.
 *
 * @returns computes them anew; does nothing until the rules are loaded
 */
export function useLiveValues(
  view: ScreenView,
  form: FormView,
  { answers, formData }: FormData,
): () => void {
  const store = useScreenStore();
  const setLive = useScreen((state) => state.setLive);
  const compute = useRef<ReturnType<typeof liveShown>>(undefined);
  const update = useCallback(() => {
    const element = answers.element();
    const shown = element === undefined ? undefined : compute.current?.(answers.read());
    if (element === undefined || shown === undefined) return;
    for (const [field, value] of Object.entries(shown.computed)) {
      const control = element.elements.namedItem(field);
      if (control instanceof HTMLInputElement)
        control.value = typeof value === "number" ? plainNumber(value) : String(value ?? "");
    }
    if (JSON.stringify(shown) !== JSON.stringify(store.getState().live)) setLive(shown);
  }, [answers]);

  useEffect(
    function loadRules() {
      compute.current = undefined;
      const { live } = form;
      if (live === undefined) return;
      void Promise.all([loadLive(), loadValidation()]).then(([module, { savedForm }]) => {
        const shown = module.liveShown(live, view.locale);
        compute.current = (typed) => shown(savedForm(form, typed));
        update();
      });
    },
    [view],
  );
  useEffect(
    function followFields() {
      update();
    },
    [formData],
  );
  return update;
}
