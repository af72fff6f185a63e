import { chakra } from "@chakra-ui/react";
import type { ScreenView } from "../../engine/render/view.ts";
import { Block } from "../blocks/block.tsx";
import { isRich } from "../blocks/kinds.ts";

/** Dialogs stand over the page; without scripts they stand on top of it, one after the other. */
export function Dialogs({ view }: { readonly view: ScreenView }) {
  return view.blocks
    .filter(({ kind }) => kind === "dialog")
    .map((block) => <Block key={block.id} block={block} />);
}

/** A screen's blocks before or after its form. */
export function Blocks({
  view,
  place,
}: {
  readonly view: ScreenView;
  readonly place: "before" | "after" | "side";
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
        // A card that has nothing to show leaves no room behind.
        "&:empty": { display: "none" },
        ...(place === "before" && beginsWithText(view)
          ? { "& > p:first-of-type": { marginBottom: "4" } }
          : {}),
      }}
      role={view.kind === "waiting" && !blocks.some(isRich) ? "status" : undefined}
    >
      {blocks.map((block) => (
        <Block key={block.id} block={block} />
      ))}
    </chakra.div>
  );
}

/** True where a text block stands in the place of an introduction. */
export function beginsWithText(view: ScreenView): boolean {
  return (
    view.intro === undefined &&
    view.notices.length === 0 &&
    view.blocks.find(({ kind, place }) => place === "before" && kind !== "dialog")?.kind === "text"
  );
}
