import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tokenHash } from "../../../../server/application/grants/site-links.ts";
import {
  idInPath,
  loadContext,
  type RequestTools,
} from "../../../../server/application/request/load-context.ts";
import type { RequestContext } from "../../../../server/application/request/request-context.ts";
import { SiteCookies } from "../../../../server/application/cookies/site-cookies.ts";
import { createLibrary } from "../../../../server/definitions/flow-library.ts";
import { AccessLog } from "../../../../server/storage/repositories/access-log.ts";
import type { ApplicationRecord } from "../../../../server/storage/repositories/applications.ts";
import { Grants } from "../../../../server/storage/repositories/grants.ts";
import { RequestReads } from "../../../../server/storage/repositories/request-reads.ts";
import { Sessions } from "../../../../server/storage/repositories/sessions.ts";
import { shippedLibrary, shippedSources } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../../storage/stored-application.ts";
import { visitToolsOn } from "../visit-tools.ts";

const library = await shippedLibrary();
const flow = library.flows.get("merchant-signup");
if (flow === undefined) throw new Error("there is no such flow");
const VARIANT = { portal: "terminal", market: "US", environment: "LOCAL" };
const KEY = "key-of-the-request";
const STAFF = { issuer: "https://id.example", subject: "robin", role: "staff" };

