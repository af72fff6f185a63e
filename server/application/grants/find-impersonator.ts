import { buildFacts } from "../../../engine/transition/facts.ts";
import type { Actor } from "../../../engine/transition/input.ts";
import type { CompiledRole } from "../../../engine/compile/compiled-variant.ts";
import { roleOfPerson } from "../../../engine/transition/permission.ts";
import type { AccessLog } from "../../storage/repositories/access-log.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Session } from "../../storage/repositories/sessions.ts";
import type { RequestTarget } from "../request/request-target.ts";
import type { FlowTools } from "../flow-tools.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { visitorOf } from "../request/visitor-of.ts";

/** The parts of the server that find a role. */
type RoleTools = Pick<FlowTools, "environment"> & Pick<VisitTools, "now">;

/**
 * The person behind a request whom a role of the flow admits to another's application, by the
 * claims of the sign-in: an agent, or staff who began an impersonation of this application.
 * Undefined without such a role. The access log is written before anything is shown.
 */
export async function findImpersonator(
  {
    session,
    record,
    target,
    method,
  }: {
    readonly session: Session;
    readonly record: ApplicationRecord;
    readonly target: RequestTarget;
    readonly method: string;
  },
  tools: RoleTools & { readonly accessLog: AccessLog },
): Promise<Actor | undefined> {
  const { person, subject } = session;
  const role = roleIn(session, record, target, tools);
  if (person === undefined || role === undefined) return undefined;
  if (role.definition.impersonates === true && session.impersonates !== record.key)
    return undefined;
  await tools.accessLog.note({
    application: record.key,
    role: role.id,
    person,
    subject,
    kind: method === "GET" || method === "HEAD" ? "looked" : "tried",
    path: target.path,
  });
  return { role: role.id, id: person.subject };
}

/** The role of a person in an application, as the flow grants it. */
export function roleIn(
  { person }: Session,
  record: ApplicationRecord,
  { flow, locale }: Pick<RequestTarget, "flow" | "locale">,
  tools: RoleTools,
): CompiledRole | undefined {
  if (person === undefined || record.flow !== flow.id) return undefined;
  const variant = flow.variant({ ...record.variant, environment: tools.environment });
  return roleOfPerson(
    variant,
    buildFacts(
      variant,
      {},
      {
        now: tools.now(),
        variant: variant.variant,
        locale,
        signedIn: true,
        ...visitorOf(person),
        uuids: [],
      },
    ),
  );
}
