import { lateComponent } from "../ui/late-component.ts";

/** Pictures, loaded with the first view that has one. */
export const lateIllustration = lateComponent<{ readonly name: string }>(
  async () => (await import("./illustration.tsx")).Illustration,
);
