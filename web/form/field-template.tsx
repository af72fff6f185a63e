import { chakra } from "@chakra-ui/react";
import type { FieldTemplateProps } from "@rjsf/utils";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/icon.tsx";
import { OutsideLink } from "../ui/outside-link.tsx";
import { DISCLOSURE } from "../ui/disclosure.ts";
import { useScreen } from "../store/use-screen.ts";
import { lazyQuantityRow } from "./lazy-widgets.ts";
import { fieldName, type FieldOptions } from "./field-options.ts";

const GROUPED = new Set(["radio", "choice-cards", "checkboxes", "tags", "file"]);

/** One question: its label, hint, error and control. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, children, hidden, schema, uiSchema } = props;
  const name = fieldName(id);
  const error = useScreen(
    (state) => state.errors.find(({ pointer }) => pointer === `/${name}`)?.message,
  );
  if (schema.type === "object") return <>{children}</>;
  if (hidden) return <div hidden>{children}</div>;
  const parts = partsOf(props, error);
  const widget = String(uiSchema?.["ui:widget"] ?? "");
  if (widget === "checkbox") return <CheckboxField {...parts}>{children}</CheckboxField>;
  if (GROUPED.has(widget)) return <GroupField {...parts}>{children}</GroupField>;
  if (widget === "quantity") {
    const { label, hint, problem, links, why, picture, price } = parts;
    const more =
      links === null && why === null ? null : (
        <>
          {links}
          {why}
        </>
      );
    return lazyQuantityRow.draw({ id, label, hint, problem, more, picture, price, children });
  }
  return <LabelledField {...parts}>{children}</LabelledField>;
}

/** The parts of a question; null: it has none. */
interface FieldParts extends Pick<FieldOptions, "picture" | "price"> {
  readonly id: string;
  readonly label: string;
  readonly title: ReactNode;
  readonly hint: ReactElement | null;
  readonly problem: ReactElement | null;
  readonly links: ReactElement | null;
  readonly why: ReactElement | null;
  readonly children?: ReactNode;
}

function partsOf(
  { id, label, uiSchema, rawDescription }: FieldTemplateProps,
  error: string | undefined,
): FieldParts {
  const {
    optional = false,
    help,
    links,
    picture,
    price,
  } = (uiSchema?.["ui:options"] ?? {}) as FieldOptions;
  // Links below a checkbox begin with its text.
  const indent = uiSchema?.["ui:widget"] === "checkbox" ? "2.25rem" : "0";
  return {
    id,
    label,
    title: (
      <>
        {label}
        {optional ? <Optional /> : null}
      </>
    ),
    hint:
      rawDescription === undefined || rawDescription === "" ? null : (
        <Hint id={id} text={rawDescription} />
      ),
    problem: error === undefined ? null : <Problem id={id} message={error} />,
    links: links === undefined ? null : <Links links={links} indent={indent} />,
    why: help === undefined ? null : <Why id={id} label={label} text={help} />,
    picture,
    price,
  };
}

/** A box with its text beside it. */
function CheckboxField({ problem, links, why, children }: FieldParts) {
  return (
    <div>
      {problem}
      {children}
      {links}
      {why}
    </div>
  );
}

/** Several controls under one question. */
function GroupField({ id, title, hint, problem, links, why, children }: FieldParts) {
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
      data-field={fieldName(id)}
      data-invalid={problem === null ? undefined : ""}
      css={{ "&[data-invalid] label": { borderColor: "danger" } }}
    >
      <chakra.legend fontSize="sm" lineHeight="1.25rem" fontWeight="500" marginBottom="2">
        {title}
      </chakra.legend>
      {hint}
      {problem}
      {children}
      {links}
      {why}
    </chakra.fieldset>
  );
}

/** One control below its label. */
function LabelledField({ id, title, hint, problem, links, why, children }: FieldParts) {
  const kept = useScreen((state) => state.view.form?.kept[fieldName(id)]);
  return (
    <div>
      <chakra.label
        id={`${id}-label`}
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
      {links}
      {why}
    </div>
  );
}

// Rare parts are components of their own: reading copy costs more than the rest of a field.

function Hint({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <chakra.p id={`${id}-hint`} fontSize="sm" lineHeight="1.25rem" color="muted" marginBottom="2">
      {text}
    </chakra.p>
  );
}

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
      lineHeight="1.25rem"
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
  indent,
}: {
  readonly links: NonNullable<FieldOptions["links"]>;
  readonly indent: string;
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
      css={{ "& a": { display: "inline-flex", alignItems: "center", minHeight: "2rem" } }}
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
    <chakra.details data-chrome marginTop="1" fontSize="sm" css={DISCLOSURE}>
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
