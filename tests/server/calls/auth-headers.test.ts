import { describe, expect, it } from "vitest";
import { authHeaders } from "../../../server/calls/auth-headers.ts";

const ENVIRONMENT = { USER_NAME: "ada", PASSWORD: "noor:1", TOKEN: "t0ken" };

describe("authHeaders()", () => {
  it.each([
    [undefined, {}],
    [
      { kind: "basic", user: "USER_NAME", password: "PASSWORD" } as const,
      { authorization: `Basic ${Buffer.from("ada:noor:1").toString("base64")}` },
    ],
    [{ kind: "bearer", token: "TOKEN" } as const, { authorization: "Bearer t0ken" }],
    [
      { kind: "headers", headers: { "x-id": "USER_NAME", "x-secret": "MISSING" } } as const,
      { "x-id": "ada" },
    ],
  ])("gives the headers of %j", (auth, headers) => {
    expect(authHeaders(auth, ENVIRONMENT)).toEqual(headers);
  });

  it.each([
    { kind: "basic", user: "USER_NAME", password: "MISSING" } as const,
    { kind: "bearer", token: "MISSING" } as const,
  ])("sends no header for %j, whose variable is not set", (auth) => {
    expect(authHeaders(auth, ENVIRONMENT)).toEqual({});
  });
});
