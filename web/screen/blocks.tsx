import { chakra } from "@chakra-ui/react";
import type { BlockView, ScreenView } from "../../engine/render/view.ts";
import { Block } from "../blocks/block.tsx";
import { isLazyBlock } from "../blocks/kinds.ts";

/** A screen's dialogs; without scripts they stand at the top of the page, one after the other. */
export function Dialogs({ view }: { readonly view: ScreenView }) {
  return view.blocks
    .filter(({ kind }) => kind === "dialog")
    .map((block) => <Block key={block.id} block={block} />);
}

/** A screen's blocks at one place. */
export function Blocks({
  view,
  place,
}: {
  readonly view: ScreenView;
  readonly place: BlockView["place"];
}) {
  const blocks = view.blocks.filter((block) => block.place === place && block.kind !== "dialog");
  if (blocks.length === 0) return null;
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      marginBottom={place === "before" ? "6" : "0"}
      marginTop={place === "after" ? "6" : "0"}
      css={{
        // An empty card takes no space.
        "&:empty": { display: "none" },
        ...(place === "before" && beginsWithText(view)
          ? { "& > p:has(+ :not(p))": { marginBottom: "4" }, "& > p + p": { marginTop: "-2" } }
          : {}),
      }}
      role={view.kind === "waiting" && !blocks.some(isLazyBlock) ? "status" : undefined}
    >
      {blocks.map((block) => (
        <Block key={block.id} block={block} />
      ))}
    </chakra.div>
  );
}

/** Whether a text block replaces the introduction, or follows it. */
export function beginsWithText(view: ScreenView): boolean {
  return (
    // A notice that floats takes no place here.
    view.notices.every(({ toastMs }) => toastMs !== undefined) &&
    view.blocks.find(({ kind, place }) => place === "before" && kind !== "dialog")?.kind === "text"
  );
}
