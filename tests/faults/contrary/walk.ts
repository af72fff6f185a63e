import { Browser, type Got } from "../../server/browser.ts";
import { SAM_EMAIL, type Journey, type Move } from "./journeys.ts";
import type { Lane } from "./lane.ts";

/** A page, as far as a person who fills it in looks at it. */
interface Page {
  readonly screen: string;
  readonly path: string;
  readonly actions: readonly string[];
  /** Actions of the list's entries, with the first entry that has each. */
  readonly entries: ReadonlyMap<string, string>;
  /** Actions that the page takes by itself, again and again. */
  readonly polls: string | undefined;
  /** Ids of notices, dialogs, and problems of the form. */
  readonly says: readonly string[];
  /** All that the page shows, for a comparison. */
  readonly shows: string;
}

/** How a journey went. */
export interface Walked {
  /** Last screen, `@` and the kind of an exit, or `!` and what broke. */
  readonly end: string;
  readonly steps: readonly string[];
  /** The page that the contrary answer led to. */
  readonly after: After | undefined;
  /** Answers of the service that no request should get. */
  readonly broken: readonly string[];
  /** A page of the application. */
  readonly path: string;
}

/** The page after a contrary answer. */
export interface After {
  readonly screen: string;
  readonly says: readonly string[];
  /** Same page, same contents, and not a word. */
  readonly silent: boolean;
}

/** Maximum number of presses of a journey: a person gives up before. */
const PATIENCE = 45;
/** Maximum number of presses of one button with the same answers on the same page. */
const PRESSES = 6;

/** Actions that lead on wherever they are offered. */
const GENERAL = ["check", "look", "again", "understood", "go-on", "owners"];

/** Goes a journey as a person who tries again, comes back, and signs in when asked. */
export async function walk(lane: Lane, journey: Journey): Promise<Walked> {
  return new Walk(lane, journey).go();
}

class Walk {
  private browser: Browser;
  private readonly steps: string[] = [];
  private readonly broken: string[] = [];
  private readonly pressed = new Map<string, number>();
  private readonly done = new Set<Move>();
  private after: After | undefined;
  private page: Page | undefined;
  private place = "";
  /** Who goes the journey now: the applicant, or an owner. */
  private email: string;
  private returns = 0;

  constructor(
    private readonly lane: Lane,
    private readonly journey: Journey,
  ) {
    this.browser = new Browser(lane.url(journey.portal));
    this.email = journey.email;
  }

  async go(): Promise<Walked> {
    let end = await this.see(await this.begin());
    while (end === undefined) end = await this.step();
    return {
      end,
      steps: this.steps,
      after: this.after,
      broken: this.broken,
      path: this.place,
    };
  }

  private async begin(): Promise<Got> {
    const { email, start } = this.journey;
    return this.browser.arriveAs(email, `/sign-in?path=${encodeURIComponent(start)}`);
  }

  private async step(): Promise<string | undefined> {
    const { page, journey } = this;
    if (page === undefined) return "!nothing";
    if (journey.ends.some((end) => isEnd(end, page))) return page.screen;
    if (this.steps.length >= PATIENCE) return `!${page.screen} without end`;
    const move = this.moveOn(page);
    if (move === undefined) return this.comeBack(page.screen);
    const name = JSON.stringify([page.path, move]);
    const times = (this.pressed.get(name) ?? 0) + 1;
    this.pressed.set(name, times);
    if (times > PRESSES) return this.comeBack(page.screen);
    this.done.add(move);
    this.steps.push(`${page.screen} ${move.opens ?? move.action}`);
    const [, id = ""] = this.place.split("/");
    if (move.opens !== undefined)
      return this.see(await this.browser.open(`/${id}/${move.opens}`), "open");
    if (move.asOwner === true) return this.see(await this.asOwner(), "open");
    const item = move.ofEntry === true ? page.entries.get(move.action) : undefined;
    return this.see(await this.browser.act(move.action, move.data, item), move.action);
  }

  /** What a person does on a page; undefined: nothing that leads on. */
  private moveOn({ screen, actions, entries, polls }: Page): Move | undefined {
    const own = [this.journey.moves[screen] ?? []].flat();
    const offered = own.find((move) => {
      if (move.once === true && this.done.has(move)) return false;
      if (move.opens !== undefined || move.asOwner === true) return true;
      return move.ofEntry === true ? entries.has(move.action) : actions.includes(move.action);
    });
    if (offered !== undefined) return offered;
    const general = GENERAL.find((action) => actions.includes(action)) ?? polls;
    return general === undefined ? undefined : { action: general, data: {} };
  }

  /** Opens the link of the latest mail as its owner; without a mail the page is opened again. */
  private async asOwner(): Promise<Got> {
    const inbox = await this.browser.ask("/inbox.json");
    const { mails } = inbox.seen as unknown as {
      mails: { template: string; links: string[] }[];
    };
    const link = mails.find(({ template }) => template === "owner-invitation")?.links[0];
    if (link === undefined) return this.browser.open(this.later());
    this.browser = new Browser(this.lane.url(this.journey.portal));
    this.email = SAM_EMAIL;
    return this.browser.arriveAs(SAM_EMAIL, link);
  }

