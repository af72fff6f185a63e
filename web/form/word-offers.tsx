import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { SuggestView } from "../../engine/render/view.ts";
import { fieldName } from "./field-options.ts";

/** Choices for words that were posted without scripts. */
export function WordOffers({
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
            minHeight="2.75rem"
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              name={name}
              value={offer.value}
              width="1.25rem"
              height="1.25rem"
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
