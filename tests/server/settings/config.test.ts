import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig, readStorageConfig } from "../../../server/settings/config.ts";
import { servicesOnDisk } from "../../../server/definitions/services-on-disk.ts";
import { misspeltVariables } from "../../../server/settings/misspelt-variables.ts";
import type { Setting } from "../../../server/settings/setting.ts";
import { SETTINGS } from "../../../server/settings/settings.ts";
import { portProblems } from "../../../server/settings/ports.ts";
import { SettingsError } from "../../../server/settings/settings-error.ts";
import { PROJECT } from "../../definitions.ts";
import { PRODUCTION } from "../service.ts";

const WHOLE: NodeJS.ProcessEnv = { ...PRODUCTION, DATABASE_URL: "postgres://db.example/foyer" };

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env, PROJECT);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("development abilities", () => {
  it.each([
    {},
    { FOYER_ENV: "LOCAL" },
    { FOYER_ENV: "CI" },
    { FOYER_ENV: "TEST" },
    { HOST: "localhost" },
    { HOST: "127.0.0.1" },
    { HOST: "127.4.5.6" },
    { HOST: "::1" },
    { HOST: "" },
    { PUBLIC_URL: "http://localhost:3000,http://cedar.localhost" },
    { FOYER_ENV: "TEST", HOST: "0.0.0.0", FOYER_INSECURE_DEVELOPMENT: "1" },
    { PUBLIC_URL: "https://try.example", FOYER_INSECURE_DEVELOPMENT: "1" },
  ])("are served with %j", (env) => {
    const config = readConfig(env, PROJECT);
    expect(config.development).toBe(true);
    expect(config.host).not.toBe("");
  });

  it.each([
    [{ HOST: "0.0.0.0" }, "FOYER_ENV is not set and HOST is 0.0.0.0"],
    [{ HOST: "::" }, "HOST is ::"],
    [{ HOST: "192.168.1.5" }, "HOST is 192.168.1.5"],
    [{ HOST: "localhost.evil.example" }, "HOST is localhost.evil.example"],
    [{ HOST: "127.0.0.1.evil.example" }, "HOST is 127.0.0.1.evil.example"],
    [{ FOYER_ENV: "TEST", HOST: "0.0.0.0" }, "FOYER_ENV is TEST and HOST is 0.0.0.0"],
    [{ FOYER_ENV: "CI", HOST: "0.0.0.0", FOYER_INSECURE_DEVELOPMENT: "0" }, "HOST is 0.0.0.0"],
    [
      { FOYER_ENV: "LOCAL", PUBLIC_URL: "https://try.example" },
      "PUBLIC_URL is https://try.example",
    ],
    [{ FOYER_ENV: "LOCAL", FOYER_PROXIES: "1" }, "FOYER_PROXIES is 1"],
  ])("are refused with %j", (env, named) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(named);
  });

  it("are refused without FOYER_ENV where NODE_ENV is production, with all that production lacks", () => {
    const problems = problemsOf({ NODE_ENV: "production" });
    expect(problems[0]).toContain("FOYER_ENV is not set, and NODE_ENV is production");
    expect(problems).toContainEqual(expect.stringContaining("FOYER_KEY"));
    expect(problems).toContainEqual(expect.stringContaining("PUBLIC_URL"));
  });

  it.each(["OTE", "production"])("are in no way to be had in %s", (environment) => {
    const config = readConfig(
      { ...WHOLE, FOYER_ENV: environment, FOYER_INSECURE_DEVELOPMENT: "1" },
      PROJECT,
    );
    expect(config).toMatchObject({ development: false, secureCookies: true, published: true });
  });
});

