import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { BlockView } from "../../engine/render/view.ts";
import { BUTTONS } from "../ui/button-style.ts";
import { lazyBlock } from "./load-lazy-block.ts";
import { Notice } from "../ui/notice.tsx";
import { DISCLOSURE } from "../ui/disclosure.ts";

const MAIN_LINK: SystemStyleObject = {
  ...BUTTONS.primary,
  marginTop: "2",
  "@media (max-width: 499px)": { width: "100%" },
};

/** A block of a screen. */
export function Block({ block }: { readonly block: BlockView }) {
  switch (block.kind) {
    case "text":
      return block.title === undefined ? (
        <chakra.p color="muted">{block.text}</chakra.p>
      ) : (
        <chakra.section paddingTop="4">
          <h2>{block.title}</h2>
          <chakra.p marginTop="1" color="muted">
            {block.text}
          </chakra.p>
        </chakra.section>
      );
    case "notice":
      return <Notice tone={block.tone} title={block.title} text={block.text} />;
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
    case "disclosure":
      return (
        <chakra.details css={DISCLOSURE}>
          <chakra.summary fontWeight="500">{block.title}</chakra.summary>
          <chakra.p marginTop="1" color="muted">
            {block.text}
          </chakra.p>
        </chakra.details>
      );
    default:
      return lazyBlock.draw({ block });
  }
}
