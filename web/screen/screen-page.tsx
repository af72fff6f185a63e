import { chakra } from "@chakra-ui/react";
import { createElement, Fragment, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ScreenView } from "../../engine/render/view.ts";
import { PlainForm } from "../actions/plain-form.tsx";
import { Troubles } from "../actions/troubles.tsx";
import type { FormValidator } from "../form/validators.ts";
import { Illustration } from "../illustrations/illustration.tsx";
import { useScreen } from "../store/use-screen.ts";
import { BUTTONS } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { Actions } from "./actions.tsx";
import { beginsWithText, Blocks, Dialogs } from "./blocks.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { lateForm, lateList, latePassage } from "./late-parts.ts";
import { Progress } from "./progress.tsx";
import { SessionWatch } from "./session-watch.tsx";
import { Toasts } from "./toasts.tsx";
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
  const { t } = useTranslation();
  const scripted = useScripted();
  const hasErrors = useScreen((state) => state.errors.length > 0 && state.announced > 0);
  const waitedOut = usePoll();
  const { heading, onFocus } = useScreenFocus(view, turn);
  useDocumentTitle(view, hasErrors);
  // Chosen once for each screen: to change it in between would draw the screen anew.
  const passage = useMemo(
    () => (turn === 0 ? undefined : latePassage.component()) ?? Fragment,
    [turn],
  );
  const inDialogs = new Set(
    view.blocks.flatMap((block) => (block.kind === "dialog" ? block.actions : [])),
  );
  const rest = (
    <>
      <Blocks view={view} place="after" />
      <Actions actions={view.actions.filter(({ id }) => !inDialogs.has(id))} />
      {view.poll === undefined || (scripted && !(waitedOut && isWaitingOnly(view))) ? null : (
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

  const screen = (
    <>
      <ErrorSummary />
      {view.illustration === undefined ? null : <Illustration name={view.illustration} />}
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        marginBottom={view.intro === undefined && !beginsWithText(view) ? "8" : "2"}
      >
        {view.title}
      </chakra.h1>
      {view.intro === undefined ? null : (
        <chakra.p color="muted" maxWidth="46ch" marginBottom="8">
          {view.intro}
        </chakra.p>
      )}
      <Dialogs view={view} />
      <Troubles />
      <Blocks view={view} place="before" />
      {view.list === undefined ? null : lateList.draw({ list: view.list, postKey })}
      {view.form === undefined || validator === undefined ? (
        <PlainForm view={view} postKey={postKey} id="foyer-form">
          {rest}
        </PlainForm>
      ) : (
        lateForm.draw({
          key: `${turn}-${view.screen}`,
          view,
          form: view.form,
          validator,
          postKey,
          children: rest,
        })
      )}
      <BusyForm />
    </>
  );

  return (
    <>
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
      <Header view={view} postKey={postKey} />
      <chakra.main
        id="content"
        flex="1"
        width="100%"
        maxWidth="560px"
        marginInline="auto"
        paddingInline="20px"
        paddingTop={{ base: "6", lg: "10" }}
        paddingBottom={{ base: "8", lg: "14" }}
        onFocus={onFocus}
      >
        {view.progress === undefined ? null : <Progress {...view.progress} />}
        {createElement(passage, { key: turn }, screen)}
        <Toasts />
      </chakra.main>
      <Footer view={view} />
      <SessionWatch />
    </>
  );
}

/** Nothing is offered but to wait. */
function isWaitingOnly({ actions }: ScreenView): boolean {
  return actions.every(({ style }) => style === "none");
}

/** Says of the form, too, that it is being worked on. The form is not drawn anew for that. */
function BusyForm() {
  const busy = useScreen((state) => state.busy !== undefined);
  useEffect(() => {
    const form = document.getElementById("foyer-form");
    if (busy) form?.setAttribute("aria-busy", "true");
    else form?.removeAttribute("aria-busy");
  }, [busy]);
  return null;
}
