import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { serviceProblems } from "../../../server/calls/service-problems.ts";
import { variableLines, variableNews } from "../../../server/cli/variable-lines.ts";
import { servicesIn } from "../../../server/definitions/services-on-disk.ts";

const SERVICES = `services:
  crm:
    description: Customers
    baseUrlFrom: CRM_URL
    auth: { kind: oauth2, tokenUrlFrom: CRM_TOKEN_URL, clientId: CRM_ID, clientSecret: CRM_SECRET }
    tls: { certificate: CRM_CERTIFICATE, key: CRM_KEY }
`;
const EXTRA = `${SERVICES}  extra:\n    description: More\n    baseUrlFrom: EXTRA_URL\n`;

const flowOf = (text: string) => servicesIn(new Map([["flows/shop/services.yaml", text]]), "shop");

const folder = mkdtempSync(join(tmpdir(), "foyer-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("serviceProblems()", () => {
  it("names every variable that is wrong at once", () => {
    const file = join(folder, "empty.pem");
    writeFileSync(file, "no certificate");
    const env = { CRM_URL: "foo", CRM_TOKEN_URL: "bar", CRM_ID: "a", CRM_SECRET: "hunter2" };
    const problems = serviceProblems(
      flowOf(EXTRA),
      { ...env, CRM_CERTIFICATE: "/nonesuch", CRM_KEY: file },
      "production",
    );
    expect(problems).toEqual([
      "EXTRA_URL is not set; production needs the base URL of the service (More)",
      expect.stringContaining("CRM_URL is no address like"),
      expect.stringContaining("CRM_TOKEN_URL is no address like"),
      expect.stringContaining("CRM_CERTIFICATE is /nonesuch, which cannot be read: ENOENT"),
    ]);
    expect(problems.join()).not.toContain("hunter2");
    expect(
      serviceProblems(flowOf(EXTRA), { ...env, CRM_CERTIFICATE: file, CRM_KEY: file }, undefined),
    ).toContainEqual(expect.stringMatching(/^CRM_CERTIFICATE, CRM_KEY name no certificate in PEM/));
  });

  it("lets a sandbox replace addresses in development", () => {
    expect(serviceProblems(flowOf(EXTRA), {}, undefined)).toEqual([]);
  });
});

describe("variableNews()", () => {
  it("tells new variables from others that are not set", () => {
    const news = variableNews(flowOf(SERVICES), flowOf(EXTRA), { CRM_URL: "https://crm.example" });
    expect(news.added.map(({ name, set }) => [name, set])).toEqual([["EXTRA_URL", false]]);
    expect(news.unset).toEqual([
      "CRM_TOKEN_URL",
      "CRM_ID",
      "CRM_SECRET",
      "CRM_CERTIFICATE",
      "CRM_KEY",
    ]);
    const lines = variableLines("shop", news, false).join("\n");
    expect(lines).toContain("shop reads the new variable EXTRA_URL for extra, needed in OTE");
    expect(lines).toContain("shop also needs CRM_TOKEN_URL, CRM_ID");
    expect(variableLines("shop", news, true).join()).not.toContain("CRM_ID");
  });
});
