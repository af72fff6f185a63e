import { chakra } from "@chakra-ui/react";
import type { FieldTemplateProps } from "@rjsf/utils";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/icon.tsx";
import { OutsideLink } from "../ui/outside-link.tsx";
import { UNFOLDS } from "../ui/unfolds.ts";
import { useScreen } from "../store/use-screen.ts";
import { lateQuantityRow } from "./late-widgets.ts";
import { fieldName, type FieldOptions } from "./field-options.ts";

const GROUPED = new Set(["radio", "choice-cards", "checkboxes", "tags", "file"]);

/** One question: its label, hint, error and control. */
export function FieldTemplate({
  id,
  label,
  children,
  hidden,
  schema,
  uiSchema,
  rawDescription,
}: FieldTemplateProps) {
  const name = fieldName(id);
  const error = useScreen(
    (state) => state.errors.find(({ pointer }) => pointer === `/${name}`)?.message,
  );
  const kept = useScreen((state) => state.view.form?.kept[name]);
  if (schema.type === "object") return <>{children}</>;
  if (hidden) return <div hidden>{children}</div>;
  const widget = String(uiSchema?.["ui:widget"] ?? "");
  const {
    optional = false,
    help,
    links,
    picture,
    price,
  } = (uiSchema?.["ui:options"] ?? {}) as FieldOptions;
  const why = help === undefined ? null : <Why id={id} label={label} text={help} />;
  const title = (
    <>
      {label}
      {optional ? <Optional /> : null}
    </>
  );
  const hint =
    rawDescription === undefined || rawDescription === "" ? null : (
      <chakra.p id={`${id}-hint`} fontSize="sm" lineHeight="1.25rem" color="muted" marginBottom="2">
        {rawDescription}
      </chakra.p>
    );
  const problem = error === undefined ? null : <Problem id={id} message={error} />;
  if (widget === "checkbox") {
    return (
      <div>
        {problem}
        {children}
        {/* Indented to the text of the checkbox. */}
        {links === undefined ? null : <Links links={links} indent="36px" />}
        {why}
      </div>
    );
  }
  if (GROUPED.has(widget)) {
    return (
      <chakra.fieldset
        aria-describedby={
          [
            hint === null ? "" : `${id}-hint`,
            problem === null ? "" : `${id}-error`,
            why === null ? "" : `${id}-why`,
          ]
            .filter(Boolean)
            .join(" ") || undefined
        }
        data-field={name}
        data-invalid={problem === null ? undefined : ""}
        css={{ "&[data-invalid] label": { borderColor: "danger" } }}
      >
        <chakra.legend fontSize="sm" lineHeight="1.25rem" fontWeight="500" marginBottom="2">
          {title}
        </chakra.legend>
        {hint}
        {problem}
        {children}
        {links === undefined ? null : <Links links={links} />}
        {why}
      </chakra.fieldset>
    );
  }
  if (widget === "quantity") {
    return lateQuantityRow.draw({
      id,
      label,
      hint,
      problem,
      more:
        links === undefined && why === null ? null : (
          <>
            {links === undefined ? null : <Links links={links} />}
            {why}
          </>
        ),
      picture,
      price,
      children,
    });
  }
  return (
    <div>
      <chakra.label
        htmlFor={id}
        display="block"
        fontSize="sm"
        lineHeight="1.25rem"
        fontWeight="500"
        marginBottom={hint === null ? "2" : "1"}
      >
        {title}
      </chakra.label>
      {hint}
      {kept === undefined ? null : <Kept id={id} value={kept} />}
      {problem}
      {children}
      {links === undefined ? null : <Links links={links} />}
      {why}
    </div>
  );
}

// Rare parts are components of their own: reading copy costs more than the rest of a field.

function Optional() {
  const { t } = useTranslation();
  return (
    <chakra.span fontWeight="400" color="muted">
      {" "}
      {t("optional")}
    </chakra.span>
  );
}

function Problem({ id, message }: { readonly id: string; readonly message: string }) {
  const { t } = useTranslation();
  return (
    <chakra.p
      id={`${id}-error`}
      display="flex"
      gap="2"
      fontSize="sm"
      lineHeight="20px"
      fontWeight="500"
      color="danger"
      marginBottom="2"
    >
      {/* For sighted visitors without colour vision; screen readers have the word. */}
      <Icon name="alert" />
      <chakra.span minWidth="0">
        <chakra.span srOnly>{t("errorSummary.prefix")}</chakra.span>
        {message}
      </chakra.span>
    </chakra.p>
  );
}

/** A stored answer, masked: it is sent only when it is changed. */
function Kept({ id, value }: { readonly id: string; readonly value: string }) {
  const { t } = useTranslation();
  return (
    <chakra.p id={`${id}-kept`} fontSize="sm" color="muted" marginBottom="2">
      {t("kept", { value })}
    </chakra.p>
  );
}

/** Links to documents that a field mentions, in a new tab: the form stays. */
function Links({
  links,
  indent = "0",
}: {
  readonly links: NonNullable<FieldOptions["links"]>;
  readonly indent?: string;
}) {
  return (
    <chakra.p
      data-chrome
      display="flex"
      flexWrap="wrap"
      columnGap="5"
      rowGap="1"
      marginTop="1"
      fontSize="sm"
      paddingInlineStart={indent}
      // Each as high as a finger wants.
      css={{ "& a": { display: "inline-flex", alignItems: "center", minHeight: "32px" } }}
    >
      {links.map(({ href, label }) => (
        <OutsideLink key={href} href={href} label={label} />
      ))}
    </chakra.p>
  );
}

/** The reason for a question, folded; screen readers read it with the field in any case. */
function Why({
  id,
  label,
  text,
}: {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}) {
  const { t } = useTranslation();
  return (
    <chakra.details data-chrome marginTop="1" fontSize="sm" css={UNFOLDS}>
      <summary>
        {t("whyWeAsk")}
        <chakra.span srOnly>{t("whyAbout", { label })}</chakra.span>
      </summary>
      <chakra.p id={`${id}-why`} color="muted">
        {text}
      </chakra.p>
    </chakra.details>
  );
}
