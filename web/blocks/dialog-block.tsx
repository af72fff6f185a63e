import { chakra } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState, type RefObject } from "react";
import type { ActionView } from "../../engine/render/view.ts";
import { dialogNow, loadDialog } from "../dialog/lazy-dialog.tsx";
import type { ModalDialog } from "../dialog/modal-dialog.tsx";
import { ActionButton } from "../actions/action-button.tsx";
import { BUTTONS } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { PageMessages } from "../actions/page-messages.tsx";
import { CARD } from "../ui/card.tsx";
import type { LazyBlockView } from "./kinds.ts";
import { Steps } from "./steps.tsx";

type DialogView = Extract<LazyBlockView, { kind: "dialog" }>;

const RANK = { primary: 0, danger: 0, secondary: 1, link: 2, back: 3, none: 4 } as const;

/**
 * A message to read before the page. Closed, it leaves a button behind that reopens it. Until its
 * code is loaded, and without scripts, it is a section at the top of the page.
 */
export function DialogBlock({ block }: { readonly block: DialogView }) {
  const scripted = useScripted();
  const [Dialog, setDialog] = useState<typeof ModalDialog | undefined>(() =>
    scripted ? dialogNow() : undefined,
  );
  // The section that becomes a dialog leaves its space empty: the page does not jump.
  const [room, setRoom] = useState(0);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (Dialog !== undefined) return;
    void loadDialog().then(
      (ready) => {
        setRoom(section.current?.offsetHeight ?? 0);
        setDialog(() => ready);
      },
      () => undefined,
    );
  }, []);
  return Dialog === undefined ? (
    <Section section={section} block={block} />
  ) : (
    <Opened Dialog={Dialog} block={block} room={room} />
  );
}

/** The actions of a dialog, the main one first. */
function useOffered({ actions }: DialogView): readonly ActionView[] {
  return useScreen((state) => state.view.actions)
    .filter((action) => actions.includes(action.id) && action.style !== "none")
    .toSorted((a, b) => RANK[a.style] - RANK[b.style]);
}

/** The message as a section of the page. */
function Section({
  section,
  block,
}: {
  readonly section: RefObject<HTMLElement | null>;
  readonly block: DialogView;
}) {
  const id = useId();
  const actions = useOffered(block);
  return (
    <chakra.section
      ref={section}
      aria-labelledby={id}
      css={{ ...CARD, borderColor: "accent", borderWidth: "2px" }}
      marginBottom="6"
    >
      <chakra.h2 id={id} fontFamily="heading" fontSize="xl" lineHeight="1.25" fontWeight="650">
        {block.title}
      </chakra.h2>
      {block.text === "" ? null : (
        <chakra.p marginTop="2" whiteSpace="pre-line">
          {block.text}
        </chakra.p>
      )}
      <Insides block={block} />
      <Buttons actions={actions} />
    </chakra.section>
  );
}

/** The message as a dialog, and the button that opens it again. */
function Opened({
  Dialog,
  block,
  room,
}: {
  readonly Dialog: typeof ModalDialog;
  readonly block: DialogView;
  /** The height of the section that it was, in pixels. */
  readonly room: number;
}) {
  const setPressed = useScreen((state) => state.setPressed);
  const actions = useOffered(block);
  const [open, setOpen] = useState(true);
  const again = useRef<HTMLButtonElement>(null);
  return (
    <>
      {open ? (
        <div data-chrome ref={(spacer) => spacer?.style.setProperty("height", `${room}px`)} />
      ) : (
        <chakra.button
          ref={again}
          type="button"
          css={{ ...BUTTONS.secondary, width: { base: "100%", sm: "auto" } }}
          marginBottom="6"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {block.title}
        </chakra.button>
      )}
      <Dialog
        open={open}
        title={block.title}
        text={block.text}
        body={
          <>
            <PageMessages />
            <Insides block={block} />
          </>
        }
        closable={block.closable}
        closeButton
        onClose={() => {
          setOpen(false);
          // Its buttons are gone: their errors are shown on the page.
          setPressed(undefined);
        }}
        finalFocus={() => again.current}
      >
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} form="foyer-form" />
        ))}
      </Dialog>
    </>
  );
}

function Insides({ block }: { readonly block: DialogView }) {
  return (
    <>
      {block.steps.length === 0 ? null : (
        <chakra.div marginTop="4">
          <Steps items={block.steps} />
        </chakra.div>
      )}
      {block.link === undefined ? null : (
        <chakra.p marginTop="2">
          <chakra.a
            href={block.link.href}
            display="inline-block"
            paddingBlock="2"
            color="accentText"
            textDecoration="underline"
            fontWeight="500"
          >
            {block.link.text}
          </chakra.a>
        </chakra.p>
      )}
    </>
  );
}

function Buttons({ actions }: { readonly actions: readonly ActionView[] }) {
  if (actions.length === 0) return null;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap="3"
      marginTop="6"
      css={{ "@media (max-width: 499px)": { "& > *": { width: "100%" } } }}
    >
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} form="foyer-form" />
      ))}
    </chakra.div>
  );
}
