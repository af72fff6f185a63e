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
      border="2px solid"
      borderColor="danger"
      borderRadius="control"
      padding="4"
      marginBottom="6"
      background="surface"
    >
      <chakra.h2 id="error-summary" fontSize="lg" fontWeight="700" marginBottom="2">
        {t("errorSummary.title")}
      </chakra.h2>
      <chakra.ul display="grid" gap="1" listStyleType="none">
        {errors.map(({ pointer, message }) => (
          <li key={pointer}>
            <chakra.a
              href={`#root_${pointer.slice(1)}`}
              color="danger"
              fontWeight="600"
              textDecoration="underline"
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
