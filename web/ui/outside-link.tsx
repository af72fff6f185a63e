import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";

/**
 * A link that opens in a new tab, so that typed text stays. Screen readers announce the new tab.
 */
export function OutsideLink({ href, label }: { readonly href: string; readonly label: string }) {
  const { t } = useTranslation();
  return (
    <chakra.a
      href={href}
      target="_blank"
      rel="noopener"
      color="accentText"
      textDecoration="underline"
    >
      {label}
      <chakra.span srOnly> {t("newTab")}</chakra.span>
    </chakra.a>
  );
}
