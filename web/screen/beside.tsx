import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import type { ActionView, ScreenView } from "../../engine/render/view.ts";
import { ActionButton } from "../actions/action-button.tsx";
import { useScreen } from "../store/use-screen.ts";
import { Actions } from "./actions.tsx";
import { Blocks } from "./blocks.tsx";

/**
 * The blocks of the place `beside` of a page whose frame holds the form and its button: above the
 * frame in a narrow window.
 */
export function BesideFrame({ view }: { readonly view: ScreenView }) {
  return (
    <chakra.div css={{ ...BESIDE, marginTop: "0", marginBottom: "4" }}>
      <Blocks view={view} place="beside" />
    </chakra.div>
  );
}

/**
 * The blocks of the place `beside`, and the buttons of the screen. In a narrow window the total of
 * these blocks is repeated beside the main button, and both stay in view.
 *
 * @param next label of what comes next, beside a lone button in a wide window
 */
export function Beside({
  view,
  actions,
  next,
}: {
  readonly view: ScreenView;
  readonly actions: readonly ActionView[];
  readonly next: string | undefined;
}) {
  const total = useTotal(view);
  const main = actions.find(({ style }) => style === "primary");
  return (
    <>
      <chakra.div css={BESIDE}>
        <Blocks view={view} place="beside" />
      </chakra.div>
      {total === undefined || main === undefined ? (
        <Actions actions={actions} next={next} />
      ) : (
        <>
          <chakra.div data-chrome css={BAR}>
            {/* The list above says the same: it is told once. */}
            <chakra.p aria-hidden="true" css={TOTAL}>
              <b>{total.value}</b>
              <span>{total.label}</span>
            </chakra.p>
            <ActionButton action={main} />
          </chakra.div>
          <Actions actions={actions.filter((action) => action !== main)} />
        </>
      )}
    </>
  );
}

/** The line with the total among the facts beside the form, for the present answers. */
function useTotal({ blocks }: ScreenView) {
  const live = useScreen((state) => state.live?.blocks);
  return blocks
    .flatMap((block) =>
      block.place === "beside" && block.kind === "facts" ? (live?.[block.id] ?? block.items) : [],
    )
    .find(({ total }) => total === true);
}

/**
 * Beside the form and in view in a wide window, above its actions otherwise. Its place in the
 * document is the same.
 */
const BESIDE: SystemStyleObject = {
  marginTop: "6",
  "main[data-railed] &": {
    "@media (min-width: 1200px)": {
      position: "absolute",
      insetInlineStart: "calc(100% + 80px)",
      insetBlock: "48px 0",
      width: "280px",
      marginTop: "0",
      "& > *": { position: "sticky", top: "40px" },
    },
  },
};

/** The main button with the total: at the lower edge of a narrow window, but not of a low one. */
const BAR: SystemStyleObject = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "4",
  rowGap: "2",
  marginTop: { base: "5", lg: "10" },
  "@media (max-width: 991px)": { "& > button": { flex: "1 0 150px" } },
  "@media (max-width: 991px) and (min-height: 481px)": {
    position: "sticky",
    bottom: "0",
    zIndex: "3",
    marginInline: "-20px",
    padding: "20px 20px calc(12px + env(safe-area-inset-bottom))",
    background: "linear-gradient(to top, var(--brand-surface) calc(100% - 16px), transparent)",
    // Forced colours drop the fade.
    "@media (forced-colors: active)": { backgroundColor: "Canvas" },
    _print: { position: "static" },
  },
};

const TOTAL: SystemStyleObject = {
  display: { base: "grid", lg: "none" },
  flexShrink: "0",
  fontVariantNumeric: "tabular-nums",
  "& b": { fontSize: "lg", lineHeight: "1.5rem", fontWeight: "650" },
  "& span": { fontSize: "xs", lineHeight: "1rem", color: "muted" },
};
