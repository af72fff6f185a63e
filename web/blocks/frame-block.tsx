import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Json, JsonObject } from "../../engine/language/json.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { readControls } from "../form/form-data.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { Card } from "../ui/card.tsx";
import type { LazyBlockView } from "./kinds.ts";

/**
 * An outside company's page, or one of this site, in a frame. It returns its result with
 * postMessage, `{ foyer: true, data: { … } }`, accepted from this very frame and its own origin
 * only, and performs the block's action with the data as the form's. `{ foyer: true, height }` asks
 * for more height. The script that listens also inserts the frame, so that no message is missed.
 */
export function FrameBlock({
  block,
}: {
  readonly block: Extract<LazyBlockView, { kind: "frame" }>;
}) {
  const view = useScreen((state) => state.view);
  const press = useScreen((state) => state.press);
  const scripted = useScripted();
  const frame = useRef<HTMLIFrameElement>(null);
  const [arrived, setArrived] = useState(false);
  const [needed, setNeeded] = useState<Needed>({ width: 0, height: 0 });
  useEffect(() => {
    const { origin } = new URL(block.src, location.href);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== origin) return;
      const [height, width] = [heightOf(event.data), frame.current?.clientWidth ?? 0];
      if (height > 0) setNeeded((before) => grown(before, { width, height }));
      const data = dataOf(event.data, view);
      const action = view.actions.find(({ id }) => id === block.action);
      if (data === undefined || action === undefined) return;
      void press(action.id, action.submitsForm ? { ...typed(view), ...data } : data);
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [block.src, block.action, view, press]);
  return (
    <Card title={block.title}>
      {block.text === "" ? null : <chakra.p marginBottom="4">{block.text}</chakra.p>}
      {scripted ? null : (
        <chakra.p css={{ "@media (scripting: enabled)": { display: "none" } }}>
          {block.noscript}
        </chakra.p>
      )}
      <chakra.div
        position="relative"
        overflow="hidden"
        borderRadius="control"
        css={{
          // A framed page leaves room around its controls for the ring of the focus.
          marginInline: "-4px",
          height: `${Math.max(block.height, needed.height)}px`,
          "@media (scripting: none)": { display: "none" },
        }}
      >
        {arrived ? null : <Loading />}
        {scripted ? (
          <chakra.iframe
            ref={frame}
            src={block.src}
            title={block.title}
            // A page of this site is trusted; another one may do what a form needs, and not
            // navigate this page.
            sandbox={
              block.src.startsWith("/")
                ? undefined
                : "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            }
            allow="camera; fullscreen"
            referrerPolicy="origin"
            position="relative"
            display="block"
            width="100%"
            height="100%"
            border="none"
            colorScheme="light dark"
            onLoad={() => setArrived(true)}
          />
        ) : null}
      </chakra.div>
    </Card>
  );
}

/** The height that a framed page needs beyond the declared one, at a width of its frame; pixels. */
interface Needed {
  readonly width: number;
  readonly height: number;
}

/** It grows and never jumps back, until the width of the frame changes: a phone was turned. */
function grown(before: Needed, now: Needed): Needed {
  return now.width !== before.width || now.height > before.height ? now : before;
}

/** Replaces the frame until its page is there. */
function Loading() {
  const { t } = useTranslation();
  return (
    <chakra.p
      role="status"
      position="absolute"
      inset="0"
      display="grid"
      placeItems="center"
      color="muted"
    >
      {t("loading")}
    </chakra.p>
  );
}

/** The height that a framed page reports, in pixels; 0 for any other message. */
function heightOf(message: unknown): number {
  if (typeof message !== "object" || message === null) return 0;
  const { foyer, height } = message as { readonly foyer?: unknown; readonly height?: unknown };
  return foyer === true && typeof height === "number" ? Math.min(Math.ceil(height), 2000) : 0;
}

/** The fields in a framed page's message that the form has; undefined for any other message. */
function dataOf(message: unknown, { form }: ScreenView): JsonObject | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { foyer, data } = message as { readonly foyer?: unknown; readonly data?: unknown };
  if (foyer !== true || typeof data !== "object" || data === null) return undefined;
  const plain = Object.entries(data).filter((entry): entry is [string, Json] =>
    ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return Object.fromEntries(
    plain.filter(([field]) => !field.startsWith("ui:") && Object.hasOwn(form?.ui ?? {}, field)),
  );
}

function typed({ form }: ScreenView): JsonObject {
  const element = document.getElementById("foyer-form");
  return form === undefined || !(element instanceof HTMLFormElement)
    ? {}
    : readControls(element, form);
}
