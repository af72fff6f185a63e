import type { NamedStatement } from "../../database/named-statement.ts";
import { writingEvents } from "../events.ts";
import { admitting, MAILED } from "../grants.ts";
import { LINK_COLUMNS, STEP_COLUMNS } from "./step-row.ts";

/** The columns of a recordset, as SQL defines them. */
const definedBy = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", ");

/**
 * Claims of a step, each taken once only: the key of its request, an event of a provider, the
 * answer of a call. Each answer changes the revision: a call that the statement
 * sees as unanswered is so, since `present` has the revision of its application.
 */
const CLAIMS = `claimed as (
        insert into idempotency_keys (subject, key, request_hash, application, sealed_answer)
        select decode(subject, 'hex'), claim, decode("requestHash", 'hex'), step.key, case when finish = claim then answer end
        from present join step using (key) where claim is not null
        on conflict do nothing returning application
      ),
      received as (
        update webhook_events set settled_at = now(), settled_as = 'applied', event = null
        from present join step using (key)
        where webhook_events.id = step.received and webhook_events.settled_at is null returning step.key
      ),
      answering as (
        select step.key from present join step using (key)
        join calls on calls.id = step.answered and calls.application = step.key
        where calls.answered_at is null and calls.taken = step.taken
        for update of calls
      ),`;

/** Counts a use of a mailed link: claimed like `CLAIMS`, by the steps of links alone. */
const USE_OF_LINK = `counted as (
        update grants set used = grants.used + 1, used_at = coalesce(grants.used_at, now())
        from present join step using (key)
        where grants.token_hash = decode(step.link, 'hex') and grants.application = step.key
          and grants.role = '${MAILED}'
          and grants.revoked_at is null and grants.expires_at > now() and grants.used < grants.uses
        returning step.key
      ),`;

/** Admits the holder of the counted link: a crash cannot part the two. */
const GUEST_OF_LINK = `admitted as (
        ${admitting("select stepped.key, decode(step.guest, 'hex'), decode(step.link, 'hex') from stepped join step using (key) where step.guest is not null")}
      ),`;

/** How a statement saves its steps. */
interface Saving {
  /** For an application that another statement holds: wait for it, or skip its step. */
  readonly locked: "wait" | "skip";
  /** Whether the steps are those of mailed links, which they use. */
  readonly links: boolean;
}

/**
 * Saves steps, one for each application, in one statement: state, journal, idempotency key, the
 * requested or answered call, analytics events, references to files, and the end of a draft. Each
 * step is saved whole or not at all. A function ends the draft: it also finds one that was saved
 * while the statement waited for its application. The parameter is a JSON array of `StepRow`; each
 * row of the result is a saved step.
 */
function saveStatement(name: string, { locked, links }: Saving): NamedStatement {
  return {
    name,
    text: `with
      step as materialized (select * from jsonb_to_recordset($1::jsonb) as step (${definedBy(links ? { ...STEP_COLUMNS, ...LINK_COLUMNS } : STEP_COLUMNS)})),
      present as (
        select applications.key from step join applications using (key, revision)
        order by applications.key for update of applications${locked === "skip" ? " skip locked" : ""}
      ),
      ${CLAIMS}
      ${links ? USE_OF_LINK : ""}
      stepped as (
        update applications set state = step.state, id = coalesce(step.id, applications.id),
          revision = applications.revision + 1, flow_version = step."flowVersion",
          updated_at = case when step."byTimer" then applications.updated_at else now() end,
          timers = coalesce(step.timers, applications.timers),
          locale = coalesce(step.locale, applications.locale),
          due_at = case when step.timers is null then applications.due_at else step."dueAt" end,
          asked_again = coalesce(step."askedAgain", applications.asked_again),
          bound_revision = case when step.bound then applications.revision + 1 end
        from step
        where applications.key = step.key and step.key in (select key from present)
          and (step.claim is null or step.key in (select application from claimed))
          and (step.received is null or step.key in (select key from received))
          ${links ? "and step.key in (select key from counted)" : ""}
          and (step.answered is null or step.key in (select key from answering))
        returning applications.key, applications.revision as revised
      ),
      ${links ? GUEST_OF_LINK : ""}
      journaled as (
        insert into journal (application, revision, at, kind, because, flow_version, events, input, actor, bound)
        select key, revised, at, kind, because, "flowVersion", events, convert_to(input, 'UTF8'), actor, bound
        from stepped join step using (key)
      ),
      called as (
        insert into calls (id, application, name, request, idempotency_subject, idempotency_key, leased_until)
        select call, key, "callName", convert_to("callRequest", 'UTF8'), decode(subject, 'hex'), "callKey",
          now() + make_interval(secs => "leaseMs" / 1000)
        from stepped join step using (key) where call is not null
      ),
      answered as (
        update calls set outcome = step.outcome,
          answered_at = case when step.open then null else now() end,
          leased_until = case when step.open then now() else calls.leased_until end
        from stepped join step using (key)
        where calls.id = step.answered and calls.application = stepped.key
      ),
      finished as (
        update idempotency_keys set sealed_answer = step.answer
        from stepped join step using (key)
        where idempotency_keys.application = stepped.key and idempotency_keys.key = step.finish
          and step.finish is distinct from step.claim
      ),
      awaited as (
        insert into webhook_keys (flow, provider, key_hash, application)
        select flow, item->>'provider', decode(item->>'hash', 'hex'), key
        from stepped join step using (key), jsonb_array_elements(step.awaits) item
        on conflict do nothing
      ),
      used as (
        update files set used = files.id = any(step.files)
        from stepped join step using (key)
        where files.application = stepped.key and files.used <> (files.id = any(step.files))
      ),
      ${writingEvents("select key, item, place from stepped join step using (key), jsonb_array_elements(reports) with ordinality list (item, place)")}
    select key, revised as revision,
      case when step."sentBy" is not null
        then end_draft(key, decode(step."sentBy", 'hex'), step.screen, step.thing) end as ended
    from stepped join step using (key)`,
  };
}

/** Saves the steps of free applications, and skips those that another statement holds. */
export const SAVE_FREE = saveStatement("save-free", { locked: "skip", links: false });

/** Saves a step once no other statement holds its application. */
export const SAVE_WAITING = saveStatement("save-waiting", { locked: "wait", links: false });

/** Saves the step of a mailed link once no other statement holds its application. */
export const SAVE_LINK = saveStatement("save-link", { locked: "wait", links: true });
