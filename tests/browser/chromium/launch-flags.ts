/** Flags that keep Chromium off a network it may not have, and let it start in containers. */
export const LAUNCH_FLAGS: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
