import { placedFields } from "../../../../engine/transition/carry-fields.ts";
import { carryDraft } from "../../../../engine/transition/draft.ts";
import { layFacts } from "../../../../engine/transition/facts.ts";
import { boundPath } from "../../../../engine/transition/submission.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import { resolveTarget } from "../../../application/request/resolve-target.ts";
import { draftSubject } from "./draft-page.ts";
import type { Drafts } from "../../../storage/repositories/drafts.ts";

/** State paths of the fields for which the visitor's drafts of this application hold a value. */
export async function draftPaths(
  context: RequestContext,
  tools: { readonly drafts: Drafts },
): Promise<readonly string[]> {
  const { flow, record } = context;
  const subject = draftSubject(context);
  if (record === undefined || subject === undefined) return [];
  const facts = layFacts(resolveTarget(context).facts, { params: {} });
  const drafts = await tools.drafts.ofVisitor(record.key, subject);
  return drafts.flatMap(({ screen: id, ...draft }) => {
    const screen = flow.screens.get(id);
    const form = flow.forms.get(screen?.definition.form ?? "");
    if (screen === undefined || form === undefined) return [];
    const { data } = carryDraft(draft, placedFields(form, screen, facts));
    return Object.keys(data).flatMap((field) => boundPath(form, screen, field, facts) ?? []);
  });
}
