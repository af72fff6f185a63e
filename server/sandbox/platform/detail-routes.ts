import { asObject } from "../../../engine/language/json.ts";
import type { FastifyInstance } from "fastify";
import { businessName, currencyOf } from "./application-facts.ts";
import { APPLICATIONS } from "./application-routes.ts";
import { done, failed, NOTHING } from "./answer.ts";
import { giveNumber, type GivenNumber } from "./given-number.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { applicationRoute, route } from "./route.ts";
import { settingsFor } from "./settings.ts";
import { ADDRESS, CURRENCIES, object, REFERENCE, TEXT } from "./schemas/parts.ts";

const ABOUT = { section: "Applications" } as const;
const NUMBER = {
  value: { type: "string", pattern: "^[0-9A-Za-z -]{3,20}$" },
  sourceType: { enum: ["SSN4", "SSN9", "FEIN", "SIN", "BN", "CN"] },
};
const NUMBER_KEPT = object(
  { applicationId: { type: "string" }, sourceType: { type: "string" }, last4: { type: "string" } },
  ["applicationId", "sourceType", "last4"],
);

/** Routes of an application's details (spec 1 §7). */
export function detailRoutes(app: FastifyInstance, tools: PlatformTools): void {
  basicInformationRoute(app, tools);
  authCodeRoute(app, tools);
  permissionsRoute(app, tools);
  notificationRoute(app, tools);
  numberRoute(app, tools);
  manualEntryRoute(app, tools);
  analyticsRoute(app, tools);
}

function basicInformationRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      ...ABOUT,
      method: "GET",
      url: `${APPLICATIONS}/:id/basic-information`,
      call: "basic-information",
      summary: "Tells what business it is",
      answer: object(
        {
          id: { type: "string" },
          legalName: TEXT,
          dba: TEXT,
          name: TEXT,
          address: ADDRESS,
          currency: { enum: CURRENCIES },
          intent: { type: "string" },
        },
        ["id", "legalName", "dba", "currency"],
      ),
    },
    async (_, application) => {
      const { legalName, dba, address } = asObject(application.body["company"]);
      return done({
        id: application.id,
        legalName: legalName ?? null,
        dba: dba ?? null,
        name: businessName(application),
        ...((address ?? null) === null ? {} : { address: asObject(address) }),
        currency: currencyOf(application),
        intent: application.intent,
      });
    },
  );
}

function authCodeRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<undefined, { channelId?: string; context?: string }>(
    app,
    tools,
    {
      ...ABOUT,
      method: "GET",
      url: `${APPLICATIONS}/:id/auth-code`,
      call: "auth-code",
      summary: "Gives the code a sales channel signs in with",
      query: object({ context: { type: "string", maxLength: 300 }, channelId: REFERENCE }),
      answer: object({ code: { type: "string" } }, ["code"]),
    },
    async () => done({ code: `ac_${crypto.randomUUID().replaceAll("-", "")}` }),
  );
}

function permissionsRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<{ type: string }>(
    app,
    tools,
    {
      ...ABOUT,
      method: "POST",
      url: `${APPLICATIONS}/:id/permissions`,
      call: "permissions",
      summary: "Sets a permission type",
      body: object({ type: { type: "string", pattern: "^[A-Z][A-Z_]{1,63}$" } }, ["type"]),
      answer: object({ applicationId: { type: "string" }, type: { type: "string" } }, [
        "applicationId",
        "type",
      ]),
    },
    async (work, application, { body: { type } }) => {
      // Permissions beyond the named ones are denied (N-30).
      if (
        !settingsFor(work.flow(), application).some(
          ({ config }) => config["permissionType"] === type,
        )
      )
        return failed(403, "Forbidden", "This permission cannot be set");
      await work.applications.save({
        ...application,
        progress: { ...application.progress, permission: type },
      });
      return done({ applicationId: application.id, type });
    },
  );
}

function notificationRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute(
    app,
    tools,
    {
      ...ABOUT,
      method: "POST",
      url: `${APPLICATIONS}/:id/notification`,
      call: "notification",
      summary: "Says that the applicant left while the application is in flight",
    },
    async (work, application) => {
      await work.applications.countBeacon(application.id);
      return NOTHING;
    },
  );
}

function numberRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<GivenNumber>(
    app,
    tools,
    {
      ...ABOUT,
      method: "POST",
      url: `${APPLICATIONS}/:id/government-identifications`,
      call: "government-identifications",
      summary: "Hands a whole number in",
      body: object(NUMBER, ["value", "sourceType"]),
      answer: NUMBER_KEPT,
    },
    async (work, application, { body }) => giveNumber(work, application, body),
  );
}

function manualEntryRoute(app: FastifyInstance, tools: PlatformTools): void {
  applicationRoute<GivenNumber & { legalBusinessName?: string | null }>(
    app,
    tools,
    {
      ...ABOUT,
      method: "POST",
      url: `${APPLICATIONS}/:id/government-identifications/manual-entry`,
      call: "government-identifications/manual-entry",
      summary: "Hands in the number that taxes are reported with",
      body: object({ ...NUMBER, legalBusinessName: TEXT }, ["value", "sourceType"]),
      answer: NUMBER_KEPT,
    },
    async (work, application, { body: { legalBusinessName, ...number } }) =>
      giveNumber(
        work,
        application,
        number,
        typeof legalBusinessName === "string" ? { legalName: legalBusinessName } : {},
      ),
  );
}

function analyticsRoute(app: FastifyInstance, tools: PlatformTools): void {
  route(
    app,
    tools,
    {
      method: "POST",
      url: "/api/v2/analytics",
      call: "analytics",
      readsOnly: true,
      summary: "Takes an analytics event",
      section: "Analytics",
      body: object(
        {
          type: { type: "string", minLength: 1, maxLength: 200 },
          params: { type: ["object", "null"], maxProperties: 100, additionalProperties: true },
        },
        ["type"],
      ),
    },
    async () => NOTHING,
  );
}