  /** Opens the application again, as a person who looks after it later. */
  private async comeBack(screen: string): Promise<string | undefined> {
    if (this.returns++ >= 3) return `!${screen}`;
    this.pressed.clear();
    const path = this.later();
    this.steps.push(`${screen} left, opened ${path.replace(/^\/urn[^/]*/, "")}`);
    return this.see(await this.browser.open(path));
  }

  /** Signs in after the service has signed the visitor out. */
  private async signInAgain(): Promise<string | undefined> {
    if (this.returns++ >= 3) return "!@sign-out";
    this.browser.cookies.clear();
    const path = `/sign-in?path=${encodeURIComponent(this.later())}`;
    return this.see(await this.browser.arriveAs(this.email, path));
  }

  /** The page that is opened later. */
  private later(): string {
    const { back, start } = this.journey;
    const [, id = ""] = this.place.split("/");
    if (this.email === SAM_EMAIL) return this.place;
    return back ?? (id === "" ? start : `/${id}/verifying`);
  }

  /** Notes what came. @returns the end of the journey, if this is it */
  private async see(got: Got, pressed?: string): Promise<string | undefined> {
    const before = this.page;
    const seen = (got.seen.view ?? got.seen) as Seen;
    const isContrary = this.lane.platform.met && this.after === undefined;
    const leave = (got.seen as Seen).leave;
    if (leave !== undefined) {
      if (isContrary) this.after = { screen: `@${leave.to}`, says: [], silent: false };
      this.steps.push(`@${leave.to}`);
      return this.follow(leave);
    }
    if (new URL(got.url).pathname === "/sign-out") return this.signInAgain();
    if (seen.screen === undefined || ![200, 409, 422].includes(got.status)) {
      this.broken.push(`${this.steps.at(-1) ?? "begin"}: ${got.status} ${got.body.slice(0, 160)}`);
      if (isContrary) this.after = { screen: `!${got.status}`, says: [], silent: false };
      return this.comeBack(`!${got.status}`);
    }
    const page = pageOf(seen);
    if (page.path.startsWith("/urn:")) this.place = page.path;
    if (got.seen.view !== undefined) {
      this.browser.path = page.path;
      this.browser.revision = seen.revision ?? this.browser.revision;
    }
    if (isContrary) {
      const silent =
        before !== undefined &&
        pressed !== before.polls &&
        before.shows === page.shows &&
        got.status === 200;
      const says = [...page.says, ...(got.status === 200 ? [] : [String(got.status)])];
      this.after = { screen: page.screen, says, silent };
    }
    this.page = page;
    return undefined;
  }

  private async follow({ to, location }: Leave): Promise<string | undefined> {
    if (this.journey.ends.includes(`@${to}`)) return `@${to}`;
    if (to === "sign-in" || to === "create-account")
      return this.see(await this.browser.arriveAs(this.email, location));
    if (to === "sign-out") return this.signInAgain();
    if (to === "reload" || to === "base") return this.see(await this.browser.open(location));
    return this.comeBack(`@${to}`);
  }
}

interface Leave {
  readonly to: string;
  readonly location: string;
}

/** A view, as far as it is read here. */
interface Seen {
  readonly screen?: string;
  readonly path?: string;
  readonly revision?: number;
  readonly leave?: Leave;
  readonly actions?: readonly { readonly id: string }[];
  readonly poll?: { readonly action: string };
  readonly notices?: readonly { readonly id?: string; readonly text?: string }[];
  readonly blocks?: readonly { readonly id: string; readonly kind: string }[];
  readonly errors?: readonly { readonly path?: string; readonly text?: string }[];
  readonly title?: string;
  readonly data?: object;
  readonly list?: {
    readonly items: readonly { readonly id: string; readonly actions: readonly { id: string }[] }[];
  };
}

function isEnd(end: string, { screen, actions }: Page): boolean {
  const [at, gone] = end.split(" without ");
  return at === screen && (gone === undefined || !actions.includes(gone));
}

function pageOf(seen: Seen): Page {
  const { screen = "", path = "", actions = [], poll, notices = [], blocks = [], errors } = seen;
  const { title, data, list } = seen;
  const entries = (list?.items ?? []).flatMap((item) =>
    item.actions.map((action) => [action.id, item.id] as const),
  );
  return {
    screen,
    path: path.split("?")[0] ?? path,
    actions: actions.map(({ id }) => id),
    entries: new Map(entries.toReversed()),
    polls: poll?.action,
    says: [
      ...notices.map(({ text, id }) => text ?? id ?? "notice"),
      ...blocks.filter(({ kind }) => kind === "notice" || kind === "dialog").map(({ id }) => id),
      ...Object.keys(errors ?? {}).map(() => "error"),
    ],
    shows: JSON.stringify({ screen, path, actions, notices, blocks, errors, title, data, list }),
  };
}
