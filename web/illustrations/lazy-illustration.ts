import { lazyComponent } from "../ui/lazy-component.ts";

/** Which picture is drawn, and whether above the title or at the head of the side column. */
export interface IllustrationProps {
  readonly name: string;
  readonly place?: "above" | "side";
}

/** Pictures, loaded with the first view that has one. */
export const lazyIllustration = lazyComponent<IllustrationProps>(
  async () => (await import("./illustration.tsx")).Illustration,
);