describe("loadContext()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  let tools: RequestTools;
  let app: FastifyInstance;
  let loaded: RequestContext | undefined;
  let refused: unknown;
  beforeAll(async () => {
    store = await openStore();
    const { database, vault } = store;
    const sessions = new Sessions(database, vault, {
      idleMs: 7_200_000,
      longestMs: 86_400_000,
      hostOnly: false,
    });
    tools = {
      ...visitToolsOn({ database, vault, now: () => "2026-03-01T10:00:00.000Z" }),
      environment: "LOCAL",
      library: () => library,
      olderVersion: async () => Promise.resolve(undefined),
      versionsOf: async () => Promise.resolve([]),
      providersOf: () => ({}),
      sessions,
      cookies: new SiteCookies({ secure: false, embedded: false, domain: undefined }),
      requestReads: new RequestReads(database, vault, sessions),
      grants: new Grants(database),
      accessLog: new AccessLog(database, vault),
    };
    app = fastify();
    await app.register(cookie);
    app.setErrorHandler(async (error, _, reply) => {
      refused = error;
      return reply.code(500).send({});
    });
    app.all("/*", async (request, reply) => {
      loaded = await loadContext(request, tools, KEY);
      return reply.send({});
    });
  });
  afterAll(async () => {
    await app?.close();
    await store?.close();
  });
  beforeEach(async () => {
    await store.database.query("truncate applications, sessions cascade");
    loaded = undefined;
  });

  /** The context of a request. @param token of its session @param more cookies */
  async function contextOf(url: string, token?: string, more = ""): Promise<RequestContext> {
    const response = await app.inject({
      url,
      headers: {
        host: "terminal.example",
        cookie: `${token === undefined ? "" : `foyer_session=${token}; `}${more}`,
      },
    });
    if (loaded === undefined) throw new Error(`no context: ${response.body}`);
    return loaded;
  }
  /** An application of a session, with an id where one is named. */
  async function applicationOf(subject: Buffer, id?: string): Promise<ApplicationRecord> {
    const version = flow?.version ?? "";
    const begun = await tools.applications.begin("merchant-signup", version, VARIANT, subject);
    return id === undefined
      ? begun
      : keepStep(tools.applications, begun, {
          changes: { "application.id": id },
          flowVersion: version,
        });
  }
  const anId = () => `urn:app:${randomUUID()}`;

  it("refuses a path that no flow has", async () => {
    const before = tools;
    const empty = createLibrary(new Map(), new Map());
    tools = { ...tools, library: () => empty };
    await app.inject({ url: "/get-started" });
    tools = before;
    expect(refused).toMatchObject({ problem: { status: 404, code: "unknown-path" } });
  });

  it("has no application, session or key for a visitor who comes for the first time", async () => {
    expect(await contextOf("/get-started")).toMatchObject({
      target: { path: "/get-started", variant: VARIANT, locale: "en-US" },
      subject: undefined,
      session: undefined,
      record: undefined,
      newKey: undefined,
      access: "ok",
      drafted: false,
      clock: { now: "2026-03-01T10:00:00.000Z" },
    });
  });

  it("has the visitor's latest application on a page without an id, and the unclaimed key", async () => {
    const { token, session } = await tools.sessions.open();
    const { key } = await applicationOf(session.subject);
    const context = await contextOf("/get-started", token);
    expect(context).toMatchObject({ record: { key }, newKey: KEY, access: "ok" });
    expect(context.subject).toEqual(session.subject);
  });

  it("has no new key where the visitor has claimed it", async () => {
    const { token, session } = await tools.sessions.open();
    const { key } = await applicationOf(session.subject);
    await store.database.query(
      "insert into idempotency_keys (subject, key, request_hash, application) values ($1, $2, '', $3)",
      [session.subject, KEY, key],
    );
    expect((await contextOf("/get-started", token)).newKey).toBeUndefined();
  });

  it("has the application that the path names, for its own visitor only", async () => {
    const [kim, eve] = [await tools.sessions.open(), await tools.sessions.open()];
    const id = anId();
    const { key } = await applicationOf(kim.session.subject, id);
    expect(await contextOf(`/${id}/bank`, kim.token)).toMatchObject({
      record: { key },
      access: "ok",
    });
    for (const token of [eve.token, undefined]) {
      const other = await contextOf(`/${id}/bank`, token);
      expect([other.record, other.access]).toEqual([undefined, "forbidden"]);
    }
    const missing = await contextOf(`/${anId()}/bank`, kim.token);
    expect([missing.record, missing.access]).toEqual([undefined, "missing"]);
  });

  it("moves a new application without an id to the market that the visitor chooses", async () => {
    const { token, session } = await tools.sessions.open();
    const { key } = await applicationOf(session.subject);
    const { record, flow: variant } = await contextOf("/get-started", token, "currency=CAD");
    expect([record?.key, record?.variant["market"], variant.variant["market"]]).toEqual([
      key,
      "CA",
      "CA",
    ]);
    expect((await tools.applications.byKey(key))?.variant["market"]).toBe("CA");
  });

  it("keeps the variant of an application with an id", async () => {
    const { token, session } = await tools.sessions.open();
    const id = anId();
    await applicationOf(session.subject, id);
    const { record, flow: variant } = await contextOf(`/${id}/bank`, token, "currency=CAD");
    expect([record?.variant["market"], variant.variant["market"]]).toEqual(["US", "US"]);
  });

  /** A link of an application that a visitor has used. */
  async function invited(application: string, subject: Buffer, role: "owner" | "mailed") {
    const token = randomBytes(32).toString("base64url");
    const link = {
      tokenHash: tokenHash(token),
      application,
      call: randomUUID(),
      place: "body/link",
      madeWith: "k1",
      path: "/",
      lifetimeMs: 60_000,
    };
    if (role === "owner") {
      await tools.grants.issue({ ...link, role, resource: "urn:apl:1" });
      await tools.grants.redeem(link.tokenHash, subject);
    } else {
      await tools.grants.issueMailed({ ...link, link: "resume", uses: 1, about: Buffer.alloc(32) });
      await store.database.query(
        "insert into guests (application, subject, role, thing, grant_hash) values ($1, $2, '@own', '', $3)",
        [application, subject, link.tokenHash],
      );
    }
  }

  it("has the role of an invitation as the actor", async () => {
    const [kim, sam] = [await tools.sessions.open(), await tools.sessions.open()];
    const id = anId();
    const { key } = await applicationOf(kim.session.subject, id);
    await invited(key, sam.session.subject, "owner");
    expect(await contextOf(`/${id}/owners/urn:apl:1`, sam.token)).toMatchObject({
      record: { key },
      access: "ok",
      actor: { role: "owner", id: "urn:apl:1" },
    });
  });

  it("has the holder of a mailed link as the applicant", async () => {
    const [kim, sam] = [await tools.sessions.open(), await tools.sessions.open()];
    const id = anId();
    const { key } = await applicationOf(kim.session.subject, id);
    await invited(key, sam.session.subject, "mailed");
    const context = await contextOf(`/${id}/bank`, sam.token);
    expect([context.record?.key, context.access, context.actor]).toEqual([key, "ok", undefined]);
  });

  it("impersonates where staff have begun it for this application, and logs the access", async () => {
    const kim = await tools.sessions.open();
    const [id, other] = [anId(), anId()];
    const { key } = await applicationOf(kim.session.subject, id);
    await applicationOf(kim.session.subject, other);
    const token = await tools.sessions.signIn(STAFF, undefined, undefined);
    expect((await contextOf(`/${id}/bank`, token)).access).toBe("forbidden");
    await tools.sessions.impersonate(token, key, 60_000);
    expect(await contextOf(`/${id}/bank`, token)).toMatchObject({
      record: { key },
      readOnly: true,
      actor: { role: "staff", id: "robin" },
    });
    expect((await contextOf(`/${other}/bank`, token)).access).toBe("forbidden");
    expect(await tools.accessLog.at(key)).toMatchObject([{ kind: "looked", path: `/${id}/bank` }]);
  });

  it("serves the version that the publish chose for an application in flight", async () => {
    const { token, session } = await tools.sessions.open();
    const id = anId();
    await applicationOf(session.subject, id);
    const live = { ...flow, version: "0123456789abcdef" };
    const policy = { inFlight: "pin", until: undefined } as const;
    const before = tools;
    const flows = new Map([["merchant-signup", live]]);
    const served = createLibrary(
      flows,
      await shippedSources,
      new Map([["merchant-signup", policy]]),
    );
    tools = {
      ...tools,
      library: () => served,
      olderVersion: async (_, version) =>
        Promise.resolve(version === flow.version ? flow : undefined),
    };
    const pinned = await contextOf(`/${id}/bank`, token);
    expect([pinned.target.flow.version, pinned.migrated]).toEqual([flow.version, undefined]);
    const moving = new Map([["merchant-signup", { inFlight: "move", until: undefined } as const]]);
    const next = createLibrary(flows, await shippedSources, moving);
    tools = { ...tools, library: () => next };
    const migrated = await contextOf(`/${id}/bank`, token);
    expect(migrated.target.flow.version).toBe(live.version);
    expect(migrated.migrated?.target.flow.version).toBe(flow.version);
    expect([migrated.migrated?.elsewhere, migrated.migrated?.migration]).toEqual([
      false,
      undefined,
    ]);
    tools = before;
  });

  it("idInPath() finds the id of a screen's path, behind the prefix of a reseller too", () => {
    const variant = flow.variant(VARIANT);
    expect(idInPath(variant, "/urn:app:1/bank")).toBe("urn:app:1");
    expect(idInPath(variant, "/r/westlake/urn:app:1/bank")).toBe("urn:app:1");
    expect(idInPath(variant, "/get-started")).toBeUndefined();
  });
});
