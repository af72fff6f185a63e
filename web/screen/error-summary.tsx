import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject } from "../../engine/definition/json.ts";
import { useScreen } from "./store-context.ts";

/** Everything that is wrong, on top, each a link to its field where the screen has that. It takes the focus when Continue was pressed in vain. */
export function ErrorSummary() {
  const errors = useScreen((state) => state.errors);
  const announced = useScreen((state) => state.announced);
  const ui = useScreen((state) => state.view.form?.ui);
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
          <chakra.li key={`${pointer} ${message}`} color="danger" lineHeight="1.35">
            {isAsked(ui, pointer.slice(1)) ? (
              <chakra.a
                href={`#root_${pointer.slice(1)}`}
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
            ) : (
              message
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

/** Whether a field can be gone to: it is one of the screen's, and not out of sight. */
function isAsked(ui: JsonObject | undefined, name: string): boolean {
  const field = ui?.[name] as { readonly "ui:widget"?: string } | undefined;
  return field !== undefined && field["ui:widget"] !== "hidden";
}

function focusField(name: string): void {
  const control = document.getElementById(`root_${name}`);
  control?.closest("div")?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
}
