import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { FileCause } from "../../../engine/validate/files.ts";

const unfold = promisify(inflate);

/** Objects packed into streams are unfolded up to here, all together. */
const MOST_UNFOLDED = 32_000_000;
const MOST_PACKED = 2000;
/** Bytes at the end of a document in which its end has to stand, and what may come after it. */
const TAIL = 1024;

/** Programs, other files, forms that send themselves, films: a document that is only to be read has none of them. */
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition|GoToE)(?![A-Za-z0-9])/;
/** So few letters come up in packed pictures by chance: they are looked for outside of them. */
const SCRIPT = /\/(?:JS|XFA)(?![A-Za-z0-9])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z0-9])/;

/**
 * Why a document is not taken: cut off or followed by something else, closed with a password, or with something in it
 * that acts. Its names are looked at wherever they can be written: plain, spelt with `#xx`, packed into object streams.
 * It is not drawn: what a viewer makes of a document that is broken on purpose is not known here.
 *
 * @param bytes begin as a document does
 */
export async function refusalOfPdf(bytes: Buffer): Promise<FileCause | undefined> {
  const text = bytes.toString("latin1");
  if (!/%%EOF[\s\0]*$/.test(text.slice(-TAIL)) || !/\bobj\b/.test(text)) return "file.damaged";
  const { outside, packed } = parted(text);
  const spelt = withPlainNames(outside);
  if (ENCRYPTED.test(spelt)) return "file.locked";
  if (SCRIPT.test(spelt) || ACTIVE.test(spelt) || ACTIVE.test(withPlainNames(text)))
    return "file.active";
  if (packed.length > MOST_PACKED) return "file.damaged";
  let left = MOST_UNFOLDED;
  for (const { from, to } of packed) {
    const objects = await unfold(bytes.subarray(from, to), {
      maxOutputLength: left,
      finishFlush: 2,
    }).catch(() => undefined);
    if (objects === undefined) return "file.damaged";
    left -= objects.length;
    if (left <= 0) return "file.damaged";
    const inside = withPlainNames(objects.toString("latin1"));
    if (SCRIPT.test(inside) || ACTIVE.test(inside)) return "file.active";
  }
  return undefined;
}

/** What stands outside of streams, and where the streams that hold objects begin and end. */
function parted(text: string): {
  readonly outside: string;
  readonly packed: readonly { readonly from: number; readonly to: number }[];
} {
  const outside: string[] = [];
  const packed: { from: number; to: number }[] = [];
  let at = 0;
  for (;;) {
    const keyword = text.indexOf("stream", at);
    if (keyword < 0) break;
    const [line] = /^stream[ \t]*\r?\n?/.exec(text.slice(keyword, keyword + 20)) ?? ["stream"];
    const from = keyword + line.length;
    const to = text.indexOf("endstream", from);
    const before = text.slice(at, keyword);
    outside.push(before);
    if (to < 0) {
      outside.push(text.slice(from));
      return { outside: outside.join("\n"), packed };
    }
    if (
      /\/ObjStm(?![A-Za-z0-9])/.test(
        withPlainNames(before.slice(Math.max(0, before.lastIndexOf(" obj")))),
      )
    )
      packed.push({ from, to });
    at = to + "endstream".length;
  }
  outside.push(text.slice(at));
  return { outside: outside.join("\n"), packed };
}

/** `/J#61vaScript` is how a name may be spelt as well. */
function withPlainNames(text: string): string {
  return text.includes("#")
    ? text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}
