import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { asObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { Icon } from "../ui/icon.tsx";
import { tintStyle } from "../ui/tones.ts";
import { problemsOf } from "../store/page-problems.ts";
import { useScreen } from "../store/use-screen.ts";

/**
 * All problems below the title: those of the page, and those of fields, each a link to its field.
 * The sentence that asks to correct fields stands only where the page has such a field. The summary
 * takes the focus when a press finds problems.
 */
export function ErrorSummary() {
  const errors = useScreen((state) => state.errors);
  const announced = useScreen((state) => state.announced);
  const view = useScreen((state) => state.view);
  const box = useRef<HTMLDivElement>(null);
  const { t } = useTranslation();
  const ofPage = problemsOf(view);
  const ofFields = announced > 0 ? errors : [];
  useEffect(() => {
    if (announced > 0) box.current?.focus();
  }, [announced]);
  if (ofPage.length + ofFields.length === 0) return null;
  // The fields of a frame are hidden: they have no link, and one sentence for all of them.
  const listed = [
    ...ofPage.map(({ id, text }) => ({ pointer: id, message: text, href: undefined })),
    ...ofFields.map((error) => ({ ...error, href: wayTo(view.form, error.pointer) })),
  ].filter(
    ({ message, href }, at, all) =>
      href !== undefined || all.findIndex((other) => other.message === message) === at,
  );
  return (
    <chakra.div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary"
      marginTop="5"
      marginBottom="6"
      css={BOX}
    >
      <Icon name="alert" />
      <chakra.h2 id="error-summary" css={{ fontSize: "md" }}>
        {t("errorSummary.title")}
      </chakra.h2>
      <chakra.div gridColumn="2">
        {listed.some(({ href }) => href !== undefined) && (
          <chakra.p color="text">{t("errorSummary.text")}</chakra.p>
        )}
        <chakra.ul role="list" listStyleType="none">
          {listed.map(({ pointer, message, href }) => (
            <chakra.li key={`${pointer} ${message}`}>
              {href === undefined ? (
                message
              ) : (
                <chakra.a
                  href={href}
                  display="block"
                  // 44 px high on a phone, with one line.
                  paddingBlock={{ base: "0.75rem", lg: "0.5rem" }}
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
    </chakra.div>
  );
}

/** As a notice, with a strong edge. Its words begin at one line. */
const BOX: SystemStyleObject = {
  ...tintStyle("error"),
  border: "2px solid",
  display: "grid",
  gridTemplateColumns: "1.25rem minmax(0, 1fr)",
  gap: "0 8px",
  alignItems: "center",
  padding: "14px 18px",
  borderRadius: "card",
  borderColor: "danger",
  color: "danger",
  fontSize: "sm",
  lineHeight: "1.25rem",
  "& h2": { color: "text" },
};

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
