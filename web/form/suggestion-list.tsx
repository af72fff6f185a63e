import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Suggested } from "../api/http.ts";

/** The listbox of a combobox, below its control. */
export function SuggestionList({
  id,
  label,
  list,
  open,
  active,
  nothing,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly list: readonly Suggested[];
  readonly open: boolean;
  /** Index of the suggestion that the arrow keys have reached. */
  readonly active: number;
  /** What is said where nothing matched, and the list has common choices only. */
  readonly nothing?: string | undefined;
  onChoose(suggestion: Suggested): void;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    if (active >= 0)
      document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <chakra.div
      hidden={!open || list.length === 0}
      position="absolute"
      zIndex="10"
      insetInline="0"
      marginTop="1"
      background="field"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      boxShadow="card"
    >
      {nothing === undefined ? null : (
        <chakra.div paddingInline="4" paddingTop="3" fontSize="sm" lineHeight="1.25rem">
          <p>{nothing}</p>
          <chakra.p
            marginTop="3"
            paddingTop="3"
            borderTop="1px solid"
            borderColor="line"
            fontWeight="500"
            color="muted"
          >
            {t("orChoose")}
          </chakra.p>
        </chakra.div>
      )}
      <chakra.ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        listStyleType="none"
        padding="1"
        maxHeight="320px"
        overflowY="auto"
      >
        {list.map((suggestion, index) => (
          <Option
            key={`${suggestion.value}-${suggestion.label}`}
            id={`${id}-option-${index}`}
            suggestion={suggestion}
            active={index === active}
            onChoose={onChoose}
          />
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

/** One suggestion; pressing it leaves the focus in the control. */
function Option({
  id,
  suggestion,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly suggestion: Suggested;
  readonly active: boolean;
  onChoose(suggestion: Suggested): void;
}) {
  const { label, detail, tone } = suggestion;
  return (
    <chakra.li
      id={id}
      role="option"
      aria-selected={active}
      minHeight="2.75rem"
      display="flex"
      alignItems="center"
      paddingInline="3"
      borderRadius="control"
      cursor="pointer"
      background={active ? "tint" : undefined}
      color={tone === "error" ? "danger" : "text"}
      _hover={{ background: "tint" }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(suggestion)}
    >
      {detail === undefined ? (
        label
      ) : (
        <chakra.span paddingBlock="1" lineHeight="1.3">
          <chakra.span display="block">{label}</chakra.span>{" "}
          <chakra.span display="block" fontSize="sm" color="muted">
            {detail}
          </chakra.span>
        </chakra.span>
      )}
    </chakra.li>
  );
}
