import { chakra } from "@chakra-ui/react";
import { Notice } from "../ui/notice.tsx";
import { OutsideLink } from "../ui/outside-link.tsx";
import { TONES } from "../ui/tones.ts";
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
    <chakra.div id={id} role="status" css={{ "&:not(:empty)": { marginTop: "2" } }}>
      {note === undefined ? null : (
        <Notice tone={isTone(tone) ? tone : "info"} text={note.text}>
          {note.link === undefined ? null : (
            <OutsideLink href={note.link.href} label={note.link.label} />
          )}
        </Notice>
      )}
    </chakra.div>
  );
}

function isTone(tone: string | undefined): tone is keyof typeof TONES {
  return tone !== undefined && Object.hasOwn(TONES, tone);
}
