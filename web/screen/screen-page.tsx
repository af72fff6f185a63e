import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { createElement, Fragment, useEffect, useMemo, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ActionView, ScreenView } from "../../engine/render/view.ts";
import { PlainForm } from "../actions/plain-form.tsx";
import { PostKey } from "../actions/post-key.ts";
import { PageMessages } from "../actions/page-messages.tsx";
import type { FormValidator } from "../form/validators.ts";
import { lazyIllustration } from "../illustrations/lazy-illustration.ts";
import { useScreen } from "../store/use-screen.ts";
import { BUTTONS } from "../ui/button-style.ts";
import { EDGE } from "../ui/edges.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { Actions, BackAction } from "./actions.tsx";
import { beginsWithText, Blocks, Dialogs } from "./blocks.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import {
  hasBeside,
  hasSidePanel,
  hasToasts,
  lazyBeside,
  lazyBesideFrame,
  lazyForm,
  lazyList,
  lazyTransition,
  lazySidePanel,
  lazyToasts,
} from "./lazy-parts.ts";
import { Progress } from "./progress.tsx";
import { Rail, CompactRail } from "./rail.tsx";
import { SessionWatch } from "./session-watch.tsx";
import { useDocumentTitle } from "./use-document-title.ts";
import { usePoll } from "./use-poll.ts";
import { useScreenFocus } from "./use-screen-focus.ts";

/** The whole page: header, screen, footer. */
export function ScreenPage({
  validator,
  postKey,
}: {
  readonly validator: FormValidator | undefined;
  readonly postKey: string;
}) {
  const view = useScreen((state) => state.view);
  const turn = useScreen((state) => state.turn);
  const hasErrors = useScreen((state) => state.errors.length > 0 && state.announced > 0);
  const waitedOut = usePoll();
  const { heading, onFocus } = useScreenFocus(view, turn);
  useDocumentTitle(view, hasErrors);
  // Chosen once a screen: a change in between would remount it.
  const transition = useMemo(
    () => (turn === 0 ? undefined : lazyTransition.component()) ?? Fragment,
    [turn],
  );
  const hasSide = hasSidePanel(view);
  const screen = (
    <Screen
      view={view}
      turn={turn}
      heading={heading}
      validator={validator}
      postKey={postKey}
      waitedOut={waitedOut}
    />
  );
  return (
    <>
      <SkipLink />
      <Header view={view} postKey={postKey} />
      {/* Another screen is new elements: what takes the place of others has not jumped. */}
      <chakra.div
        key={`screen-${turn}`}
        flex="1"
        display="grid"
        // Of the bar of sections, which is as wide as the window and its scroll bar.
        overflowX="clip"
        // The rail extends to the window's edge, with the form beside it.
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          lg: view.rail && `calc(${EDGE} + 264px) minmax(0, 1fr)`,
        }}
      >
        {view.rail === undefined ? null : <Rail rail={view.rail} />}
        <chakra.main
          id="content"
          tabIndex={-1}
          css={MAIN}
          data-railed={view.rail && ""}
          data-wide={hasSide ? "" : undefined}
          data-beside={hasBeside(view) ? "" : undefined}
          onFocus={onFocus}
        >
          <chakra.div
            css={hasSide && view.form === undefined ? undefined : COLUMN}
            data-form={view.form && ""}
          >
            {view.progress === undefined || view.rail !== undefined ? null : (
              <Progress label={view.progress.label} />
            )}
            {createElement(transition, undefined, screen)}
          </chakra.div>
          {hasSide ? lazySidePanel.draw({ view }) : null}
        </chakra.main>
      </chakra.div>
      <Footer key={`footer-${turn}`} view={view} />
      {/* Stays from screen to screen: a status is announced where it changes. */}
      {hasToasts(view) ? lazyToasts.draw({}) : null}
      <SessionWatch />
    </>
  );
}

function SkipLink() {
  const { t } = useTranslation();
  return (
    <chakra.a
      href="#content"
      position="absolute"
      insetInlineStart="8px"
      top="-100px"
      padding="3"
      background="raised"
      color="accentText"
      zIndex="20"
      _focus={{ top: "8px" }}
    >
      {t("skipLink")}
    </chakra.a>
  );
}

