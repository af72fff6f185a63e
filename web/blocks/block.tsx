import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { BlockView } from "../../engine/render/view.ts";
import { BUTTONS } from "../ui/button-style.ts";
import { lateRichBlock } from "./late-rich-block.ts";
import { Notice } from "../ui/notice.tsx";
import { UNFOLDS } from "../ui/unfolds.ts";

const MAIN_LINK: SystemStyleObject = {
  ...BUTTONS.primary,
  marginTop: "2",
  "@media (max-width: 499px)": { width: "100%" },
};

/** A block of a screen. */
export function Block({ block }: { readonly block: BlockView }) {
  switch (block.kind) {
    case "text":
      return <chakra.p color="muted">{block.text}</chakra.p>;
    case "notice":
      return (
        <Notice
          tone={block.tone}
          title={block.title}
          text={block.text}
          quiet={block.place === "side"}
        />
      );
    case "link":
      return (
        <chakra.p data-chrome={block.main}>
          <chakra.a
            href={block.href}
            css={
              block.main === true ? MAIN_LINK : { color: "accentText", textDecoration: "underline" }
            }
          >
            {block.text}
          </chakra.a>
        </chakra.p>
      );
    case "support":
      return block.place === "side" ? (
        <Notice tone="info" title={block.title} text={block.text} quiet>
          <Phone block={block} />
        </Notice>
      ) : (
        <chakra.p color="muted">
          {block.text} <Phone block={block} />
        </chakra.p>
      );
    case "disclosure":
      return (
        <chakra.details css={UNFOLDS}>
          <chakra.summary fontWeight="500">{block.title}</chakra.summary>
          <chakra.p marginTop="1" color="muted">
            {block.text}
          </chakra.p>
        </chakra.details>
      );
    case "countdown":
    case "dialog":
    case "facts":
    case "frame":
    case "steps":
    case "summary":
    case "table":
    case "timeline":
      return lateRichBlock.draw({ block });
  }
}

function Phone({
  block: { phone, href },
}: {
  readonly block: Extract<BlockView, { kind: "support" }>;
}) {
  return phone === undefined ? null : (
    <chakra.a
      href={href ?? `tel:${phone}`}
      color="accentText"
      textDecoration="underline"
      whiteSpace="nowrap"
    >
      {phone}
    </chakra.a>
  );
}
