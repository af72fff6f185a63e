import { chakra } from "@chakra-ui/react";
import { OutsideLink } from "../ui/outside-link.tsx";
import type { SuggestView } from "../../engine/render/view.ts";

/**
 * The note about a chosen value. The region is always in the page, so that the note is announced.
 */
export function ChoiceNote({
  id,
  note,
  tone,
}: {
  readonly id: string;
  readonly note: SuggestView["notes"][string] | undefined;
  readonly tone: string | undefined;
}) {
  return (
    <chakra.div role="status">
      {note === undefined ? null : (
        <chakra.p id={id} marginTop="2" fontSize="sm" color={tone === "error" ? "danger" : "text"}>
          {note.text}
          {note.link === undefined ? null : (
            <>
              {" "}
              <OutsideLink href={note.link.href} label={note.link.label} />
            </>
          )}
        </chakra.p>
      )}
    </chakra.div>
  );
}
