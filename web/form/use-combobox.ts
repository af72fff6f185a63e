import type { WidgetProps } from "@rjsf/utils";
import { useContext, useEffect, useState } from "react";
import type { Suggested } from "../api/http.ts";
import { useScreen } from "../store/use-screen.ts";
import { fieldName, optionsOf } from "./field-options.ts";
import { FormContext } from "./form-context.ts";
import { waitForRelease } from "./pointer.ts";
import { rememberChoice, readChoice } from "./suggestions.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useSuggestions } from "./use-suggestions.ts";

/** A combobox's words, its value and tone, and its suggestions. */
export function useCombobox(props: WidgetProps) {
  const { id, onChange } = props;
  const value = typeof props.value === "string" ? props.value : "";
  const name = fieldName(id);
  const form = useContext(FormContext);
  const { suggest } = optionsOf(props);
  const options = useScreen((state) => state.view.form?.suggests[name]);
  const shown = useScreen((state) => state.view.data[name]);
  // The page has the label of the value that it was drawn with.
  const initialChoice = value !== "" && value === shown ? options?.chosen : undefined;
  const [text, setText] = useState(initialChoice?.label ?? value);
  const [chosen, setChosen] = useState(value);
  const [tone, setTone] = useState(initialChoice?.tone);
  const { list, open, offline, setOpen, search, cancel } = useSuggestions(name, suggest);

  // The label of a value that was chosen here and not sent yet.
  useEffect(() => {
    const read =
      value === "" || value !== chosen ? undefined : (initialChoice ?? readChoice(name, value));
    if (read === undefined) return;
    setText(read.label);
    setTone(read.tone);
    // At the start, and when the language changes.
  }, [initialChoice?.label]);

  const choose = (suggestion: Suggested) => {
    cancel();
    setText(suggestion.label);
    setChosen(suggestion.value);
    setTone(suggestion.tone);
    setOpen(false);
    rememberChoice(name, suggestion);
    onChange(suggestion.value);
    setTimeout(() => form.leave(name), 0);
  };
  const { active, onKeyDown } = useListKeys({ list, open, setOpen }, choose);
  return {
    options,
    text,
    chosen,
    tone,
    list,
    open,
    offline,
    active,
    choose,
    onKeyDown,
    type(typed: string) {
      setText(typed);
      setChosen(suggest?.strict === true ? "" : typed);
      setTone(undefined);
      search(typed);
    },
    // Words that were left before their suggestions came are searched again.
    enter() {
      if (chosen === "") search(text === "" ? (options?.initial ?? "") : text);
    },
    leave() {
      cancel();
      // A list or a message that goes while a pointer is down moves the pressed button away.
      void waitForRelease().then(() => setOpen(false));
      onChange(chosen === "" ? undefined : chosen);
      if (text !== "" || chosen !== "") form.leave(name);
    },
  };
}
