import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Suggested } from "../api/http.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { CONTROL, WIDTHS } from "./control-style.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";
import { waitForRelease } from "./pointer.ts";
import { useFieldError, useFieldEvents } from "./use-field-events.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useChoice } from "./use-choice.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useSuggestions } from "./use-suggestions.ts";

/** Input types of typing and pasting; a browser's autofill needs no suggestions. */
const TYPED = /^(insert(Text|CompositionText|FromPaste)|delete)/;

/**
 * A line of text with suggestions: typed text stays, and a chosen suggestion may fill other fields.
 * Without scripts or suggestions it is a plain line of text.
 */
export function TypeaheadWidget(props: WidgetProps) {
  const { id, value, required, onChange } = props;
  const options = optionsOf(props);
  const name = fieldName(id);
  const { t } = useTranslation();
  const error = useFieldError(name);
  const input = useRef<HTMLInputElement>(null);
  const events = useFieldEvents(name);
  const scripted = useScripted();
  const { choose, forget, session, announcement, busy } = useChoice(
    name,
    options.suggest?.fills ?? [],
    input,
  );
  const suggestions = useSuggestions(name, options.suggest, session);
  const { list, open, setOpen, search, cancel } = suggestions;
  const pick = (suggestion: Suggested) => {
    cancel();
    setOpen(false);
    choose(suggestion);
  };
  const { active, onKeyDown } = useListKeys(suggestions, pick);
  const expanded = open && list.length > 0;
  const combobox = scripted ? comboboxOf(id, expanded) : {};
  return (
    <chakra.div position="relative" maxWidth={WIDTHS[options.width ?? "full"]}>
      <chakra.input
        ref={input}
        id={id}
        name={name}
        type="text"
        {...combobox}
        defaultValue={typeof value === "string" ? value : ""}
        required={required}
        autoComplete={options.autocomplete ?? "off"}
        inputMode={options.inputMode}
        spellCheck={false}
        aria-activedescendant={active >= 0 ? `${id}-option-${active}` : undefined}
        aria-busy={busy || undefined}
        aria-invalid={error || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: props.uiSchema?.["ui:description"] !== undefined,
          error,
          note: announcement !== "",
        })}
        css={CONTROL}
        onInput={(event) => {
          events.typed();
          forget();
          if (TYPED.test((event.nativeEvent as InputEvent).inputType ?? ""))
            search(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          cancel();
          void waitForRelease().then(() => setOpen(false));
          events.left(event.currentTarget);
          onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value);
        }}
      />
      <chakra.div role="status" srOnly>
        {expanded ? t("results", { count: list.length }) : ""}
      </chakra.div>
      <SuggestionList {...{ id, list, open, active }} label={props.label} onChoose={pick} />
      <Note id={id} text={announcement} />
    </chakra.div>
  );
}

/** What makes a line of text a combobox over its list. */
function comboboxOf(id: string, expanded: boolean) {
  return {
    role: "combobox",
    "aria-expanded": expanded,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list",
  } as const;
}

/**
 * A sentence about the latest choice, announced politely; the field names it as its description.
 */
function Note({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <chakra.div role="status">
      {text === "" ? null : (
        <chakra.p id={`${id}-note`} marginTop="2" fontSize="sm" color="muted">
          {text}
        </chakra.p>
      )}
    </chakra.div>
  );
}
