import { chakra } from "@chakra-ui/react";
import type { ActionView } from "../../engine/render/view.ts";
import { ActionButton } from "../actions/action-button.tsx";

/** A screen's buttons. Continue comes first for Enter and screen readers; Back is drawn before it. */
export function Actions({ actions }: { readonly actions: readonly ActionView[] }) {
  const shown = actions.filter(({ style }) => style !== "none");
  if (shown.length === 0) return null;
  const rank = { primary: 0, danger: 0, secondary: 1, link: 2, back: 3, none: 4 };
  const ordered = shown.toSorted((a, b) => rank[a.style] - rank[b.style]);
  return (
    <chakra.div
      data-chrome
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="5"
      rowGap="3"
      marginTop="8"
      css={{
        // Words alone have air enough of their own, one below the other.
        "& > :not([data-busy]) + :not([data-busy])": { marginTop: { base: "-10px", sm: "0" } },
        "& > button[value=back]": { order: -1 },
        "@media (min-width: 500px)": { "& > [data-trouble]": { order: 1 } },
        "@media (max-width: 499px)": {
          "& > button, & > details, & > details > summary": { width: "100%" },
          "& > button[value=back]": { order: 1 },
        },
      }}
    >
      {ordered.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </chakra.div>
  );
}
