import { describe, expect, it } from "vitest";
import { localPath } from "../../../../server/routes/sign-in/local-path.ts";

describe("localPath()", () => {
  it.each([
    ["/get-started", "/get-started"],
    ["/r/westlake/get-started?a=1&b=%2F", "/r/westlake/get-started?a=1&b=%2F"],
    ["/a b/é", "/a%20b/%C3%A9"],
    ["/a#part", "/a"],
    ["/%2Fevil.example", "/%2Fevil.example"],
  ])("keeps %s as %s", (path, kept) => {
    expect(localPath(path)).toBe(kept);
  });

  it.each([
    undefined,
    "",
    "get-started",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\..\\..\\evil",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    " //evil.example",
    "/sign-out",
    "/sign-in?path=%2Fsign-in",
    "/a/../sign-out",
    "/idp/session/end",
  ])("takes %j for the front page", (path) => {
    expect(localPath(path)).toBe("/");
  });

  it("leaves out a query that is too long to be kept", () => {
    expect(localPath(`/get-started?note=${"x".repeat(3000)}`)).toBe("/get-started");
    expect(localPath(`/${"x".repeat(3000)}`)).toBe("/");
  });
});
