import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ScreenView } from "../../engine/render/view.ts";
import { Badge } from "../ui/badge.tsx";
import { BUTTONS } from "../ui/button-style.ts";
import { Icon } from "../ui/icon.tsx";

const SUMMARY: SystemStyleObject = {
  display: "flex",
  alignItems: "center",
  gap: "0.5rem",
  minHeight: "2.75rem",
  fontSize: "sm",
  fontWeight: "500",
  color: "text",
  cursor: "pointer",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
};

const PANEL: SystemStyleObject = {
  position: "absolute",
  insetInlineEnd: "0",
  top: "calc(100% + 4px)",
  zIndex: "10",
  width: "max-content",
  minWidth: "220px",
  maxWidth: "min(320px, 80vw)",
  padding: "4",
  background: "raised",
  border: "1px solid",
  borderColor: "line",
  borderRadius: "card",
  boxShadow: "0 8px 24px rgb(0 0 0 / 0.12)",
};

/**
 * The signed-in person with a sign-out button, or the name of the other person whose application
 * this is. It works without scripts.
 */
export function Account({ account }: { readonly account: NonNullable<ScreenView["account"]> }) {
  const { t } = useTranslation();
  if (account.kind === "part")
    return (
      <chakra.p data-chrome overflowWrap="anywhere">
        <Badge tone="info">{t("account.for", { name: account.of })}</Badge>
      </chakra.p>
    );
  const { name, email } = account;
  return (
    <chakra.details
      data-chrome
      position="relative"
      flexShrink="0"
      onKeyDown={closeByEscape}
      css={{ "&[open] > summary > [data-turn]": { transform: "rotate(180deg)" } }}
    >
      <chakra.summary css={SUMMARY}>
        <chakra.span
          aria-hidden="true"
          display="grid"
          placeItems="center"
          width="1.75rem"
          height="1.75rem"
          borderRadius="50%"
          background="tintStrong"
          color="accentText"
          fontSize="xs"
          fontWeight="650"
        >
          {initials(name)}
        </chakra.span>
        <chakra.span srOnly>{t("account.title")} </chakra.span>
        <chakra.span
          maxWidth="200px"
          truncate
          css={{
            // Beside the brand of a phone there is room for the initials alone.
            "@media (max-width: 599px)": {
              position: "absolute",
              width: "1px",
              height: "1px",
              overflow: "hidden",
              clipPath: "inset(50%)",
            },
          }}
        >
          {name}
        </chakra.span>
        <chakra.span data-turn color="muted" transition="transform 150ms">
          <Icon name="down" size="1rem" />
        </chakra.span>
      </chakra.summary>
      <chakra.div css={PANEL}>
        <chakra.p fontSize="sm" fontWeight="500" overflowWrap="anywhere">
          {name}
        </chakra.p>
        {email === undefined ? null : (
          <chakra.p fontSize="sm" color="muted" overflowWrap="anywhere">
            {email}
          </chakra.p>
        )}
        <chakra.form method="post" action="/sign-out" marginTop="3">
          <chakra.button type="submit" css={{ ...BUTTONS.secondary, width: "100%" }}>
            {t("account.signOut")}
          </chakra.button>
        </chakra.form>
      </chakra.div>
    </chakra.details>
  );
}

/** Closes the menu; the focus returns to its button. */
function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** The first letters of the first and last word; of a mail address, its first letter. */
function initials(name: string): string {
  const words = name.split("@")[0]?.trim().split(/\s+/) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
