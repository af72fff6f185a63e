import { chakra } from "@chakra-ui/react";
import { useMemo, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { ChoiceCard, type Choice } from "./choice-card.tsx";
import { CONTROL } from "./control-style.ts";
import { fieldName } from "./field-options.ts";
import { listName } from "./form-data.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useListKeys } from "./use-list-keys.ts";

/** What the widget draws, and where its answers go. */
export interface TagsProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** The choice "none of these". */
  readonly none: string | undefined;
  onChange(values: readonly string[]): void;
}

/**
 * A search among many choices, with the chosen ones as tags above it. Without scripts the choices
 * are checkboxes.
 */
export function TagsWidget(props: TagsProps) {
  const { id, label, choices } = props;
  const name = listName(fieldName(id));
  const { t } = useTranslation();
  const scripted = useScripted();
  const input = useRef<HTMLInputElement>(null);
  const tags = useTags(props);
  const remove = (value: string) => {
    tags.remove(value);
    input.current?.focus();
  };
  return (
    <chakra.div position="relative">
      {scripted ? (
        tags.values.map((value) => <input key={value} type="hidden" name={name} value={value} />)
      ) : (
        <Checkboxes {...props} />
      )}
      <chakra.div css={{ "@media (scripting: none)": { display: "none" } }}>
        {tags.values.length === 0 ? null : (
          <chakra.ul
            aria-label={t("tags.chosen", { name: label })}
            display="flex"
            flexWrap="wrap"
            gap="2"
            marginBottom="2"
            listStyleType="none"
          >
            {tags.values.map((value) => (
              <li key={value}>
                <Tag label={labelOf(value, choices)} onRemove={() => remove(value)} />
              </li>
            ))}
          </chakra.ul>
        )}
        <Search
          id={id}
          label={label}
          choices={choices}
          taken={tags.values}
          input={input}
          announcement={tags.announcement}
          onChoose={tags.add}
          onBack={() => {
            const last = tags.values.at(-1);
            if (last !== undefined) remove(last);
          }}
        />
      </chakra.div>
    </chakra.div>
  );
}

/** The chosen values, and a sentence about the latest change. */
function useTags({ choices, chosen, none, onChange }: TagsProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState(chosen);
  const [announcement, setAnnouncement] = useState("");
  const take = (next: readonly string[], words: string) => {
    setValues(next);
    setAnnouncement(words);
    onChange(next);
  };
  return {
    values,
    announcement,
    add: ({ value, label }: Pick<Choice, "value" | "label">) => {
      const others = value === none ? [] : values.filter((each) => each !== none);
      take([...others, value], t("tags.added", { name: label }));
    },
    remove: (value: string) =>
      take(
        values.filter((each) => each !== value),
        t("tags.removed", { name: labelOf(value, choices) }),
      ),
  };
}

function labelOf(value: string, choices: readonly Choice[]): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** Every choice as a checkbox, for pages without scripts. */
function Checkboxes({ id, choices, chosen }: TagsProps) {
  return (
    <chakra.div display="grid" gap="2" css={{ "@media (scripting: enabled)": { display: "none" } }}>
      {choices.map((choice, place) => (
        <ChoiceCard
          key={choice.value}
          choice={choice}
          control={{
            type: "checkbox",
            id: place === 0 ? id : `${id}-${place}`,
            name: listName(fieldName(id)),
            checked: chosen.includes(choice.value),
            required: false,
            onChange: () => undefined,
          }}
        />
      ))}
    </chakra.div>
  );
}

/** The control that finds a choice by its label. */
function Search({
  id,
  label,
  choices,
  taken,
  input,
  announcement,
  onChoose,
  onBack,
}: {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Values that are chosen already. */
  readonly taken: readonly string[];
  readonly input: RefObject<HTMLInputElement | null>;
  readonly announcement: string;
  onChoose(choice: Pick<Choice, "value" | "label">): void;
  /** Backspace in the empty control. */
  onBack(): void;
}) {
  const { t } = useTranslation();
  const scripted = useScripted();
  const pointer = `/${fieldName(id)}`;
  const error = useScreen((state) => state.errors.some((each) => each.pointer === pointer));
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useMatches(choices, taken, text);
  const choose = (choice: Pick<Choice, "value" | "label">) => {
    onChoose(choice);
    setText("");
    setOpen(false);
  };
  const { active, onKeyDown } = useListKeys({ list, open, setOpen }, choose);
  return (
    <>
      <chakra.input
        ref={input}
        id={scripted ? id : `${id}-search`}
        role="combobox"
        type="text"
        autoComplete="off"
        value={text}
        aria-label={label}
        aria-expanded={open && list.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-option-${active}` : undefined}
        aria-invalid={error || undefined}
        placeholder={t("choose")}
        css={CONTROL}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={(event) =>
          event.key === "Backspace" && text === "" ? onBack() : onKeyDown(event)
        }
        onFocus={() => clearTimeout(closing.current)}
        onBlur={() => (closing.current = setTimeout(() => setOpen(false), 120))}
      />
      <chakra.div role="status" srOnly>
        {open ? t("results", { count: list.length }) : announcement}
      </chakra.div>
      <SuggestionList {...{ id, label, list, open, active }} onChoose={choose} />
      {open && list.length === 0 && text !== "" ? (
        <chakra.p marginTop="2" fontSize="sm" color="muted">
          {t("noResults")}
        </chakra.p>
      ) : null}
    </>
  );
}

/** The choices that are left and whose label has a text; the same list while nothing changes. */
function useMatches(
  choices: readonly Choice[],
  taken: readonly string[],
  text: string,
): readonly Choice[] {
  return useMemo(() => {
    const wanted = searchable(text);
    return choices.filter(
      (choice) => !taken.includes(choice.value) && searchable(choice.label).includes(wanted),
    );
  }, [choices, taken, text]);
}

/** A chosen value; pressing it removes it. */
function Tag({ label, onRemove }: { readonly label: string; onRemove(): void }) {
  const { t } = useTranslation();
  return (
    <chakra.button
      type="button"
      aria-label={t("tags.remove", { name: label })}
      display="inline-flex"
      alignItems="center"
      gap="2"
      minHeight="2.75rem"
      paddingInline="3"
      border="1px solid"
      borderColor="accent"
      borderRadius="control"
      background="tint"
      color="text"
      fontWeight="500"
      cursor="pointer"
      _hover={{ borderColor: "text" }}
      _focusVisible={{ outline: "3px solid", outlineColor: "focus", outlineOffset: "2px" }}
      onClick={onRemove}
    >
      {label}
      <chakra.svg
        viewBox="0 0 16 16"
        width="0.875rem"
        height="0.875rem"
        aria-hidden="true"
        focusable="false"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      >
        <path d="m4 4 8 8m0-8-8 8" />
      </chakra.svg>
    </chakra.button>
  );
}

/** Normalizes a text for search: lower case, without accents. */
function searchable(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}
