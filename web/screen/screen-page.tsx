import { chakra } from "@chakra-ui/react";
import { createElement, Fragment, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ActionView, ScreenView } from "../../engine/render/view.ts";
import { Block } from "../blocks/block.tsx";
import { isRich } from "../blocks/kinds.ts";
import { OutsideLink } from "../blocks/outside-link.tsx";
import type { FormValidator } from "../form/validators.ts";
import { Illustration } from "../illustrations/illustration.tsx";
import { ActionButton } from "./action-button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { BUTTONS } from "./button-style.ts";
import { Languages } from "./languages.tsx";
import { drawn, late } from "./late.ts";
import { PlainForm } from "./plain-form.tsx";
import { usePoll } from "./poll.ts";
import { useScripted } from "./scripted.ts";
import { SessionWatch } from "./session-watch.tsx";
import { useScreen } from "./store-context.ts";
import { Toasts } from "./toasts.tsx";
import { Troubles } from "./troubles.tsx";

/** The whole page: brand on top, the screen, and what is always there at the bottom. */
export function ScreenPage({
  validator,
  postKey,
}: {
  readonly validator: FormValidator | undefined;
  readonly postKey: string;
}) {
  const view = useScreen((state) => state.view);
  const turn = useScreen((state) => state.turn);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(undefined);
  const { t } = useTranslation();
  const scripted = useScripted();
  const hasErrors = useScreen((state) => state.errors.length > 0 && state.announced > 0);
  const waitedOut = usePoll();
  useEffect(() => {
    if (turn === 0) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [turn]);
  useEffect(() => {
    // What had the focus may be gone with the change it made: a button of an entry that was removed.
    if (
      document.activeElement !== document.body ||
      focused.current === undefined ||
      focused.current.isConnected
    )
      return;
    focused.current = undefined;
    heading.current?.focus({ preventScroll: true });
  }, [view]);
  useEffect(() => {
    document.title = pageTitle(view, hasErrors);
    document.documentElement.lang = view.locale;
    document.documentElement.dir = view.dir;
  }, [view, hasErrors]);
  // Chosen once for each screen: to change it in between would draw the screen anew.
  const passage = useMemo(() => (turn === 0 ? undefined : late("passage")) ?? Fragment, [turn]);
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
        fontFamily="heading"
        fontSize="2xl"
        lineHeight="1.2"
        fontWeight="700"
        letterSpacing="-0.01em"
        marginBottom={view.intro === undefined && !beginsWithText(view) ? "6" : "2"}
      >
        {view.title}
      </chakra.h1>
      {view.intro === undefined ? null : (
        <chakra.p fontSize="lg" color="textMuted" marginBottom="6">
          {view.intro}
        </chakra.p>
      )}
      <Dialogs view={view} />
      <Troubles />
      <Blocks view={view} place="before" />
      {view.list === undefined ? null : drawn("list", { list: view.list, postKey })}
      {view.form === undefined || validator === undefined ? (
        <PlainForm view={view} postKey={postKey} id="foyer-form">
          {rest}
        </PlainForm>
      ) : (
        drawn("form", {
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
        background="surface"
        color="accent"
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
        maxWidth="600px"
        marginInline="auto"
        paddingInline={{ base: "4", md: "6" }}
        paddingTop={{ base: "6", md: "12" }}
        paddingBottom="16"
        onFocus={(event) => {
          focused.current = event.target;
        }}
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

/** The title says where one is, and that something is wrong. */
export function pageTitle(view: ScreenView, hasErrors: boolean): string {
  const step = view.progress === undefined ? "" : ` (${view.progress.label})`;
  const { name, cobrand } = view.brand;
  const names =
    cobrand === undefined ? [name] : cobrand.first ? [cobrand.name, name] : [name, cobrand.name];
  return `${hasErrors ? (view.words["errorSummary.prefix"] ?? "") : ""}${view.title}${step} – ${names.join(" – ")}`;
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

/** They stand over the page, and without scripts on top of it: before all else, one after the other. */
function Dialogs({ view }: { readonly view: ScreenView }) {
  return view.blocks
    .filter(({ kind }) => kind === "dialog")
    .map((block) => <Block key={block.id} block={block} />);
}

function Blocks({
  view,
  place,
}: {
  readonly view: ScreenView;
  readonly place: "before" | "after";
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
          ? { "& > p:first-of-type": { fontSize: "lg", marginBottom: "2" } }
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

/** A text that comes and goes with what is known, in place of an introduction. */
function beginsWithText(view: ScreenView): boolean {
  return (
    view.intro === undefined &&
    view.notices.length === 0 &&
    view.blocks.find(({ kind, place }) => place === "before" && kind !== "dialog")?.kind === "text"
  );
}

/** Continue first for Enter and for screen readers, Back before it for the eye. */
function Actions({ actions }: { readonly actions: readonly ActionView[] }) {
  const shown = actions.filter(({ style }) => style !== "none");
  if (shown.length === 0) return null;
  const rank = { primary: 0, danger: 0, secondary: 1, link: 2, back: 3, none: 4 };
  const ordered = shown.toSorted((a, b) => rank[a.style] - rank[b.style]);
  return (
    <chakra.div
      data-chrome
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="5"
      rowGap="3"
      marginTop="8"
      css={{
        // Words alone have air enough of their own, one below the other.
        "& > :not([data-busy]) + :not([data-busy])": { marginTop: { base: "-10px", sm: "0" } },
        "& > button[value=back]": { order: -1 },
        "@media (min-width: 500px)": { "& > [data-trouble]": { order: 1 } },
        "@media (max-width: 499px)": {
          "& > button, & > details, & > details > summary": { width: "100%" },
          "& > button[value=back]": { order: 1 },
        },
      }}
    >
      {ordered.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </chakra.div>
  );
}

function Progress({
  step,
  of,
  label,
}: {
  readonly step: number;
  readonly of: number;
  readonly label: string;
}) {
  return (
    <chakra.div marginBottom="6">
      <chakra.p fontSize="sm" fontWeight="600" color="textMuted" marginBottom="2">
        {label}
      </chakra.p>
      <chakra.div
        aria-hidden="true"
        display="grid"
        gap="1"
        css={{ gridAutoFlow: "column", gridAutoColumns: "1fr" }}
      >
        {Array.from({ length: of }, (_, index) => (
          <chakra.span
            key={index}
            height="4px"
            borderRadius="2px"
            background={
              index < step ? "accent" : "color-mix(in srgb, var(--brand-border) 40%, transparent)"
            }
            css={{
              "@media (forced-colors: active)": {
                forcedColorAdjust: "none",
                background: index < step ? "CanvasText" : "GrayText",
              },
            }}
          />
        ))}
      </chakra.div>
    </chakra.div>
  );
}

function Header({ view, postKey }: { readonly view: ScreenView; readonly postKey: string }) {
  const { brand } = view;
  return (
    <chakra.header
      background="surface"
      borderBottom="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 30%, transparent)"
    >
      <chakra.div
        maxWidth="600px"
        marginInline="auto"
        paddingInline={{ base: "4", md: "6" }}
        minHeight="64px"
        paddingBlock="2"
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
      >
        <Brand brand={brand} />
        {view.locales.length < 2 ? null : <Languages view={view} postKey={postKey} />}
      </chakra.div>
    </chakra.header>
  );
}

/** Name and logo, and those of a cobrand beside them; where the look says so they lead home. */
function Brand({ brand }: { readonly brand: ScreenView["brand"] }) {
  const { cobrand } = brand;
  const ours = <Mark key="ours" name={brand.name} logo={brand.logo} />;
  const theirs =
    cobrand === undefined ? null : <Mark key="theirs" name={cobrand.name} logo={cobrand.logo} />;
  const line = (
    <chakra.span
      key="line"
      aria-hidden="true"
      alignSelf="stretch"
      borderInlineStart="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 60%, transparent)"
      marginBlock="2"
    />
  );
  const face =
    theirs === null ? ours : cobrand?.first === true ? [theirs, line, ours] : [ours, line, theirs];
  const look = {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    minHeight: "44px",
    fontWeight: "700",
    color: "text",
  } as const;
  return brand.homeHref === undefined ? (
    <chakra.span {...look}>{face}</chakra.span>
  ) : (
    <chakra.a href={brand.homeHref} {...look}>
      {face}
    </chakra.a>
  );
}

function Mark({ name, logo }: { readonly name: string; readonly logo: string | undefined }) {
  return (
    <chakra.span display="flex" alignItems="center" gap="3">
      {logo === undefined ? null : (
        <chakra.img
          src={logo}
          alt=""
          height="32px"
          width="auto"
          minWidth="32px"
          maxWidth="160px"
          objectFit="contain"
        />
      )}
      {name}
    </chakra.span>
  );
}

function Footer({ view }: { readonly view: ScreenView }) {
  const { support, links } = view.brand;
  return (
    <chakra.footer
      data-chrome
      borderTop="1px solid"
      borderColor="color-mix(in srgb, var(--brand-border) 30%, transparent)"
      paddingBlock="6"
    >
      <chakra.div
        maxWidth="600px"
        marginInline="auto"
        paddingInline={{ base: "4", md: "6" }}
        display="flex"
        flexWrap="wrap"
        columnGap="5"
        rowGap="2"
        fontSize="sm"
        color="textMuted"
      >
        {support.phone === undefined ? null : (
          <chakra.span flexBasis="100%">
            {support.label}{" "}
            <chakra.a
              href={support.href ?? `tel:${support.phone}`}
              color="accent"
              textDecoration="underline"
              whiteSpace="nowrap"
            >
              {support.phone}
            </chakra.a>
          </chakra.span>
        )}
        {links.map(({ href, label }) => (
          <OutsideLink key={href} href={href} label={label} />
        ))}
      </chakra.div>
    </chakra.footer>
  );
}
