/** An origin like another one, at another host: `https://apply.example:8443` at `cards.example`. */
export function atHost(origin: string, host: string): string {
  const like = new URL(origin);
  like.hostname = host;
  return like.origin;
}
