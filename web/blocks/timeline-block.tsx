import { chakra } from "@chakra-ui/react";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../ui/card.tsx";
import type { LazyBlockView } from "./kinds.ts";
import { useScripted } from "../ui/use-scripted.ts";

type TimelineView = Extract<LazyBlockView, { kind: "timeline" }>;
type Item = TimelineView["items"][number];

/** The items that each timeline showed last, across screens, to find new ones. */
const shownBefore = new Map<string, readonly Item[]>();

/** A timeline: done, current and later items. New items are marked, and announced politely once. */
export function TimelineBlock({ block }: { readonly block: TimelineView }) {
  const { t, i18n } = useTranslation();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState("");
  useEffect(() => {
    const before = shownBefore.get(block.id);
    shownBefore.set(block.id, block.items);
    if (before === undefined) return;
    // One that takes the place of another is no more to do.
    const added =
      block.items.length > before.length
        ? block.items.filter(({ id }) => before.every((item) => item.id !== id))
        : [];
    if (added.length > 0) setFresh((known) => new Set([...known, ...added.map(({ id }) => id)]));
    const words = newsOf({ before, now: block.items, added }, i18n.language, t);
    // Delayed: a live region that appears together with its words is not announced.
    if (words !== "") setTimeout(() => setNews(words), 400);
  }, [block.id, block.items, i18n.language, t]);
  return (
    <Card title={block.title}>
      {block.text === "" ? null : (
        <chakra.p color="muted" marginBottom="4">
          {block.text}
        </chakra.p>
      )}
      <chakra.ol role="list" listStyleType="none">
        {block.items.map((item) => (
          <chakra.li key={item.id} css={LINE} data-state={item.state}>
            <Mark state={item.state} />
            <chakra.div flex="1" paddingBottom="5">
              <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3">
                <chakra.p
                  fontWeight={item.state === "now" ? "650" : "500"}
                  color={item.state === "later" ? "muted" : "text"}
                >
                  {item.title}
                </chakra.p>
                {/* The mark says the state; its word is for those who do not see it. */}
                <chakra.span srOnly>{t(`timeline.${item.state}`)}</chakra.span>
                {fresh.has(item.id) && item.state !== "done" ? (
                  <chakra.span fontSize="sm" fontWeight="500" color="accent">
                    {t("timeline.new")}
                  </chakra.span>
                ) : null}
              </chakra.div>
              {item.text === undefined ? null : (
                <chakra.p fontSize="sm" color="muted">
                  {item.text}
                </chakra.p>
              )}
              {item.at === undefined ? null : (
                <chakra.p fontSize="sm" color="muted">
                  <Instant at={item.at} />
                </chakra.p>
              )}
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ol>
      <chakra.p role="status" srOnly>
        {news}
      </chakra.p>
    </Card>
  );
}

interface Change {
  readonly before: readonly Item[];
  readonly now: readonly Item[];
  readonly added: readonly Item[];
}

/** Describes a change in one sentence: added items, completed items, and the number left. */
function newsOf({ before, now, added }: Change, language: string, t: TFunction): string {
  const list = (items: readonly Item[]) =>
    new Intl.ListFormat(language, { type: "conjunction" }).format(items.map(({ title }) => title));
  const done = now.filter(
    ({ id, state }) =>
      state === "done" && before.some((item) => item.id === id && item.state !== "done"),
  );
  if (added.length === 0 && done.length === 0) return "";
  const left = now.filter(({ state }) => state !== "done").length;
  return [
    ...(added.length === 0 ? [] : [t("timeline.added", { titles: list(added) })]),
    ...(done.length === 0 ? [] : [t("timeline.finished", { titles: list(done) })]),
    t("timeline.left", { count: left }),
  ].join(" ");
}

function Mark({ state }: { readonly state: Item["state"] }) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width="1.5rem"
      height="1.5rem"
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      color={COLOURS[state]}
    >
      {state === "done" ? (
        <>
          <circle cx="12" cy="12" r="11" fill="currentColor" />
          <path
            d="m7 12.5 3.4 3.4L17 9"
            fill="none"
            stroke="var(--brand-surface)"
            strokeWidth="2.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
      )}
      {state === "now" ? <circle cx="12" cy="12" r="5" fill="currentColor" /> : null}
    </chakra.svg>
  );
}

const COLOURS = { done: "accent", now: "accent", later: "muted" } as const;
const LINE = {
  position: "relative",
  display: "flex",
  gap: "4",
  // The line between two marks.
  "&:not(:last-of-type)::before": {
    content: '""',
    position: "absolute",
    // Through the middle of the marks, which grow with the text.
    insetInlineStart: "calc(0.75rem - 1px)",
    top: "1.5rem",
    bottom: "0",
    width: "2px",
    background: "line",
  },
  "&[data-state=done]::before": { background: "accent" },
  "&:last-of-type > div": { paddingBottom: "0" },
} as const;

/**
 * An instant in words: in the reader's time zone once scripts run, before that and without them in
 * UTC, which it then names.
 *
 * @param at ISO 8601
 */
function Instant({ at }: { readonly at: string }) {
  const { i18n } = useTranslation();
  const scripted = useScripted();
  const format = new Intl.DateTimeFormat(i18n.language, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...(scripted ? {} : { timeZone: "UTC", timeZoneName: "short" }),
  });
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
