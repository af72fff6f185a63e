import { describe, expect, it } from "vitest";
import { pathPattern } from "../../../engine/compile/path-pattern.ts";

describe("pathPattern()", () => {
  const owner = pathPattern("/{applicationId}/owners/{ownerId}", {
    applicationId: "urn:app:",
    ownerId: "urn:apl:",
  });

  it("recognizes an id by its prefix, percent-encoded or not", () => {
    expect(owner.match("/urn:app:1/owners/urn:apl:2")).toEqual({
      applicationId: "urn:app:1",
      ownerId: "urn:apl:2",
    });
    expect(owner.match("/urn%3Aapp%3A1/owners/urn%3Aapl%3A2")).toEqual({
      applicationId: "urn:app:1",
      ownerId: "urn:apl:2",
    });
  });

  it("takes no other word for an id, and no id for another", () => {
    expect(owner.match("/accounts/owners/urn:apl:2")).toBeUndefined();
    expect(owner.match("/urn:app:1/owners/urn:app:2")).toBeUndefined();
  });

  it("takes any word for a parameter that is no id of the flow", () => {
    expect(
      pathPattern("/accounts/{businessId}/stores", { applicationId: "urn:app:" }).match(
        "/accounts/b-7/stores",
      ),
    ).toEqual({ businessId: "b-7" });
  });
});
