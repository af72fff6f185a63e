import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What waits for the end of a connection. One listener a connection: pipelines are long. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls once when a request is over: it was answered, or its connection has closed. Node says
 * nothing of a closed connection to a response that waits behind others of the same connection.
 */
export function whenOver(
  { raw: { socket } }: Pick<FastifyRequest, "raw">,
  { raw: response }: Pick<FastifyReply, "raw">,
  then: () => void,
): void {
  const ends = endsOf(socket);
  const end = () => {
    if (ends.delete(end)) then();
  };
  ends.add(end);
  response.once("finish", end);
  response.once("close", end);
  if (socket.destroyed) end();
}

function endsOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const ends = new Set<() => void>();
  waiting.set(socket, ends);
  socket.once("close", () => {
    for (const end of ends) end();
  });
  return ends;
}