/** One screen: errors, title, blocks and form. */
function Screen({
  view,
  turn,
  heading,
  validator,
  postKey,
  waitedOut,
}: {
  readonly view: ScreenView;
  readonly turn: number;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly validator: FormValidator | undefined;
  readonly postKey: string;
  readonly waitedOut: boolean;
}) {
  const inBlocks = new Set(
    view.blocks.flatMap((block) => ("actions" in block ? block.actions : [])),
  );
  const actions = view.actions.filter(({ id }) => !inBlocks.has(id));
  const hasBack = actions.some(({ style }) => style === "back");
  const foot = <Foot view={view} actions={actions} waitedOut={waitedOut} />;
  return (
    <chakra.div position="relative">
      <BackAction actions={actions} inRail={view.rail !== undefined} />
      {view.rail === undefined ? null : <CompactRail rail={view.rail} hasBack={hasBack} />}
      {/* Keeps the title's height, with and without Back. */}
      {hasBack || view.rail !== undefined ? (
        <chakra.div
          height="48px"
          display={view.rail === undefined ? "block" : { base: "none", lg: "block" }}
        />
      ) : null}
      {view.illustration === undefined ? null : lazyIllustration.draw({ name: view.illustration })}
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        marginBottom={view.intro === undefined && !beginsWithText(view) ? "8" : "2"}
      >
        {view.title}
      </chakra.h1>
      <ErrorSummary />
      {view.intro === undefined ? null : (
        <chakra.p color="muted" maxWidth="46ch" marginBottom={beginsWithText(view) ? "2" : "8"}>
          {view.intro}
        </chakra.p>
      )}
      <Dialogs view={view} />
      <PageMessages />
      {hasBeside(view) === "frame" ? lazyBesideFrame.draw({ view }) : null}
      <PostKey value={postKey}>
        <Blocks view={view} place="before" />
      </PostKey>
      {view.list === undefined ? null : lazyList.draw({ list: view.list, postKey })}
      {view.form === undefined || validator === undefined ? (
        <PlainForm view={view} postKey={postKey} id="foyer-form">
          {foot}
        </PlainForm>
      ) : (
        lazyForm.draw({
          key: `${turn}`,
          view,
          form: view.form,
          validator,
          postKey,
          children: foot,
        })
      )}
      <Busy />
    </chakra.div>
  );
}

/** The end of a screen's form: blocks and buttons. */
function Foot({
  view,
  actions,
  waitedOut,
}: {
  readonly view: ScreenView;
  readonly actions: readonly ActionView[];
  readonly waitedOut: boolean;
}) {
  const { t } = useTranslation();
  const scripted = useScripted();
  const labels = useScreen((state) => state.live?.labels);
  const labelled = actions.map((action) => ({ ...action, ...labels?.[action.id] }));
  // A second button with the same words would do the same.
  const offersCheck = actions.some(
    ({ label, style }) => style !== "none" && label === t("checkAgain"),
  );
  return (
    <>
      <Blocks view={view} place="after" />
      {hasBeside(view) === "form" ? (
        lazyBeside.draw({ view, actions: labelled, next: view.rail?.next })
      ) : (
        <Actions actions={labelled} next={view.rail?.next} />
      )}
      {view.poll === undefined ||
      offersCheck ||
      (scripted && !(waitedOut && isWaitingOnly(view))) ? null : (
        <chakra.p
          marginTop="6"
          css={scripted ? undefined : { "@media (scripting: enabled)": { display: "none" } }}
        >
          <chakra.button
            type="submit"
            name="action"
            value={view.poll.action}
            css={BUTTONS.secondary}
          >
            {t("checkAgain")}
          </chakra.button>
        </chakra.p>
      )}
    </>
  );
}

const MAIN: SystemStyleObject = {
  width: "100%",
  // From the left edge of the header.
  maxWidth: "560px",
  paddingInline: "20px",
  paddingTop: { base: "24px", lg: "40px" },
  paddingBottom: { base: "32px", lg: "56px" },
  "&[data-railed]": {
    paddingTop: { base: "0", lg: "28px" },
    _print: { paddingTop: "24px" },
    "@media (min-width: 992px)": { maxWidth: "none", paddingInline: "56px" },
  },
  "&:not([data-railed])": {
    "@media (min-width: 992px)": {
      // From the left edge of the header and of the rail of the next page.
      display: "grid",
      gridTemplateColumns: "minmax(0, 640px) minmax(0, 400px)",
      // Whatever stands below the page follows it closely, however tall its side is.
      gridTemplateRows: "repeat(8, auto) 1fr",
      justifyContent: "space-between",
      alignItems: "start",
      columnGap: "56px",
      maxWidth: "none",
      paddingTop: "56px",
      paddingBottom: "72px",
      paddingInline: EDGE,
      "& h1": { fontSize: "3xl", lineHeight: "2.75rem", letterSpacing: "-0.026em" },
      "& h1 + p, & h1 + div + div > p": {
        maxWidth: "46ch",
        fontSize: "lg",
        lineHeight: "1.75rem",
      },
    },
  },
  "&[data-railed][data-wide]": {
    "@media (min-width: 992px)": {
      display: "grid",
      gridTemplateColumns: "minmax(0, 520px)",
      gap: "0 80px",
    },
    "@media (min-width: 1200px)": { gridTemplateColumns: "520px 280px" },
  },
};

const COLUMN: SystemStyleObject = {
  "main[data-railed] > &": { maxWidth: { lg: "520px" } },
  "&[data-form]": { maxWidth: { lg: "520px" } },
};

/** Whether a screen offers no action, and only waits. */
function isWaitingOnly({ actions }: ScreenView): boolean {
  return actions.every(({ style }) => style === "none");
}

/**
 * Announces what a press is doing, and marks the form as busy without redrawing it. The words stand
 * outside of the form: what is busy is not read.
 */
function Busy() {
  const busy = useScreen((state) => state.busy);
  const words = useScreen(({ view }) => {
    const action = view.actions.find(({ id }) => id === busy);
    return action?.busy ?? action?.label;
  });
  useEffect(() => {
    const form = document.getElementById("foyer-form");
    if (busy === undefined) form?.removeAttribute("aria-busy");
    else form?.setAttribute("aria-busy", "true");
  }, [busy]);
  return (
    <chakra.p role="status" srOnly>
      {busy === undefined ? "" : words}
    </chakra.p>
  );
}
