import { HERE, isLoopback } from "../../http/loopback.ts";

/**
 * An origin like another one, at another host: `https://apply.example:8443` at `cards.example`. On
 * the developer's own machine the host is `cards.example.localhost`.
 */
export function atHost(origin: string, host: string): string {
  const like = new URL(origin);
  like.hostname = isLoopback(like.hostname) ? `${host}${HERE}` : host;
  return like.origin;
}
