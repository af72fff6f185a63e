import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";

/** A link that is read beside the page: whatever is typed stays where it is. Those who do not see the new tab are told of it. */
export function OutsideLink({ href, label }: { readonly href: string; readonly label: string }) {
  const { t } = useTranslation();
  return (
    <chakra.a
      href={href}
      target="_blank"
      rel="noopener"
      color="accentText"
      textDecoration="underline"
      textUnderlineOffset="3px"
    >
      {label}
      <chakra.span srOnly> {t("newTab")}</chakra.span>
    </chakra.a>
  );
}