describe("cookies", () => {
  it.each([
    [{}, false],
    [{ FOYER_ENV: "TEST" }, false],
    [{ PUBLIC_URL: "https://localhost" }, true],
    [{ FOYER_ENV: "TEST", HOST: "0.0.0.0", FOYER_INSECURE_DEVELOPMENT: "1" }, true],
    [{ FOYER_ENV: "TEST", FOYER_PROXIES: "1", FOYER_INSECURE_DEVELOPMENT: "1" }, true],
    // Said in so many words: the site is reached by http.
    [
      { HOST: "0.0.0.0", PUBLIC_URL: "http://192.168.1.5:3000", FOYER_INSECURE_DEVELOPMENT: "1" },
      false,
    ],
    [WHOLE, true],
  ])("with %j go over https alone: %s", (env, secure) => {
    expect(readConfig(env, PROJECT).secureCookies).toBe(secure);
  });
});

describe("FRAME_ANCESTORS", () => {
  const FRAMED = { FRAME_ANCESTORS: "https://partner.example", FOYER_INSECURE_DEVELOPMENT: "1" };
  it("is refused where a browser would keep no session in the frame", () => {
    expect(problemsOf({ ...FRAMED, PUBLIC_URL: "http://apply.example" }).join()).toContain(
      "FRAME_ANCESTORS is set, and PUBLIC_URL names http://apply.example",
    );
  });
  it.each([{}, { PUBLIC_URL: "http://localhost:3000" }, { PUBLIC_URL: "https://apply.example" }])(
    "makes cookies Secure, with %j",
    (env) => {
      expect(readConfig({ ...FRAMED, ...env }, PROJECT).secureCookies).toBe(true);
    },
  );
});

describe.each(["OTE", "production"])("%s", (environment) => {
  it("lists every missing setting at once, with advice", () => {
    const problems = problemsOf({ FOYER_ENV: environment });
    expect(problems.map((problem) => problem.split(" ")[0]).toSorted()).toEqual([
      "DATABASE_URL",
      "FOYER_KEY",
      "MAIL_URL",
      "OIDC_CLIENT_ID",
      "OIDC_ISSUER",
      "PLATFORM_URL",
      "PUBLIC_URL",
    ]);
    for (const problem of problems) expect(problem).toContain(`${environment} needs`);
    expect(problems.join()).toContain("SMTP_URL and MAIL_FROM");
  });

  it("lists invalid settings together with missing ones", () => {
    const { PUBLIC_URL: _, PLATFORM_URL: __, ...rest } = WHOLE;
    const problems = problemsOf({
      ...rest,
      FOYER_ENV: environment,
      PORT: "many",
      OIDC_ISSUER: "http://sign-in.example",
      FOYER_AT_ONCE: "0",
    }).join("\n");
    for (const name of ["PORT", "OIDC_ISSUER", "FOYER_AT_ONCE", "PUBLIC_URL", "PLATFORM_URL"])
      expect(problems).toContain(`${name} `);
  });

  it("refuses a blank number, which is no 0", () => {
    const problems = problemsOf({ ...WHOLE, FOYER_ENV: environment, PORT: " ", FOYER_QUEUE: " " });
    expect(problems).toEqual([
      'PORT is " "; it has to be a number from 0 to 65535',
      'FOYER_QUEUE is " "; it has to be a number from 0 to 100000',
    ]);
  });

  it.each(Object.keys(WHOLE).filter((name) => name !== "FOYER_ENV"))(
    "does not start without %s, nor with it empty",
    (name) => {
      for (const value of [undefined, "", " ", ",", " , ,"]) {
        const problems = problemsOf({ ...WHOLE, FOYER_ENV: environment, [name]: value });
        expect(problems.join()).toContain(name);
      }
    },
  );

  it("takes a mail service in the place of a mail server", () => {
    const { SMTP_URL: _, MAIL_FROM: __, ...rest } = WHOLE;
    expect(
      problemsOf({ ...rest, FOYER_ENV: environment, MAIL_URL: "https://mail.example" }),
    ).toEqual([]);
  });

  it("refuses an address of the site that cookies would not go to", () => {
    expect(
      problemsOf({ ...WHOLE, FOYER_ENV: environment, PUBLIC_URL: "http://apply.example" }).join(),
    ).toContain("https");
  });

  it("asks commands for the database and the key, and for nothing that visitors need", () => {
    const { DATABASE_URL, FOYER_KEY } = WHOLE;
    expect(
      readStorageConfig({ FOYER_ENV: environment, DATABASE_URL, FOYER_KEY }, PROJECT),
    ).toMatchObject({ databaseUrl: DATABASE_URL, keys: FOYER_KEY, environment });
    expect(() => readStorageConfig({ FOYER_ENV: environment }, PROJECT)).toThrow(
      /DATABASE_URL[\s\S]*FOYER_KEY/,
    );
  });
});

