import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BlockView } from "../../engine/render/view.ts";
import { BUTTONS } from "../screen/button-style.ts";
import { drawn } from "../screen/late.ts";
import { useScreen } from "../screen/store-context.ts";
import { Card } from "./card.tsx";
import { Steps } from "./steps.tsx";
import { tinted, TONES } from "./tones.ts";
import { UNFOLDS } from "./unfolds.ts";

const MAIN_LINK: SystemStyleObject = {
  ...BUTTONS.primary,
  marginTop: "2",
  "@media (max-width: 499px)": { width: "100%" },
};

/** A part of a screen that is not form. */
export function Block({ block }: { readonly block: BlockView }) {
  switch (block.kind) {
    case "text":
      return <chakra.p color="textMuted">{block.text}</chakra.p>;
    case "notice":
      return <Notice tone={block.tone} title={block.title} text={block.text} />;
    case "facts":
      return <FactsBlock block={block} />;
    case "summary":
      return block.items.length === 0 ? null : (
        <Card title={block.title}>
          <chakra.dl display="grid" gap="3">
            {block.items.map(({ label, value, picture, change }) => (
              <chakra.div key={label} display="grid" gridTemplateColumns="1fr auto" columnGap="4">
                <chakra.dt fontSize="sm" color="textMuted">
                  {label}
                </chakra.dt>
                <chakra.dd gridColumn="1" fontWeight="600">
                  <Picture src={picture} />
                  {value}
                </chakra.dd>
                {change === undefined ? null : (
                  <chakra.dd data-chrome gridColumn="2" gridRow="1 / span 2" alignSelf="center">
                    <chakra.a href={change.href} color="accent" textDecoration="underline">
                      {change.label}
                      {/* Links that are read out one after the other are told apart by what they are about. */}
                      <chakra.span srOnly>{` ${label}`}</chakra.span>
                    </chakra.a>
                  </chakra.dd>
                )}
              </chakra.div>
            ))}
          </chakra.dl>
        </Card>
      );
    case "steps":
      return block.items.length === 0 ? null : (
        <Card title={block.title}>
          <Steps items={block.items} />
        </Card>
      );
    case "countdown":
      return <Countdown until={block.until} text={block.text} over={block.over} />;
    case "link":
      return (
        <chakra.p data-chrome={block.main}>
          <chakra.a
            href={block.href}
            css={block.main === true ? MAIN_LINK : { color: "accent", textDecoration: "underline" }}
          >
            {block.text}
          </chakra.a>
        </chakra.p>
      );
    case "support":
      return (
        <chakra.p color="textMuted">
          {block.text}{" "}
          {block.phone === undefined ? null : (
            <chakra.a
              href={block.href ?? `tel:${block.phone}`}
              color="accent"
              textDecoration="underline"
              whiteSpace="nowrap"
            >
              {block.phone}
            </chakra.a>
          )}
        </chakra.p>
      );
    case "disclosure":
      return (
        <chakra.details css={UNFOLDS}>
          <chakra.summary fontWeight="600">{block.title}</chakra.summary>
          <chakra.p marginTop="1" color="textMuted">
            {block.text}
          </chakra.p>
        </chakra.details>
      );
    case "dialog":
    case "frame":
    case "table":
    case "timeline":
      return drawn("block", { block });
  }
}

/** Facts, those that follow what is typed as they are now. */
function FactsBlock({ block }: { readonly block: Extract<BlockView, { kind: "facts" }> }) {
  const items = useScreen((state) => state.live?.blocks[block.id]) ?? block.items;
  return items.length === 0 ? null : (
    <Card title={block.title}>
      <chakra.dl display="grid" gap="2">
        {items.map(({ label, value, picture }) => (
          <chakra.div key={label} display="flex" justifyContent="space-between" gap="4">
            <chakra.dt color="textMuted">{label}</chakra.dt>
            <chakra.dd fontWeight="600" fontVariantNumeric="tabular-nums">
              <Picture src={picture} />
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Card>
  );
}

/** A small picture before a value; the value has the words. */
function Picture({ src }: { readonly src: string | undefined }) {
  return src === undefined ? null : (
    <chakra.img
      src={src}
      alt=""
      display="inline-block"
      verticalAlign="middle"
      height="24px"
      width="auto"
      marginInlineEnd="2"
    />
  );
}

/** A message on a ground of its tone, with a mark of it; the tone is also in its words. */
export function Notice({
  tone,
  title,
  text,
  spoken,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: string | undefined;
  readonly text: string;
  /** Another number: the same words are read out once more where they are announced. */
  readonly spoken?: number;
  readonly children?: React.ReactNode;
}) {
  return (
    <chakra.div display="flex" gap="3" padding="4" borderRadius="card" css={tinted(TONES[tone])}>
      <ToneMark tone={tone} />
      <chakra.div flex="1" minWidth="0">
        {title === undefined ? null : (
          <chakra.p fontWeight="700" marginBottom="1">
            {title}
          </chakra.p>
        )}
        <p key={spoken}>{text}</p>
        {children}
      </chakra.div>
    </chakra.div>
  );
}

const MARKS: Readonly<Record<keyof typeof TONES, string>> = {
  info: "M12 11v6M12 7.2v.4",
  success: "m7.5 12.4 3 3L16.5 9",
  warning: "M12 7v6M12 16.6v.4",
  error: "m8.5 8.5 7 7m0-7-7 7",
};

/** The tone for the eye; screen readers have the words. */
function ToneMark({ tone }: { readonly tone: keyof typeof TONES }) {
  return (
    <chakra.svg
      viewBox="0 0 24 24"
      width="24px"
      height="24px"
      flexShrink="0"
      aria-hidden="true"
      focusable="false"
      color={TONES[tone]}
      fill="none"
      stroke="currentColor"
    >
      <circle cx="12" cy="12" r="9.5" strokeWidth="1.6" opacity="0.55" />
      <path d={MARKS[tone]} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </chakra.svg>
  );
}

function Countdown({
  until,
  text,
  over,
}: {
  readonly until: string;
  readonly text: string;
  readonly over: string | undefined;
}) {
  const [now, setNow] = useState<number>();
  const { i18n } = useTranslation();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // The line has its place from the start: nothing moves when the time comes in.
  if (now === undefined)
    return (
      <chakra.p
        aria-hidden="true"
        fontSize="sm"
        visibility="hidden"
        css={{ "@media (scripting: none)": { display: "none" } }}
      >
        {text}
      </chakra.p>
    );
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  if (left === 0)
    return over === undefined ? null : (
      <div role="status">
        <Notice tone="warning" text={over} />
      </div>
    );
  const two = new Intl.NumberFormat(i18n.language, { minimumIntegerDigits: 2 });
  return (
    <chakra.p fontSize="sm" color="textMuted">
      {text}{" "}
      <chakra.span fontVariantNumeric="tabular-nums" fontWeight="600" role="timer">
        {Math.floor(left / 60)}:{two.format(left % 60)}
      </chakra.span>
    </chakra.p>
  );
}
