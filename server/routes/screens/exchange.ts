import type { FastifyReply, FastifyRequest } from "fastify";
import type { PendingLinks } from "../../application/grants/pending-links.ts";
import type { DrawPage } from "../../application/page/built-page.ts";
import type { ValidatorModules } from "../../application/page/validator-module.ts";
import type { EntryCookie } from "../../application/cookies/entry-cookie.ts";
import type { RequestTools } from "../../application/request/load-context.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Drafts } from "../../storage/repositories/drafts.ts";

/** The parts of the server that answer a screen's requests. */
export interface ScreenTools extends RequestTools {
  readonly drafts: Drafts;
  readonly pendingLinks: PendingLinks;
  readonly entries: EntryCookie;
  readonly validators: ValidatorModules;
  /** Draws a view as a page; `key` is the idempotency key of its plain HTML form. */
  readonly renderPage: DrawPage;
  /** Erases an application with all its data. @returns whether it was still at this revision */
  eraseApplication(record: Pick<ApplicationRecord, "key" | "revision">): Promise<boolean>;
  /**
   * Ends the session of a request and clears the browser's data. @returns the address that follows
   */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

/** One HTTP request with its answer. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly tools: ScreenTools;
}
