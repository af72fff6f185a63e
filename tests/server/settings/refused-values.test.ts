import { describe, expect, it } from "vitest";
import { readConfig } from "../../../server/settings/config.ts";
import { SettingsError } from "../../../server/settings/settings-error.ts";
import { PROJECT } from "../../definitions.ts";
import { PRODUCTION } from "../service.ts";

const WHOLE: NodeJS.ProcessEnv = { ...PRODUCTION, DATABASE_URL: "postgres://db.example/foyer" };

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig({ ...WHOLE, ...env }, PROJECT);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("readConfig()", () => {
  it.each(["yes", "true", "on"])("refuses a flag that is %s, and so would be off", (value) => {
    expect(problemsOf({ FOYER_PUBLISHED: value })).toEqual([
      `FOYER_PUBLISHED is "${value}"; it may be 1, or 0 for off`,
    ]);
    expect(problemsOf({ FOYER_PUBLISHED: "0" })).toEqual([]);
  });

  it("refuses an unknown sslmode, without the rest of the address", () => {
    const url = "postgres://foyer:secret@db.example/foyer?sslmode=";
    expect(problemsOf({ DATABASE_URL: `${url}enabled` })).toEqual([
      "DATABASE_URL has sslmode=enabled; it may be disable, prefer, require, verify-ca, verify-full, no-verify",
    ]);
    expect(problemsOf({ DATABASE_URL: `${url}verify-full` })).toEqual([]);
  });

  it("refuses a COOKIE_DOMAIN that no PUBLIC_URL lies in", () => {
    const env = { PUBLIC_URL: "https://apply.cedar.example" };
    expect(problemsOf({ ...env, COOKIE_DOMAIN: "birch.example" })).toEqual([
      "COOKIE_DOMAIN is birch.example, and no PUBLIC_URL lies in it (https://apply.cedar.example): browsers would drop its cookies",
    ]);
    expect(problemsOf({ ...env, COOKIE_DOMAIN: ".cedar.example" })).toEqual([]);
  });

  it("refuses a FOYER_KEY of zeros outside of development", () => {
    expect(problemsOf({ FOYER_KEY: `k1:${"0".repeat(64)}` })).toEqual([
      "FOYER_KEY has a key of zeros, which everybody knows; `openssl rand -hex 32` makes one",
    ]);
  });

  it("asks a mail server on another machine for TLS, unless its address says otherwise", () => {
    const urlOf = (SMTP_URL: string) => readConfig({ ...WHOLE, SMTP_URL }, PROJECT).smtp?.url;
    expect(urlOf("smtp://foyer:p%40ss@mail.example:587")).toBe(
      "smtp://foyer:p%40ss@mail.example:587?requireTLS=true",
    );
    for (const url of [
      "smtp://mail.example:587?requireTLS=false",
      "smtps://mail.example",
      "smtp://127.0.0.1:25",
    ])
      expect(urlOf(url)).toBe(url);
  });
});
