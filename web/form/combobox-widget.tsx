import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SuggestView } from "../../engine/render/view.ts";
import type { Suggested } from "../api/http.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { ChoiceNote } from "./choice-note.tsx";
import { CONTROL } from "./control-style.ts";
import { describedBy, fieldName, optionsOf } from "./field-options.ts";
import { FormContext } from "./form-context.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { keepChoice, readChoice } from "./suggestions.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useSuggestions } from "./use-suggestions.ts";

/**
 * A combobox after the ARIA 1.2 pattern. A hidden control sends the value; the text is for display.
 */
export function ComboboxWidget(props: WidgetProps) {
  const { id, required, onChange } = props;
  const value = typeof props.value === "string" ? props.value : "";
  const name = fieldName(id);
  const form = useContext(FormContext);
  const { t } = useTranslation();
  const { suggest, empty } = optionsOf(props);
  const options = useScreen((state) => state.view.form?.suggests[name]);
  const shown = useScreen((state) => state.view.data[name]);
  const error = useScreen((state) => state.errors.some(({ pointer }) => pointer === `/${name}`));
  // The page has the label of the value that it was drawn with.
  const initialChoice = value !== "" && value === shown ? options?.chosen : undefined;
  const [text, setText] = useState(initialChoice?.label ?? value);
  const [chosen, setChosen] = useState(value);
  const [tone, setTone] = useState(initialChoice?.tone);
  const scripted = useScripted();
  const { list, open, setOpen, search, cancel } = useSuggestions(name, suggest);

  // The label of a value that was chosen here and not sent yet.
  useEffect(() => {
    const read =
      value === "" || value !== chosen ? undefined : (initialChoice ?? readChoice(name, value));
    if (read === undefined) return;
    setText(read.label);
    setTone(read.tone);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- at the start, and when the language changes
  }, [initialChoice?.label]);

  const choose = (suggestion: Suggested) => {
    cancel();
    setText(suggestion.label);
    setChosen(suggestion.value);
    setTone(suggestion.tone);
    setOpen(false);
    keepChoice(name, suggestion);
    onChange(suggestion.value);
    setTimeout(() => form.leave(name), 0);
  };
  const type = (typed: string) => {
    setText(typed);
    setChosen(suggest?.strict === true ? "" : typed);
    setTone(undefined);
    search(typed);
  };
  const { active, onKeyDown } = useListKeys({ list, open, setOpen }, choose);

  const nothing = empty ?? t("noResults");
  // Nothing matched: the list has common choices only, and its heading explains that.
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
      <chakra.input
        id={id}
        // Without scripts it is a plain line: its words are posted, and the next page offers
        // suggestions for them.
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
        aria-invalid={error || (note !== undefined && tone === "error") || undefined}
        aria-describedby={describedBy(id, {
          why: props.options.help !== undefined,
          hint: props.uiSchema?.["ui:description"] !== undefined,
          error,
          note: note !== undefined,
        })}
        css={CONTROL}
        onFocus={() => {
          if (text === "" && options?.initial !== undefined) search(options.initial);
        }}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setTimeout(() => setOpen(false), 120);
          onChange(chosen === "" ? undefined : chosen);
          if (text !== "" || chosen !== "") form.leave(name);
        }}
      />
      {scripted || options?.offered === undefined ? null : (
        <Offers id={id} label={props.label} words={text} offered={options.offered} />
      )}
      <chakra.div role="status" srOnly>
        {open
          ? [...(general ? [nothing] : []), t("results", { count: list.length })].join(" ")
          : ""}
      </chakra.div>
      <SuggestionList
        id={id}
        label={props.label}
        list={list}
        open={open}
        active={active}
        heading={general ? nothing : undefined}
        onChoose={choose}
      />
      {open && list.length === 0 ? (
        <chakra.p marginTop="2" fontSize="sm" color="muted">
          {nothing}
        </chakra.p>
      ) : null}
      <ChoiceNote id={`${id}-note`} note={note} tone={tone} />
    </chakra.div>
  );
}

/** Choices for words that were posted without scripts. */
function Offers({
  id,
  label,
  words,
  offered,
}: {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly offered: NonNullable<SuggestView["offered"]>;
}) {
  const { t } = useTranslation();
  const name = fieldName(id);
  return (
    <>
      <input type="hidden" name={`${name}~offered`} value={words} />
      <chakra.p id={`${id}-offered`} marginTop="4" fontWeight="500">
        {t("suggestOffered")}
      </chakra.p>
      <chakra.div
        role="radiogroup"
        aria-label={label}
        aria-describedby={`${id}-offered`}
        display="grid"
        gap="1"
        marginTop="2"
      >
        {offered.map((offer) => (
          <chakra.label
            key={offer.value}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="44px"
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              name={name}
              value={offer.value}
              width="20px"
              height="20px"
              flexShrink="0"
              css={{ accentColor: "var(--brand-accent)" }}
            />
            {offer.label}
          </chakra.label>
        ))}
      </chakra.div>
    </>
  );
}