it("an empty variable is one that is not set, whichever it is", () => {
  const names = [
    ...["FOYER_ENV", "FOYER_DATA", "FOYER_FLOWS", "FOYER_KEY", "FOYER_STATEMENTS", "FOYER_PROXIES"],
    ...["HOST", "PORT", "METRICS_PORT", "LOG_LEVEL", "PUBLIC_URL", "COOKIE_DOMAIN", "DATABASE_URL"],
    ...["SMTP_URL", "MAIL_FROM", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ];
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  expect(readConfig(empty, PROJECT)).toEqual(readConfig({}, PROJECT));
  expect(readStorageConfig(empty, PROJECT)).toEqual(readStorageConfig({}, PROJECT));
});

describe("a flow's services", () => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-services-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are named by the flows, and optional ones are not asked for", () => {
    mkdirSync(join(folder, "flows/kiosk"), { recursive: true });
    writeFileSync(
      join(folder, "flows/kiosk/services.yaml"),
      `services:
  till: { description: The till, baseUrlFrom: TILL_URL, sandbox: platform }
  horoscope: { description: Horoscopes, baseUrlFrom: HOROSCOPE_URL, optional: true }
`,
    );
    const { PLATFORM_URL: _, SMTP_URL: __, MAIL_FROM: ___, ...rest } = WHOLE;
    expect(problemsOf({ ...rest, FOYER_FLOWS: folder })).toEqual([
      "TILL_URL is not set; production needs the base URL of the service (The till)",
    ]);
  });
});

