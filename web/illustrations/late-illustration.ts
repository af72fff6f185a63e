import { lateComponent } from "../ui/late-component.ts";

/** Pictures, loaded when a view has one. */
export const lateIllustration = lateComponent<{ readonly name: string }>(
  async () => (await import("./illustration.tsx")).Illustration,
);
