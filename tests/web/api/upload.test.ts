// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** A request that the test answers. */
class FakeRequest extends EventTarget {
  static readonly sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  timeout = 0;
  status = 0;
  responseText = "";
  url = "";
  open(_: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(): void {}
  send(): void {
    FakeRequest.sent.push(this);
  }
  async answer(status: number): Promise<void> {
    this.status = status;
    this.responseText = "{}";
    this.dispatchEvent(new Event("load"));
    await settled();
  }
}

const settled = async () => new Promise((resolve) => setTimeout(resolve, 0));
const fields = () => FakeRequest.sent.map(({ url }) => url.split("=")[1]);

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  FakeRequest.sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

async function uploads() {
  const { upload } = await import("../../../web/api/upload.ts");
  return async (field: string) =>
    upload({
      path: "/card",
      field,
      content: new Blob(["%PDF"]),
      name: "bill.pdf",
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
}

describe("upload()", () => {
  it("sends the first files of a page one after the other until the service has kept one", async () => {
    const upload = await uploads();
    const [first, second] = [upload("front"), upload("back")];
    await settled();
    expect(fields()).toEqual(["front"]);
    await FakeRequest.sent[0]?.answer(503);
    expect(fields()).toEqual(["front", "back"]);
    const third = upload("front");
    await settled();
    expect(fields()).toEqual(["front", "back"]);
    await FakeRequest.sent[1]?.answer(201);
    expect(fields()).toEqual(["front", "back", "front"]);
    await FakeRequest.sent[2]?.answer(201);
    const kinds = (await Promise.all([first, second, third])).map(({ kind }) => kind);
    expect(kinds).toEqual(["failed", "kept", "kept"]);
  });

  it("sends the files of a visitor with a session side by side", async () => {
    const upload = await uploads();
    const first = upload("front");
    await settled();
    await FakeRequest.sent[0]?.answer(201);
    await first;
    void upload("front");
    void upload("back");
    await settled();
    expect(fields()).toEqual(["front", "front", "back"]);
  });
});
