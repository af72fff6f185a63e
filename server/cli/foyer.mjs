#!/usr/bin/env node
// Runs the command line from its sources: it is for people at work on definitions, who have no build step.
import { register } from "tsx/esm/api";

register();
await import("./cli.ts");
