import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { ScreenView } from "../../engine/render/view.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { LOCALE_ACTION, LOCALE_BUTTON } from "../../engine/language/page-actions.ts";
import { PlainForm } from "../actions/plain-form.tsx";
import { useScreen } from "../store/use-screen.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { EnterButton } from "./actions.tsx";

const LOOK = {
  display: "inline-flex",
  alignItems: "center",
  fontSize: "sm",
  minHeight: "2.75rem",
  background: "transparent",
  textDecoration: "underline",
  color: "accentText",
  fontWeight: "500",
  cursor: "pointer",
} as const;

/**
 * Hides the present language in a narrow window, beside the brand's name; not the link that was
 * just pressed, which has the focus.
 */
const CURRENT = {
  ...LOOK,
  color: "text",
  fontWeight: "650",
  textDecoration: "none",
  "@media (max-width: 499px)": { "&:not(:focus)": { display: "none" } },
} as const;

/**
 * The languages of the page. One that begins a new application asks for confirmation, with and
 * without scripts.
 */
export function Languages({
  view,
  postKey,
}: {
  readonly view: ScreenView;
  readonly postKey: string;
}) {
  const { t } = useTranslation();
  const switchLocale = useScreen((state) => state.switchLocale);
  const { localeAsks } = view;
  const scripted = useScripted();
  const [first] = view.actions.filter(({ style }) => style === "primary");
  // Without scripts a link would lose typed values: a button of the form sends it along.
  const sendsForm = !scripted && view.form !== undefined && first !== undefined;
  return (
    <chakra.nav data-chrome aria-label={t("language")} display="flex" flexWrap="wrap" gap="3">
      {/* Enter presses the first button of a form, which must not be a language. */}
      {sendsForm ? <EnterButton actions={view.actions} /> : null}
      {view.locales.map(({ locale, label, current }) =>
        sendsForm && localeAsks === undefined && !current ? (
          <chakra.button
            key={locale}
            type="submit"
            form="foyer-form"
            name="action"
            value={`${LOCALE_BUTTON}${locale}`}
            lang={locale}
            css={LOOK}
          >
            {label}
          </chakra.button>
        ) : localeAsks === undefined || current ? (
          <chakra.a
            key={locale}
            href={`${view.path}${view.path.includes("?") ? "&" : "?"}locale=${locale}`}
            lang={locale}
            hrefLang={locale}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              if (!current) void switchLocale(event.currentTarget.href);
            }}
            aria-current={current ? "true" : undefined}
            css={current ? CURRENT : LOOK}
          >
            {label}
          </chakra.a>
        ) : (
          <PlainForm key={locale} view={view} postKey={`${postKey}-${locale}`} item={locale}>
            <ActionButton
              action={{
                id: LOCALE_ACTION,
                item: locale,
                label,
                style: "link",
                submitsForm: false,
                confirm: localeAsks,
              }}
              look={LOOK}
              showsFailure={false}
            />
          </PlainForm>
        ),
      )}
    </chakra.nav>
  );
}
