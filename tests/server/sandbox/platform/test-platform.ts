import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { openDatabase, type Database } from "../../../../server/storage/database/database.ts";
import { runMigrations } from "../../../../server/storage/database/run-migrations.ts";
import { platformApp } from "../../../../server/sandbox/platform/platform-app.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { compileOnce, PROJECT, shippedLibrary } from "../../../definitions.ts";
import { createOutsideDatabase } from "../../../outside-postgres.ts";
import type { FlowLibrary } from "../../../../server/definitions/flow-library.ts";
import type { Sources } from "../../../../engine/language/sources.ts";

/**
 * Compiled once for all platforms of a file, when the first is started: it keeps the process from
 * anything else.
 */
let library: Promise<FlowLibrary> | undefined;

/** What a call answered. */
export interface Told {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The platform by itself, on a database of its own, with a clock that the test turns. */
export class TestPlatform {
  private constructor(
    readonly app: FastifyInstance,
    readonly database: Database,
    readonly name: string,
    private readonly clock: { now: number },
    private readonly close: () => Promise<void>,
  ) {}

  /** @param sources definitions in the place of those that are shipped */
  static async start(environment = "CI", sources?: Sources): Promise<TestPlatform> {
    const { name, url, drop } = await createOutsideDatabase();
    const database = openDatabase(url, 8);
    await runMigrations(database, join(PROJECT, "server/storage/migrations"));
    const clock = { now: Date.parse("2026-03-02T09:00:00Z") };
    const { flows } = await (sources === undefined
      ? (library ??= shippedLibrary())
      : createLibrary(sources));
    const app = await platformApp({
      database,
      vault: openVault(randomBytes(32).toString("hex")),
      now: () => new Date(clock.now).toISOString(),
      environment,
      projectFolder: PROJECT,
      flows: () => flows,
    });
    return new TestPlatform(app, database, name, clock, async () => {
      await app.close();
      await database.close();
      await drop();
    });
  }

  stop(): Promise<void> {
    return this.close();
  }

  /** Lets time pass. */
  pass(milliseconds: number): void {
    this.clock.now += milliseconds;
  }

  async call(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told> {
    const response = await this.app.inject({
      method: method as "GET",
      url,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      // What gets lost on the way may be no JSON.
      body: /json/.test(String(response.headers["content-type"]))
        ? (response.json() as Record<string, unknown>)
        : {},
      headers: response.headers,
    };
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Told> {
    return this.call("GET", url, undefined, headers);
  }

  post(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Told> {
    return this.call("POST", url, body, headers);
  }

  /** Hands an application in; its path below /api/v2. */
  async create(
    given: {
      readonly applicant?: object;
      readonly company?: object;
      readonly application?: object;
      readonly headers?: Record<string, string>;
    } = {},
  ): Promise<string> {
    const id = `urn:app:${randomUUID()}`;
    const answer = await this.post(
      "/api/v2/applications",
      applicationWith({ ...given, application: { id, ...given.application } }),
      given.headers,
    );
    if (answer.status !== 200)
      throw new Error(`The creation answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return `/api/v2/applications/${id}`;
  }

  /** Hands an application in with a tag in its e-mail, and has it decided. */
  async onboarded(
    tokens: string,
    given: {
      readonly applicant?: object;
      readonly company?: object;
      readonly headers?: Record<string, string>;
    } = {},
  ): Promise<string> {
    const path = await this.create({
      ...given,
      applicant: { email: tagged(tokens), ...given.applicant },
    });
    await this.post(`${path}/onboard`);
    return path;
  }

  /** Hands an owner in; its path. */
  async owner(application: string, email = "lu@cedar.dev", more: object = {}): Promise<string> {
    const id = `urn:apl:${randomUUID()}`;
    const path = `${application.replace("/api/v2/applications", "/api/v1/commerce/onboarding-applications")}/individuals`;
    const answer = await this.post(path, {
      id,
      type: "OWNER",
      firstName: "Lu",
      lastName: "Tremblay",
      email: { emailAddress: email },
      ...more,
    });
    if (answer.status !== 200)
      throw new Error(`The owner was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return `${path}/${id}`;
  }
}

/** What a flow hands in, with some of it otherwise. */
export function applicationWith(given: {
  readonly applicant?: object;
  readonly company?: object;
  readonly application?: object;
}): object {
  return {
    application: { intent: "CREATE_BUSINESS", ...given.application },
    applicant: {
      firstName: "Kim",
      lastName: "Lund",
      email: "kim@cedar.dev",
      phone: "3125550143",
      dob: "1991-08-19",
      ...given.applicant,
    },
    company: {
      legalName: "Cedar & Pine LLC",
      dba: "Cedar & Pine",
      phone: "3125550142",
      currency: "USD",
      hasPartners: "no",
      ...given.company,
    },
  };
}

export function tagged(tokens: string): string {
  return tokens === "" ? "kim@cedar.dev" : `kim+sbx.${tokens}@example.com`;
}

async function createLibrary(sources: Sources): Promise<FlowLibrary> {
  const result = compileOnce(sources, "LOCAL");
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.library;
}
