import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "../api/server-clock.ts";
import { Icon } from "../ui/icon.tsx";
import { TONE_ICONS } from "../ui/notice.tsx";
import { TONES } from "../ui/tones.ts";
import { timeLeft } from "./time-left.ts";

/** The time left until an instant; its day on a page without scripts. */
export function Countdown({
  until,
  day,
  text,
  over,
}: {
  readonly until: string;
  readonly day: string | undefined;
  readonly text: string;
  readonly over: string | undefined;
}) {
  const [now, setNow] = useState<number>();
  const { i18n } = useTranslation();
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = now === undefined ? 1 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  // Both lines have their place from the start: nothing moves when the time appears, or is over.
  return (
    <chakra.div css={day === undefined ? { ...ONE_PLACE, ...SCRIPTED } : ONE_PLACE}>
      {now === undefined && day !== undefined ? (
        <chakra.p
          color="muted"
          display="none"
          css={{ "@media (scripting: none)": { display: "block" } }}
        >
          {text} {day}
        </chakra.p>
      ) : null}
      <chakra.p
        color="muted"
        aria-hidden={now === undefined ? true : undefined}
        css={SCRIPTED}
        visibility={now === undefined || left === 0 ? "hidden" : undefined}
      >
        {text}{" "}
        {now === undefined ? null : (
          <chakra.span fontVariantNumeric="tabular-nums" fontWeight="500" role="timer">
            {timeLeft(left, i18n.language)}
          </chakra.span>
        )}
      </chakra.p>
      {over === undefined ? null : (
        <chakra.div role="status" css={SCRIPTED}>
          <chakra.p
            display="flex"
            gap="2"
            fontWeight="500"
            visibility={left === 0 ? undefined : "hidden"}
          >
            <chakra.span marginTop="0.125rem" color={TONES.warning}>
              <Icon name={TONE_ICONS.warning} size="1rem" />
            </chakra.span>
            {over}
          </chakra.p>
        </chakra.div>
      )}
    </chakra.div>
  );
}

const ONE_PLACE: SystemStyleObject = {
  display: "grid",
  fontSize: "sm",
  "& > *": { gridArea: "1 / 1" },
};

/** What counts only with scripts. */
const SCRIPTED: SystemStyleObject = { "@media (scripting: none)": { display: "none" } };