describe("node dist/server/main.js", () => {
  it.each([
    [{ FOYER_ENV: "production" }, ["DATABASE_URL", "FOYER_KEY", "PLATFORM_URL", "PUBLIC_URL"]],
    [{ FOYER_ENV: "OTE" }, ["DATABASE_URL", "OIDC_ISSUER", "MAIL_URL"]],
    [{ HOST: "0.0.0.0" }, ["HOST is 0.0.0.0", "FOYER_INSECURE_DEVELOPMENT=1"]],
  ])("exits with 1 and names the missing settings, with %j", (env, named) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(PROJECT, "dist/server/main.js")],
      { env: { PATH: process.env["PATH"], ...env }, encoding: "utf8", timeout: 30_000 },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    for (const name of named) expect(stderr).toContain(name);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe("wrong values", () => {
  it("are listed at once, each with its variable and what it has to be", () => {
    const problems = problemsOf({
      ...WHOLE,
      FOYER_ENV: "PRODUCTION",
      FOYER_KEY: "abc",
      DATABASE_URL: "mysql://foyer:hunter2@db.example/foyer",
      LOG_LEVEL: "verbose",
      OTEL_EXPORTER_OTLP_ENDPOINT: "foo",
      FOYER_FLOWS: "/nonesuch",
      PORT: "9464",
      METRICS_PORT: "9464",
    });
    expect(problems.map((problem) => problem.split(" ")[0]).toSorted()).toEqual([
      "DATABASE_URL",
      "FOYER_ENV",
      "FOYER_FLOWS",
      "FOYER_KEY",
      "LOG_LEVEL",
      "METRICS_PORT",
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ]);
    const text = problems.join("\n");
    expect(text).toContain("did you mean production?");
    expect(text).toContain("a key without an id of 2 bytes");
    expect(text).not.toContain("hunter2");
  });

  it.each(["127.0.0.1/foyer", "mysql://x/y"])("of DATABASE_URL are refused: %s", (url) => {
    expect(problemsOf({ DATABASE_URL: url }).join()).toContain("postgres://user:password@");
  });

  it.each([
    "postgres://foyer@db.example/foyer",
    "postgresql:///foyer?host=/run/postgresql",
    "/run/postgresql foyer",
  ])("of DATABASE_URL are none: %s", (url) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([]);
  });

  it("of FOYER_DATA are told with its name", () => {
    const file = join(mkdtempSync(join(tmpdir(), "foyer-data-")), "file");
    writeFileSync(file, "");
    for (const folder of [file, join(file, "below")])
      expect(problemsOf({ FOYER_DATA: folder }).join()).toContain("FOYER_DATA");
  });
});

describe("misspeltVariables()", () => {
  const flows = servicesOnDisk(PROJECT);

  it.each([
    ["FOYER_SESION_HOURS", "FOYER_SESSION_HOURS"],
    ["FOYER_PROXYS", "FOYER_PROXIES"],
    ["FOYER_DRIAN_MS", "FOYER_DRAIN_MS"],
    ["METRICS_HOTS", "METRICS_HOST"],
    ["MAIL_FORM", "MAIL_FROM"],
    ["PLATFORM_TOKN", "PLATFORM_TOKEN"],
  ])("names for %s the variable %s", (name, meant) => {
    expect(misspeltVariables({ [name]: "hunter2" }, flows)).toEqual([
      `${name} is set, and nothing reads it; did you mean ${meant}?`,
    ]);
  });

  it("says nothing of variables that are read, or of other programs", () => {
    const known = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, "1"]));
    const others = { LOG_DIR: "/var/log", PLATFORM_SERVICE_PORT_HTTP: "80", FOO: "1" };
    expect(misspeltVariables({ ...known, ...others, PLATFORM_URL: "x" }, flows)).toEqual([]);
  });
});

describe("SETTINGS", () => {
  const readme = readFileSync(join(PROJECT, "server/README.md"), "utf8");
  const section = readme.split("\n## Settings\n")[1]?.split("\n## ")[0] ?? "";
  /** What README.md says of a variable, on one line. */
  const bulletOf = (name: string) =>
    section
      .split(/\n(?=- )/)
      .filter((bullet) => bullet.startsWith("- `"))
      .find((bullet) => bullet.split(":")[0]?.includes(`\`${name}\``))
      ?.replaceAll(/\s+/g, " ");
  const report = () => undefined;
  const places = [
    { environment: "LOCAL", development: true, report },
    { environment: "production", development: false, report },
  ];

  it.each(Object.entries<Setting<unknown>>(SETTINGS))(
    "README.md says of %s its range, its default and whether it is required",
    (name, { range, required, otherwise }) => {
      const bullet = bulletOf(name);
      expect(bullet).toBeDefined();
      if (required !== undefined) expect(bullet).toMatch(/required/);
      if (range !== undefined && !name.endsWith("PORT"))
        expect(bullet).toContain(
          `${range[0]} to ${range[1] < 10_000 ? range[1] : range[1].toLocaleString("en-US")}`,
        );
      const defaults = places.map((place) => otherwise(place)).map(String);
      const named = defaults.filter((each) => !["undefined", "", ".", "false"].includes(each));
      for (const each of named) expect(bullet).toContain(each);
    },
  );
});

describe("portProblems()", () => {
  it("name the variable of an address that another process has", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const host = "127.0.0.1";
    expect(await portProblems({ port, host, metrics: { port: 0, host: "192.0.2.1" } })).toEqual([
      expect.stringContaining(`PORT is ${port} and HOST 127.0.0.1: another process listens there`),
      expect.stringContaining("METRICS_HOST 192.0.2.1: this machine has no such address"),
    ]);
    await new Promise((resolve) => server.close(resolve));
    expect(await portProblems({ port, host, metrics: undefined })).toEqual([]);
  });
});
