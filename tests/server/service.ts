import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/settings/config.ts";
import { startService, type Service } from "../../server/service.ts";
import { compileOnce, PROJECT } from "../definitions.ts";
import { createOutsideDatabase } from "../outside-postgres.ts";
import { holdToApi } from "../api-description.ts";
import { holdToScreenView } from "../screen-view.ts";

export { OUTSIDE, outsideIsUp } from "../outside-postgres.ts";

/** What production needs beside a database. None of the addresses answers. */
export const PRODUCTION = {
  FOYER_ENV: "production",
  FOYER_KEY: `k1:${"ab".repeat(32)}`,
  PUBLIC_URL: "https://localhost",
  OIDC_ISSUER: "https://sign-in.example",
  OIDC_CLIENT_ID: "foyer",
  PLATFORM_URL: "http://127.0.0.1:9",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "no-reply@mail.example",
} as const;

/** The real service on a database of its own: in the PostgreSQL outside, or embedded. */
export async function testService(
  where: "outside" | "embedded",
  env: NodeJS.ProcessEnv = {},
  log?: { write(line: string): void },
  compile: typeof compileOnce = compileOnce,
): Promise<{ readonly service: Service; stop(): Promise<void> }> {
  if (!existsSync(join(PROJECT, "dist/web/client/assets")))
    throw new Error("There is no built page; run `npm run build`");
  const folder = await mkdtemp(join(tmpdir(), "foyer-test-"));
  const database = where === "outside" ? await createOutsideDatabase() : undefined;
  // Whatever else keeps this machine busy, nobody is turned away for it.
  const own = {
    FOYER_ENV: "CI",
    PORT: "0",
    FOYER_DATA: folder,
    LOG_LEVEL: "silent",
    FOYER_LAG_MS: "0",
    FOYER_DRAIN_MS: "0",
  };
  const config = readConfig(
    { ...own, ...(database === undefined ? {} : { DATABASE_URL: database.url }), ...env },
    PROJECT,
  );
  const service = await startService(config, PROJECT, { env, log, compile });
  return {
    service,
    async stop() {
      await service.stop();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Injected = Awaited<ReturnType<Service["app"]["inject"]>>;

/** A visitor with the cookies of a session and of an entry, speaking JSON. */
export class Visitor {
  cookie: string | undefined;
  private entry: string | undefined;
  path = "/get-started";
  revision = 0;
  /** Names the answers of the page at hand, for what is typed over them. */
  over = "";

  constructor(
    readonly service: Service,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Injected> {
    const answer = this.keep(
      await this.service.app.inject({
        method: "GET",
        url: path,
        headers: {
          accept: "application/json",
          host: "localhost",
          ...this.headers,
          ...this.cookieHeader(),
          ...headers,
        },
      }),
    );
    // A page leads to itself once it has taken what waited in the cookie.
    return answer.headers.location === path ? this.get(path, headers) : answer;
  }

  async post(body: unknown, headers: Record<string, string> = {}, path = this.path) {
    return this.keep(
      await this.service.app.inject({
        method: "POST",
        url: path,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          host: "localhost",
          ...this.headers,
          ...this.cookieHeader(),
          ...headers,
        },
        payload: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  }

  /** Leaves a field of the present screen, as the page would: what is typed so far is sent. */
  async type(data: object, headers: Record<string, string> = {}, path = this.path) {
    return this.put({ over: this.over, data }, headers, path);
  }

  async put(body: unknown, headers: Record<string, string> = {}, path = this.path) {
    return this.service.app.inject({
      method: "PUT",
      url: path,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        host: "localhost",
        ...this.headers,
        ...this.cookieHeader(),
        ...headers,
      },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** Does an action on the present screen, as the page would. */
  async act(action: string, data: object = {}) {
    return this.post({ action, data, revision: this.revision });
  }

  private cookieHeader(): Record<string, string> {
    const cookies = [this.cookie, this.entry].filter((each) => each !== undefined);
    return cookies.length === 0 ? {} : { cookie: cookies.join("; ") };
  }

  private keep<
    R extends {
      readonly headers: Record<string, unknown>;
      readonly statusCode: number;
      json(): unknown;
      readonly body: string;
      readonly raw: { readonly req: { readonly method?: string; readonly url?: string } };
    },
  >(response: R): R {
    holdToApi({
      method: response.raw.req.method ?? "",
      url: response.raw.req.url ?? "",
      status: response.statusCode,
      contentType: String(response.headers["content-type"]),
      body: response.body,
    });
    const cookies = response.headers["set-cookie"];
    const named = (name: string) =>
      (Array.isArray(cookies) ? cookies : [cookies]).find(
        (each): each is string =>
          typeof each === "string" && new RegExp(`^(?:__Host-)?${name}=`).test(each),
      );
    this.cookie = named("foyer_session")?.split(";")[0] ?? this.cookie;
    this.entry = named("foyer_entry")?.split(";")[0] ?? this.entry;
    if (response.statusCode === 200 && String(response.headers["content-type"]).includes("json")) {
      const view = response.json() as {
        path?: string;
        revision?: number;
        screen?: string;
        draft?: { over: string };
      };
      if (view.screen !== undefined) holdToScreenView(view);
      if (view.screen !== undefined) this.over = view.draft?.over ?? "";
      if (view.path !== undefined) this.path = view.path;
      if (view.revision !== undefined) this.revision = view.revision;
    }
    return response;
  }
}

/** Answers of an applicant in the United States, screen by screen. */
export const ANSWERS = {
  applicant: {
    firstName: "Kim",
    lastName: "Lund",
    email: "kim@cedar.dev",
    emailConfirm: "kim@cedar.dev",
  },
  business: {
    registered: "EIN",
    ein: "83-4500001",
    legalName: "Cedar & Pine LLC",
    dba: "Cedar & Pine",
    businessPhone: "(312) 555-0142",
    territory: "IL",
    hasPartners: "no",
  },
  category: { category: "5462" },
  address: { line1: "731 Tamarack Road", city: "Chicago", territory: "IL", zip: "60614" },
  identity: {
    dob: "08/19/1991",
    ssn4: "9901",
    phone: "3125550143",
    line1: "12 Birch Street",
    city: "Chicago",
    territory: "IL",
    zip: "60614",
  },
  check: { termsSigned: true },
  bank: {
    accountHolderFullName: "Kim Lund",
    accountType: "CHECKING",
    routingNumber: "110000000",
    bankAccount: "000100200",
    bankAccountConfirm: "000100200",
  },
} as const;

/** Fills in the whole form and hands it in, with a sandbox tag in the e-mail. */
export async function fillIn(
  visitor: Visitor,
  email: string = ANSWERS.applicant.email,
): Promise<void> {
  await fillInButCheck(visitor, email);
  await visitor.act("submit", ANSWERS.check);
}

/** Fills in every page of the form, up to the one where the answers are checked. */
export async function fillInButCheck(
  visitor: Visitor,
  email: string = ANSWERS.applicant.email,
): Promise<void> {
  await fillInButIdentity(visitor, email);
  await visitor.act("submit", ANSWERS.identity);
}

/** Fills in every page of the form up to the identity. */
export async function fillInButIdentity(
  visitor: Visitor,
  email: string = ANSWERS.applicant.email,
): Promise<void> {
  await visitor.get("/get-started");
  await visitor.act("submit");
  await visitor.act("submit", { ...ANSWERS.applicant, email, emailConfirm: email });
  for (const screen of ["business", "category", "address"] as const)
    await visitor.act("submit", ANSWERS[screen]);
}
