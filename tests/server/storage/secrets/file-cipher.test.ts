import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  encryptBytes,
  newFileKey,
  decryptBytes,
} from "../../../../server/storage/secrets/file-cipher.ts";

const PLACE = "file_one:content";

describe("encryptBytes()", () => {
  it("closes any bytes so that decryptBytes() gives them back", () => {
    const key = newFileKey();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const given = Buffer.from(bytes);
        expect(decryptBytes(encryptBytes(given, key, PLACE), key, PLACE)).toEqual(given);
      }),
    );
  });
});

describe("decryptBytes()", () => {
  const key = newFileKey();
  const closed = encryptBytes(Buffer.from("a picture"), key, PLACE);

  it.each([
    ["at another place", closed, key, "file_two:content"],
    ["with another key", closed, newFileKey(), PLACE],
    ["that were cut short", closed.subarray(0, closed.length - 1), key, PLACE],
    ["that are only a part of a tag", closed.subarray(0, 16), key, PLACE],
    ["that are none", Buffer.alloc(0), key, PLACE],
  ])("refuses bytes %s", (_, bytes, withKey, place) => {
    expect(() => decryptBytes(bytes, withKey, place)).toThrow();
  });

  it("refuses bytes with a change at any place", () => {
    for (let at = 0; at < closed.length; at++) {
      const changed = Buffer.from(closed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => decryptBytes(changed, key, PLACE)).toThrow();
    }
  });
});
