import { TestRunner } from "vitest";
import { NO_CHROMIUM } from "./global-setup.ts";

type Config = ConstructorParameters<typeof TestRunner>[0];

/** No test has a name that matches this pattern, so that each one is skipped and counted. */
const NO_NAME = /(?!)/;

/** Runs the browser tests, or skips and counts each of them on a machine without a Chromium. */
export default class BrowserTestRunner extends TestRunner {
  constructor(config: Config) {
    const skips = process.env[NO_CHROMIUM] !== undefined;
    super(skips ? { ...config, testNamePattern: NO_NAME } : config);
  }
}
