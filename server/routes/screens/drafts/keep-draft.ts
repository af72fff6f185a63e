import { pathOfAddress } from "../../../../engine/language/address.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { untouchedData } from "../../../../engine/render/render-form.ts";
import { createDraft, type Draft } from "../../../../engine/transition/draft.ts";
import { placedFields, type PlacedFields } from "../../../../engine/transition/carry-fields.ts";
import { showsUnknownPath } from "../../../../engine/transition/resolution.ts";
import { isFileField, isFileId } from "../../../../engine/validate/files.ts";
import { reload } from "../../../application/request/reload.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import { resolveTarget } from "../../../application/request/resolve-target.ts";
import { carriedOver, pageBefore } from "../../../application/request/page-before.ts";
import { shownPage, type ShownPage } from "../../../application/request/shown-page.ts";
import { forbidden, ProblemError, unknownPath } from "../../../http/problem.ts";
import type { AuthorizedContext } from "../authorize.ts";
import type { Exchange } from "../exchange.ts";
import { draftPageOf, type DraftPage } from "./draft-page.ts";

/** The typed data of a page that is not sent yet: all of it, each time. */
export interface TypedSoFar {
  /** Names the answers below it (`draft.over` of the view); absent: the present ones. */
  readonly over?: string;
  readonly by?: string;
  readonly data: JsonObject;
}

/** Attempts to save a draft while steps of others come in between. */
const TRIES = 3;

/** Maximum number of files of a draft. */
const MOST_FILES = 30;

/**
 * Saves the typed data of the requested page in place of the draft before.
 *
 * @returns the time of saving, ISO 8601; undefined where the typed data equals the state
 * @throws ProblemError 403, 404, 409 when the answers changed meanwhile, 429
 */
export async function keepDraft(
  { request, tools }: Exchange,
  own: AuthorizedContext,
  received: TypedSoFar,
): Promise<string | undefined> {
  if (!(await request.server.limits.countDraft(request, own.subject.toString("hex"))))
    throw new ProblemError({
      status: 429,
      code: "too-many-drafts",
      title: "What is typed is kept too often",
      detail: "It stands in the page all the same.",
    });
  let context: RequestContext = own;
  for (let tries = 0; tries < TRIES; tries++) {
    const [shown, page] = pageAt(context);
    request.scope.decision = {
      flow: context.target.flow.id,
      screen: page.asked.screen.id,
      because: "draft",
    };
    const { over } = received;
    if (over !== undefined && over !== page.over && over !== overBefore(context)) break;
    const { screen, form, facts } = page.asked;
    const draft = createDraft(
      carriedOver(context, received.data, shown),
      untouchedData(context.flow, screen, form, facts),
      page.answers,
    );
    if (draft === undefined) {
      await tools.drafts.forget(page.place);
      return undefined;
    }
    const at = await tools.drafts.save(
      page.place,
      {
        ...draft,
        places: placesOf(draft, placedFields(form, screen, facts)),
        ...(received.by === undefined ? {} : { by: received.by }),
      },
      { files: filesOf(draft, page), revision: context.record?.revision ?? 0, days: page.days },
    );
    if (at !== undefined) return at;
    context = await reload(context, tools);
  }
  throw overtaken();
}

/** The present page, as the sender of a draft may use it. */
function pageAt(context: RequestContext): readonly [ShownPage, DraftPage] {
  const { target } = context;
  const { resolution } = resolveTarget(context);
  if (resolution.kind === "leave") throw overtaken();
  const unknown = showsUnknownPath(resolution);
  // A guest learns of no other page, not even that it exists.
  if (resolution.denied !== undefined || (unknown && context.actor !== undefined))
    throw forbidden();
  if (unknown) throw unknownPath();
  if (pathOfAddress(resolution.path) !== target.path) throw overtaken();
  const shown = shownPage(context, resolution, target.query);
  const page = draftPageOf(context, shown);
  if (page === undefined)
    throw new ProblemError({
      status: 404,
      code: "no-draft",
      title: "Nothing is kept of what is typed here",
    });
  return [shown, page];
}

/** Names the answers of a page that is open since before its application moved. */
function overBefore(context: RequestContext): string | undefined {
  const before = pageBefore(context);
  return before === undefined ? undefined : draftPageOf(before.context, before.page)?.over;
}

function placesOf({ data }: Draft, { places }: PlacedFields): PlacedFields["places"] {
  return Object.fromEntries(Object.keys(data).map((field) => [field, places[field] ?? null]));
}

function filesOf({ data }: Draft, { asked }: DraftPage): readonly string[] {
  const { fields } = asked.form.compiled;
  return Object.entries(data)
    .flatMap(([name, value]) =>
      isFileField(fields[name]) && typeof value === "string"
        ? value.split(" ").filter(isFileId)
        : [],
    )
    .slice(0, MOST_FILES);
}

function overtaken(): ProblemError {
  return new ProblemError({
    status: 409,
    code: "stale",
    title: "The application changed in the meantime",
    detail: "Ask for the page again to see what it is now.",
  });
}
