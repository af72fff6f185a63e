import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Notice } from "../blocks/block.tsx";
import { useSecondsUntil } from "./seconds-until.ts";
import { useScreen } from "./store-context.ts";

/** What may go wrong on the way, said in place, with what to do next. Nothing typed is lost by any of it. */
export function Troubles() {
  const { t } = useTranslation();
  const trouble = useScreen((state) => state.trouble);
  const signIn = useScreen((state) => state.signIn);
  const slow = useScreen((state) => state.slow);
  const conflict = useScreen((state) => state.conflict);
  const failedPress = useScreen((state) => state.failedPress);
  const pressAgain = useScreen((state) => state.pressAgain);
  const takeConflict = useScreen((state) => state.takeConflict);
  const keepMine = useScreen((state) => state.keepMine);
  const screen = useScreen((state) => state.view.screen);
  const retryAt = useScreen((state) => state.retryAt);
  const retryIn = useSecondsUntil(retryAt);
  const notices = useScreen((state) => state.view.notices);
  return (
    <chakra.div
      aria-live="polite"
      display="grid"
      gap="4"
      css={{
        "&:empty": { display: "block" },
        "&:not(:empty)": { marginBottom: "24px" },
        "&:not(:empty):has(+ div)": { marginBottom: "16px" },
      }}
    >
      {notices.map((notice) => (
        <Notice key={notice.id} tone={notice.tone} text={notice.text}>
          {notice.again === undefined ? null : (
            <chakra.a href={notice.again} css={CHOICE} display="inline-flex" alignItems="center">
              {t("failed.again")}
            </chakra.a>
          )}
        </Notice>
      ))}
      {slow ? <Notice tone="info" text={t("slow")} /> : null}
      {conflict === undefined ? null : (
        <Notice
          tone="warning"
          title={t("conflict.title")}
          text={t(
            conflict.press !== undefined && conflict.view.screen === screen
              ? "conflict.choice"
              : "conflict.gone",
          )}
        >
          <chakra.div display="flex" flexWrap="wrap" columnGap="3">
            {conflict.press !== undefined && conflict.view.screen === screen ? (
              <Choice label={t("conflict.keep")} onClick={() => void keepMine()} />
            ) : null}
            <Choice label={t("conflict.reload")} onClick={takeConflict} />
          </chakra.div>
        </Notice>
      )}
      {trouble === "offline" ? (
        <Notice
          tone="warning"
          title={t("offline.title")}
          text={t(failedPress === undefined ? "offline.text" : "offline.waiting")}
        />
      ) : null}
      {trouble === "session-over" ? (
        <Notice
          tone="warning"
          title={t("sessionOver.title")}
          text={signIn === undefined ? t("sessionOver.text") : t("sessionOver.signInText")}
        >
          {signIn === undefined ? (
            <Choice label={t("sessionOver.reload")} onClick={() => location.reload()} />
          ) : (
            <Choice label={t("sessionOver.signIn")} onClick={() => location.assign(signIn)} />
          )}
        </Notice>
      ) : null}
      {failedPress !== undefined &&
      (trouble === "lost" || trouble === "late" || trouble === "busy") ? (
        <Notice
          tone={trouble === "lost" ? "error" : "warning"}
          title={t(`failed.${trouble}.title`)}
          text={t(`failed.${trouble}.text`)}
        >
          {/* Seconds that are read out one by one help nobody. */}
          {retryIn === 0 ? null : (
            <p aria-hidden="true">{t("failed.retry", { seconds: retryIn })}</p>
          )}
          <Choice label={t("failed.again")} onClick={() => void pressAgain()} />
        </Notice>
      ) : null}
    </chakra.div>
  );
}

/** What can be done about it, under the words. */
const CHOICE = {
  marginTop: "3",
  minHeight: "44px",
  paddingInline: "4",
  fontWeight: "600",
  color: "accent",
  border: "1px solid",
  borderColor: "accent",
  borderRadius: "control",
  cursor: "pointer",
};

function Choice({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <chakra.button type="button" onClick={onClick} css={CHOICE}>
      {label}
    </chakra.button>
  );
}
