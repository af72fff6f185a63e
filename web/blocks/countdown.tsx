import { chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../ui/notice.tsx";
import { timeLeft } from "./time-left.ts";

/** The time left until an instant. */
export function Countdown({
  until,
  text,
  over,
}: {
  readonly until: string;
  readonly text: string;
  readonly over: string | undefined;
}) {
  const [now, setNow] = useState<number>();
  const { i18n } = useTranslation();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // The line is reserved from the start: nothing moves when the time appears.
  if (now === undefined)
    return (
      <chakra.p
        aria-hidden="true"
        fontSize="sm"
        visibility="hidden"
        css={{ "@media (scripting: none)": { display: "none" } }}
      >
        {text}
      </chakra.p>
    );
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  if (left === 0)
    return over === undefined ? null : (
      <div role="status">
        <Notice tone="warning" text={over} />
      </div>
    );
  return (
    <chakra.p fontSize="sm" color="muted">
      {text}{" "}
      <chakra.span fontVariantNumeric="tabular-nums" fontWeight="500" role="timer">
        {timeLeft(left, i18n.language)}
      </chakra.span>
    </chakra.p>
  );
}
