import { chakra } from "@chakra-ui/react";
import type { ActionView, ListView } from "../../engine/render/view.ts";
import { Badge } from "../ui/badge.tsx";
import { CARD } from "../ui/card.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { BUTTONS } from "../ui/button-style.ts";
import { PlainForm } from "../actions/plain-form.tsx";
import { useScreen } from "../store/use-screen.ts";

/** The entries of a list screen as cards: title, status and actions. */
export function ListEntries({
  list,
  postKey,
}: {
  readonly list: ListView;
  readonly postKey: string;
}) {
  const path = useScreen((state) => state.view.path);
  const revision = useScreen((state) => state.view.revision);
  const limits =
    list.limits === undefined ? null : (
      <chakra.p marginBottom="4" color="muted">
        {list.limits}
      </chakra.p>
    );
  if (list.items.length === 0) {
    return list.empty === undefined ? (
      limits
    ) : (
      <>
        {limits}
        <chakra.p
          padding="6"
          marginBottom="6"
          textAlign="center"
          color="muted"
          border="1px dashed"
          borderColor="border"
          borderRadius="card"
        >
          {list.empty}
        </chakra.p>
      </>
    );
  }
  return (
    <>
      {limits}
      <chakra.ul
        role="list"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="4"
        listStyleType="none"
        marginBottom="6"
      >
        {list.items.map((item, index) => (
          <chakra.li key={item.id} css={CARD}>
            <chakra.div
              display="flex"
              flexWrap="wrap"
              alignItems="baseline"
              justifyContent="space-between"
              columnGap="4"
              rowGap="2"
            >
              <chakra.h2 fontSize="lg" fontWeight="650" lineHeight="1.3" overflowWrap="anywhere">
                {item.title}
              </chakra.h2>
              {item.status === undefined ? null : (
                <Badge tone={item.tone ?? "info"}>{item.status}</Badge>
              )}
            </chakra.div>
            {item.subtitle === undefined ? null : (
              <chakra.p marginTop="1" color="muted" overflowWrap="anywhere">
                {item.subtitle}
              </chakra.p>
            )}
            {item.actions.length === 0 ? null : (
              <PlainForm view={{ path, revision }} postKey={`${postKey}-${index}`} item={item.id}>
                <EntryActions actions={item.actions} about={item.title} />
              </PlainForm>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

/**
 * The main action as a button, full-width on phones, the others as links below or beside it; an
 * action without others is a button.
 */
function EntryActions({
  actions,
  about,
}: {
  readonly actions: readonly ActionView[];
  readonly about: string;
}) {
  const ordered = actions
    .filter(({ style }) => style !== "none")
    .toSorted((a, b) => RANK[a.style] - RANK[b.style]);
  const isLone = ordered.length === 1;
  return (
    <chakra.div
      data-chrome
      role="group"
      aria-label={about}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="5"
      rowGap="1"
      marginTop="3"
      css={{
        // Plain links have padding of their own below them.
        "&:has(> :last-of-type:not([data-main]))": { marginBottom: "-8px" },
        "@media (max-width: 499px)": {
          "& > [data-main]": { flexBasis: "100%" },
          "& > [data-main] > button": { width: "100%" },
        },
      }}
    >
      {ordered.map((action) => (
        <chakra.div
          key={action.id}
          data-main={
            action.style === "primary" || (isLone && action.style !== "danger") || undefined
          }
          css={{ "&:has(details[open], [data-failure])": { flexBasis: "100%" } }}
        >
          <ActionButton action={action} look={(isLone ? LONE : LOOKS)[action.style]} />
        </chakra.div>
      ))}
    </chakra.div>
  );
}

const RANK = { primary: 0, secondary: 1, link: 1, back: 1, danger: 2, none: 3 } as const;
const LOOKS = {
  primary: BUTTONS.primary,
  secondary: BUTTONS.link,
  link: BUTTONS.link,
  back: BUTTONS.link,
  danger: BUTTONS.dangerLink,
  none: BUTTONS.link,
} as const;
const LONE = { ...LOOKS, secondary: BUTTONS.secondary, link: BUTTONS.secondary } as const;
