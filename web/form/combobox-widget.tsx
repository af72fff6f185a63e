import { useFieldError } from "./use-field-events.ts";
import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useTranslation } from "react-i18next";
import { useScripted } from "../ui/use-scripted.ts";
import { ChoiceNote } from "./choice-note.tsx";
import { CONTROL } from "./control-style.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useCombobox } from "./use-combobox.ts";
import { WordOffers } from "./word-offers.tsx";

/**
 * A combobox after the ARIA 1.2 pattern. A hidden control sends the value; the text is for display.
 */
export function ComboboxWidget(props: WidgetProps) {
  const { id } = props;
  const name = fieldName(id);
  const { t } = useTranslation();
  const scripted = useScripted();
  const box = useCombobox(props);
  const { options, text, chosen, tone, list, open, offline, active } = box;

  const nothing = optionsOf(props).empty ?? t("noResults");
  // Nothing matched: the list has common choices only, and says so.
  const general = list.length > 0 && list.every((suggestion) => suggestion.general === true);
  const note = chosen === "" || tone === undefined ? undefined : options?.notes[tone];
  return (
    <chakra.div position="relative">
      <input type="hidden" name={name} value={chosen} />
      {scripted ? null : (
        <chakra.p
          fontSize="sm"
          color="muted"
          marginBottom="2"
          css={{ "@media (scripting: enabled)": { display: "none" } }}
        >
          {t("suggestLater")}
        </chakra.p>
      )}
      <Line props={props} box={box} scripted={scripted} noted={note !== undefined} />
      {scripted || options?.offered === undefined ? null : (
        <WordOffers id={id} label={props.label} words={text} offered={options.offered} />
      )}
      <chakra.div role="status" srOnly>
        {open
          ? [...(general ? [nothing] : []), t("results", { count: list.length })].join(" ")
          : offline
            ? t("suggestOffline")
            : ""}
      </chakra.div>
      <SuggestionList
        id={id}
        label={props.label}
        list={list}
        open={open}
        active={active}
        nothing={general ? nothing : undefined}
        onChoose={box.choose}
      />
      {offline || (open && list.length === 0) ? (
        <chakra.p marginTop="2" fontSize="sm" color="muted">
          {offline ? t("suggestOffline") : nothing}
        </chakra.p>
      ) : null}
      <ChoiceNote id={`${id}-note`} note={note} tone={tone} />
    </chakra.div>
  );
}

/**
 * The line to type in. Without scripts it is a plain one: its words are posted, and the next page
 * offers suggestions for them.
 */
function Line({
  props,
  box,
  scripted,
  noted,
}: {
  readonly props: WidgetProps;
  readonly box: ReturnType<typeof useCombobox>;
  readonly scripted: boolean;
  /** A note about the choice stands below. */
  readonly noted: boolean;
}) {
  const { id, required } = props;
  const { text, tone, list, open, active } = box;
  const name = fieldName(id);
  const error = useFieldError(name);
  return (
    <chakra.input
      id={id}
      name={scripted ? undefined : `${name}~words`}
      role={scripted ? "combobox" : undefined}
      type="text"
      autoComplete="off"
      value={text}
      aria-expanded={scripted ? open && list.length > 0 : undefined}
      aria-controls={scripted ? `${id}-list` : undefined}
      aria-autocomplete={scripted ? "list" : undefined}
      aria-activedescendant={active >= 0 ? `${id}-option-${active}` : undefined}
      aria-required={required || undefined}
      aria-invalid={error || (noted && tone === "error") || undefined}
      aria-describedby={describedBy(id, {
        why: props.options.help !== undefined,
        hint: props.uiSchema?.["ui:description"] !== undefined,
        error,
        note: noted,
      })}
      css={CONTROL}
      onFocus={box.enter}
      onChange={(event) => box.type(event.currentTarget.value)}
      onKeyDown={box.onKeyDown}
      onBlur={box.leave}
    />
  );
}
