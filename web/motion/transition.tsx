import { domAnimation, LazyMotion, MotionConfig } from "framer-motion";
import * as m from "framer-motion/m";
import type { ReactNode } from "react";

/** The transition of a screen that follows another one. */
export function Transition({ children }: { readonly children?: ReactNode }) {
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user">
        <m.div
          initial={{ opacity: 0, y: 4 }}
          animate={{ opacity: 1, y: 0 }}
          transition={{ duration: 0.18 }}
        >
          {children}
        </m.div>
      </MotionConfig>
    </LazyMotion>
  );
}
