import "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { ProblemError } from "../../../http/problem.ts";
import { tooManyFiles, type GivenFile } from "../../../application/files/examine.ts";
import { countedAddress } from "../../../http/counted-address.ts";
import { Shares } from "../../../plugins/shares.ts";
import { withoutSlot } from "../../../pausing/without-slot.ts";
import { cutOffSlow } from "../../../plugins/slow-bodies.ts";

/** The parts of a multipart body. */
export interface Parts {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly (GivenFile & { readonly field: string })[];
}

/** Multipart bodies that this process reads at once. */
const reading = new Shares(16);
/** Bytes that they announce together, which bounds the memory. */
const MOST_ANNOUNCED = 384_000_000;
let announced = 0;
/** How many of them are of one address, of one visitor, and of all visitors without a session. */
const BY_ADDRESS = 6;
const BY_VISITOR = 3;
/** Largest multipart body, in bytes; a larger one is not read. */
const MOST_BYTES = 64_000_000;
const FIELD_BYTES = 64 * 1024;
/** A photo of a megabyte has to arrive within the server's two minutes. */
const LEAST = { windowMs: 10_000, bytes: 80_000 };

/**
 * Reads a multipart body. Its admission slot is free while the body arrives.
 *
 * @param most bytes of a file, and number of files; a larger file keeps its beginning and is marked
 *   as cut
 * @param visitor whom it is counted for; those without a session count as one
 * @throws ProblemError 400, 413, 429, 503
 */
export async function readMultipart(
  request: FastifyRequest,
  { visitor, ...most }: MostParts,
): Promise<Parts> {
  const bytes = Number(request.headers["content-length"] ?? MOST_BYTES);
  if (bytes > MOST_BYTES)
    throw new ProblemError({ status: 413, code: "too-large", title: "The body is too large" });
  if (!(await request.server.limits.countFiles(request, visitor)))
    throw new ProblemError({
      status: 429,
      code: "too-many-files",
      title: "Files are sent too often",
      detail: "Nothing is lost. Please send it again in a minute.",
    });
  const end = announced + bytes > MOST_ANNOUNCED ? undefined : shareOf(request, visitor);
  if (end === undefined) throw tooManyFiles();
  announced += bytes;
  try {
    return await arrived(request, most);
  } finally {
    announced -= bytes;
    end();
  }
}

/** What a body may hold at most, and whose it is. */
export interface MostParts {
  readonly bytes: number;
  readonly files: number;
  readonly visitor: string | undefined;
}

function shareOf(request: FastifyRequest, visitor: string | undefined): (() => void) | undefined {
  return reading.take([
    { name: `visitor ${visitor ?? ""}`, most: BY_VISITOR },
    { name: countedAddress(request.ip), most: BY_ADDRESS },
  ]);
}

async function arrived(
  request: FastifyRequest,
  most: { readonly bytes: number; readonly files: number },
): Promise<Parts> {
  const stop = cutOffSlow(request.raw, LEAST);
  return withoutSlot(request.scope, async () => partsOf(request, most)).finally(stop);
}

async function partsOf(
  request: FastifyRequest,
  most: { readonly bytes: number; readonly files: number },
): Promise<Parts> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >;
  const files: (GivenFile & { readonly field: string })[] = [];
  let total = 0;
  try {
    const limits = {
      fileSize: most.bytes,
      files: most.files + 1,
      fields: 100,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 20,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        const value = typeof part.value === "string" ? part.value : "";
        // The replacement character marks bytes that are no UTF-8.
        if (value.includes("\ufffd"))
          throw new ProblemError({
            status: 400,
            code: "not-utf-8",
            title: "The body is not valid UTF-8",
          });
        const known = fields[part.fieldname];
        fields[part.fieldname] = known === undefined ? value : [...[known].flat(), value];
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        total += chunk.length;
        if (total > MOST_BYTES)
          throw new ProblemError({
            status: 413,
            code: "too-large",
            title: "The body is too large",
          });
        chunks.push(chunk);
      }
      // A file control without a choice sends a part without name and content.
      const bytes = Buffer.concat(chunks);
      if (part.filename !== "" || bytes.length > 0)
        files.push({ field: part.fieldname, name: part.filename, bytes, cut: part.file.truncated });
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    const status = (error as { statusCode?: number }).statusCode === 413 ? 413 : 400;
    throw new ProblemError({
      status,
      code: status === 413 ? "too-large" : "malformed",
      title:
        status === 413 ? "The body has too many parts" : "The body does not match its content type",
    });
  }
  return { fields, files };
}
