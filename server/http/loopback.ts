/** Whether a host name or address is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** The end of names that browsers find on their own machine, without a name server. */
export const HERE = ".localhost";

/** The host that a request means: `cards.example.localhost` is `cards.example`. */
export function hostMeant(hostname: string): string {
  const host = hostname.toLowerCase();
  const meant = host.endsWith(HERE) ? host.slice(0, -HERE.length) : host;
  return meant.includes(".") ? meant : host;
}
