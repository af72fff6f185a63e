import { describe, expect, it } from "vitest";
import { readConfig } from "../../../../server/settings/config.ts";
import { PROJECT } from "../../../definitions.ts";

describe("readConfig()", () => {
  const key = `k1:${"ab".repeat(32)}`;

  it.each([
    [{ OIDC_ISSUER: "sign-in.example" }, "OIDC_ISSUER"],
    [{ OIDC_ISSUER: "https://sign-in.example" }, "OIDC_CLIENT_ID"],
    [
      {
        OIDC_ISSUER: "http://sign-in.example",
        OIDC_CLIENT_ID: "a",
        FOYER_ENV: "production",
        FOYER_KEY: key,
        PUBLIC_URL: "https://a.example",
      },
      "https",
    ],
    [
      {
        OIDC_ISSUER: "https://sign-in.example",
        OIDC_CLIENT_ID: "a",
        FOYER_ENV: "production",
        FOYER_KEY: key,
      },
      "PUBLIC_URL",
    ],
    [{ PUBLIC_URL: "https://a.example/apply" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://a.example, nonsense" }, "nonsense"],
  ])("refuses %j and names %s", (env, named) => {
    expect(() => readConfig(env, PROJECT)).toThrow(named);
  });

  it("reads several addresses of the site", () => {
    expect(
      readConfig(
        {
          PUBLIC_URL: "https://a.example, https://b.example/",
          FOYER_INSECURE_DEVELOPMENT: "1",
        },
        PROJECT,
      ).publicUrls,
    ).toEqual(["https://a.example", "https://b.example"]);
  });
});
