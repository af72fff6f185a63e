import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Actor, InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { ConfiguredProviders } from "../../calls/read-providers.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Person } from "../../storage/repositories/sessions.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { MigrationStep } from "../migration/migrate-application.ts";
import type { RequestTarget } from "./request-target.ts";

/** The migration of a request's application to another version. */
export interface RequestMigration {
  /** The requested address, in the version before. */
  readonly target: RequestTarget;
  /** The application as it was. */
  readonly before: ApplicationRecord;
  /** Whether the new version does not have the requested page. */
  readonly elsewhere: boolean;
  /** The answers that the migration changes. */
  readonly migration?: MigrationStep | undefined;
}

/** The context of one request about one application, read once. */
export interface RequestContext {
  readonly target: RequestTarget;
  readonly flow: CompiledVariant;
  /** Time and ids of the request's one input. */
  readonly clock: Pick<InputContext, "now" | "uuids">;
  readonly providers: ConfiguredProviders;
  readonly scope?: RequestScope | undefined;
  readonly subject: Buffer | undefined;
  /** Undefined while the visitor is not signed in. */
  readonly person: Person | undefined;
  /** Pseudonym of the session in analytics events; undefined while there is no session. */
  readonly session: string | undefined;
  /**
   * Milliseconds until the session ends at the earliest; undefined for one that begins with this
   * request.
   */
  readonly sessionEndsInMs?: number | undefined;
  readonly record: ApplicationRecord | undefined;
  /** Whether the visitor had a draft on any screen of it when the request was read. */
  readonly drafted: boolean;
  /**
   * The request's Idempotency-Key, where the visitor had not claimed it when the request was read.
   */
  readonly newKey?: string | undefined;
  readonly access: "ok" | "missing" | "forbidden";
  /** The role of a visitor in an application that is not their own. */
  readonly actor?: Actor | undefined;
  /** Of an agent, or of staff who impersonate: no calls, no writes except the access log. */
  readonly readOnly?: boolean;
  /** On a page open to all: the state that this request led to, which is not saved. */
  readonly transient?: ApplicationState;
  /** Set when the application moves to another version with its next step. */
  readonly migrated?: RequestMigration | undefined;
  /** Set when an open call was made again: its outcome, and the revision of pages drawn before. */
  readonly repeatedCall?: {
    readonly revision: number;
    readonly next: Destination;
    readonly notices: readonly Notice[];
  };
}

/** The state of the application; for another's application, only what this request brought. */
export function stateOf({
  record,
  transient,
}: Pick<RequestContext, "record" | "transient">): ApplicationState {
  return record?.state ?? transient ?? NO_STATE;
}

const NO_STATE: ApplicationState = {};
