import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useScreen } from "./store-context.ts";

/** Everything that is wrong, on top, each a link to its field. It takes the focus when Continue was pressed in vain. */
export function ErrorSummary() {
  const errors = useScreen((state) => state.errors);
  const announced = useScreen((state) => state.announced);
  const box = useRef<HTMLDivElement>(null);
  const { t } = useTranslation();
  const shown = announced > 0 && errors.length > 0;
  useEffect(() => {
    if (announced > 0) box.current?.focus();
  }, [announced]);
  if (!shown) return null;
  return (
    <chakra.div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary"
      border="1px solid"
      borderColor="danger"
      borderInlineStartWidth="4px"
      borderRadius="control"
      padding="4"
      marginBottom="6"
      background="surface"
    >
      <chakra.h2 id="error-summary" fontWeight="700" lineHeight="1.3" marginBottom="3">
        {t("errorSummary.title")}
      </chakra.h2>
      <chakra.ul role="list" display="grid" gap="2" listStyleType="none">
        {errors.map(({ pointer, message }) => (
          <li key={pointer}>
            <chakra.a
              href={`#root_${pointer.slice(1)}`}
              color="danger"
              lineHeight="1.35"
              textDecoration="underline"
              textUnderlineOffset="3px"
              textDecorationThickness="1px"
              css={{ "&:hover": { textDecorationThickness: "2px" } }}
              onClick={(event) => {
                event.preventDefault();
                focusField(pointer.slice(1));
              }}
            >
              {message}
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

function focusField(name: string): void {
  const control = document.getElementById(`root_${name}`) ?? document.getElementById(`root_${name}-0`);
  control?.closest("div")?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}
