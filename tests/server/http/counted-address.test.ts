import { describe, expect, it } from "vitest";
import { countedAddress } from "../../../server/http/counted-address.ts";

describe("countedAddress()", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:DB8:0001::", "2001:db8:1:0"],
  ])("counts %s as %s", (address, counted) => expect(countedAddress(address)).toBe(counted));

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.0.1",
    "::ffff:10.0.0.1",
    "::1",
    "fd00::1",
    "fe80::1",
  ])("counts %s, an inner address, for no client", (address) => {
    expect(countedAddress(address)).toBeUndefined();
  });

  it("counts the neighbors of inner networks", () => {
    expect(countedAddress("172.32.0.1")).toBe("172.32.0.1");
    expect(countedAddress("11.0.0.1")).toBe("11.0.0.1");
  });
});
