import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { asObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { tintStyle } from "../ui/tones.ts";
import { useScreen } from "../store/use-screen.ts";

/**
 * All errors below the title, each a link to its field. The sentence that asks to correct fields
 * stands only where the page has such a field. It takes the focus when a press of Continue fails
 * validation.
 */
export function ErrorSummary() {
  const errors = useScreen((state) => state.errors);
  const announced = useScreen((state) => state.announced);
  const form = useScreen(({ view }) => view.form);
  const box = useRef<HTMLDivElement>(null);
  const { t } = useTranslation();
  const shown = announced > 0 && errors.length > 0;
  useEffect(() => {
    if (announced > 0) box.current?.focus();
  }, [announced]);
  if (!shown) return null;
  // The fields of a frame are hidden: they have no link, and one sentence for all of them.
  const listed = errors
    .map((error) => ({ ...error, href: wayTo(form, error.pointer) }))
    .filter(
      ({ message, href }, at) =>
        href !== undefined || errors.findIndex((other) => other.message === message) === at,
    );
  return (
    <chakra.div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary"
      borderRadius="card"
      padding="4"
      marginTop="4"
      marginBottom="6"
      css={{ ...tintStyle("error"), borderWidth: "2px", borderColor: "danger" }}
    >
      <chakra.h2 id="error-summary" fontWeight="650" lineHeight="1.3" marginBottom="1">
        {t("errorSummary.title")}
      </chakra.h2>
      {listed.some(({ href }) => href !== undefined) && (
        <chakra.p marginBottom="3">{t("errorSummary.text")}</chakra.p>
      )}
      <chakra.ul role="list" listStyleType="none">
        {listed.map(({ pointer, message, href }) => (
          <chakra.li key={`${pointer} ${message}`} color="danger" lineHeight="1.35">
            {href === undefined ? (
              message
            ) : (
              <chakra.a
                href={href}
                display="inline-flex"
                alignItems="center"
                minHeight={{ base: "2.75rem", lg: "2.25rem" }}
                textDecoration="underline"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(href.slice(1));
                }}
              >
                {message}
              </chakra.a>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}

/** The link to a field; undefined for a hidden one. */
function wayTo(form: ScreenView["form"], pointer: string): string | undefined {
  const name = pointer.slice(1);
  const field = form?.ui[name];
  return field === undefined || asObject(field)["ui:widget"] === "hidden"
    ? undefined
    : `#root_${name}`;
}

function focusField(id: string): void {
  const control = document.getElementById(id);
  control?.closest("div")?.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true, focusVisible: true });
}
