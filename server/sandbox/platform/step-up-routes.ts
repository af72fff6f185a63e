import type { FastifyInstance } from "fastify";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import { APPLICATIONS } from "./application-routes.ts";
import { refused } from "./answer.ts";
import { refusedNumber, withNumber } from "./given-number.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { applicationRoute } from "./route.ts";
import { ADDRESS, FLAG, object, TEXT } from "./schemas/parts.ts";
import { UPDATED, updated } from "./step-up-answer.ts";
import { answered, ownersSettled } from "./standing.ts";

const NUMBER = { type: ["string", "null"], pattern: "^[0-9A-Za-z -]{3,20}$" } as const;
const DONE = { inquirySessionStatus: "RECEIVED" } as const;

const ABOUT = { section: "Step-ups", method: "POST", answer: UPDATED } as const;

/**
 * Routes of step-ups that are answered with data (spec 1 §4 "Step-up updates", §7). One that is not
 * pending counts as done.
 */
export function stepUpRoutes(app: FastifyInstance, tools: PlatformTools): void {
  fullSsnRoute(app, tools);
  beneficialOwnersRoute(app, tools);
  businessInfoRoute(app, tools);
}

function fullSsnRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ value?: string | null; sourceType?: string | null } | null>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/step-ups/full-ssn`,
      call: "step-ups/full-ssn",
      summary: "Takes the whole SSN",
      body: object(
        {
          // An SSN in the US, a SIN in Canada.
          value: {
            type: "string",
            pattern: "^[0-9]{3}([- ]?[0-9]{2}[- ]?[0-9]{4}|[- ]?[0-9]{3}[- ]?[0-9]{3})$",
          },
          sourceType: { enum: ["SSN9", "SIN", null] },
          firstName: TEXT,
          lastName: TEXT,
        },
        ["value"],
      ),
    },
    async (work, application, { body }) => {
      const message = refusedNumber(work, body?.value);
      if (message !== undefined) return refused(400, message);
      const next = answered(application, "step-ups/full-ssn", work.tables());
      if (next === application) return updated(work, application, next, DONE);
      return updated(
        work,
        application,
        {
          ...next,
          body: withNumber(next.body, {
            value: body?.value ?? "",
            sourceType: body?.sourceType ?? "SSN9",
          }),
        },
        DONE,
      );
    },
  );
}

function beneficialOwnersRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ boStatus: string }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/step-ups/beneficial-owners`,
      call: "step-ups/beneficial-owners",
      summary: "Says what is known of owners",
      body: object({ boStatus: { enum: ["NONE", "WAITING_FOR_INFO", "INFO_PROVIDED"] } }, [
        "boStatus",
      ]),
    },
    async (work, application, { body: { boStatus } }) => {
      const tables = work.tables();
      const standing = answered(application, "step-ups/beneficial-owners", tables);
      const next = { ...standing, progress: { ...standing.progress, boStatus } };
      // Without unverified owners there is nothing to wait for.
      const settled =
        boStatus === "NONE"
          ? answered(next, "owners", tables)
          : ownersSettled(next, await work.owners.of(application.id), tables);
      return updated(work, application, settled, {
        ...DONE,
        boStatus: settled.progress.boStatus ?? boStatus,
      });
    },
  );
}

function businessInfoRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<JsonObject & { value?: string | null; sourceType?: string | null }>(
    app,
    tools,
    {
      ...ABOUT,
      url: `${APPLICATIONS}/:id/step-ups/business-info`,
      call: "step-ups/business-info",
      summary: "Confirms or corrects what is known of the business",
      body: object({
        confirmed: FLAG,
        legalName: TEXT,
        dba: TEXT,
        address: ADDRESS,
        value: NUMBER,
        sourceType: { enum: ["FEIN", "BN", "CN", null] },
      }),
    },
    async (
      work,
      application,
      { body: { confirmed: _confirmed, value, sourceType, ...corrected } },
    ) => {
      const message = refusedNumber(work, value);
      if (message !== undefined) return refused(400, message);
      const next = answered(application, "step-ups/business-info", work.tables());
      if (next === application) return updated(work, application, next, DONE);
      const company = asObject(application.body["company"]);
      const address = { ...asObject(company["address"]), ...asObject(corrected["address"]) };
      const data = { ...application.body, company: { ...company, ...corrected, address } };
      const numbered =
        typeof value === "string" && value !== ""
          ? withNumber(data, { value, sourceType: sourceType ?? "FEIN" })
          : data;
      return updated(work, application, { ...next, body: numbered }, DONE);
    },
  );
}
