import { describe, expect, it } from "vitest";
import { withoutLinks } from "../../../../server/calls/mail/without-links.ts";

describe("withoutLinks()", () => {
  it.each([
    ["evil.example", "evil. example"],
    ["Go to www.evil.example/pay now", "Go to www. evil. example/pay now"],
    ["https://evil.example/x?y=z", "https: //evil. example/x?y=z"],
    ["HTTP://10.0.0.1/x", "HTTP: //10. 0.0.1/x"],
    ["93.184.216.34/login", "93. 184.216.34/login"],
    ["93.184.216.34:8080", "93. 184.216.34:8080"],
    ["cafe\u0301.com", "caf\u00E9. com"],
    ["हिन्दी.com", "हिन्दी. com"],
    ["x\u0323\u0302.com", "x\u0323\u0302. com"],
    ["http:\\\\evil", "http: \\\\evil"],
    ["ftp://localhost", "ftp: //localhost"],
    ["kim@evil.example", "kim@evil. example"],
    ["xn--vil-8na.xn--p1ai", "xn--vil-8na. xn--p1ai"],
    ["зло.рф", "зло. рф"],
    ["悪。みんな", "悪. みんな"],
    ["evil．example", "evil. example"],
    ["a-b.c-d.co.uk", "a-b. c-d. co. uk"],
  ])("makes no host of %s", (value, written) => {
    expect(withoutLinks(value)).toBe(written);
  });

  it.each([
    "Kim Lund",
    "Cedar & Pine LLC",
    "Cedar Inc.",
    "U.S. Steel",
    "J. R. R. Tolkien",
    "$1,234.56",
    "29,95 $",
    "12:30",
    "St. John’s",
    "2 × Terminal N910",
    "6EA7-20C7",
    "3.5 %",
    "1.234.567.890",
    "1.2.3.4",
    "Really?! Yes...",
  ])("leaves %s as it is", (value) => {
    expect(withoutLinks(value)).toBe(value);
  });

  it("gives the same of what it gave", () => {
    const once = withoutLinks("https://www.evil.example");
    expect(withoutLinks(once)).toBe(once);
  });
});
