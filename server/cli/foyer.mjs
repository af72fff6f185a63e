#!/usr/bin/env node
// Runs the command line from its sources, without a build.
import { usage } from "./usage.mjs";

const [name] = process.argv.slice(2);
if (name === undefined || name === "--help") console.log(usage());
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./cli.ts");
}
