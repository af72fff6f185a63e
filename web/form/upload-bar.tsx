import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { BUTTONS } from "../ui/button-style.ts";
import { useScreen } from "../store/use-screen.ts";
import type { Upload } from "./use-uploads.ts";

/** An upload: its progress, or its failure. */
export function UploadBar({
  upload,
  onAgain,
  onCancel,
}: {
  readonly upload: Upload;
  onAgain(): void;
  onCancel(): void;
}) {
  const { t } = useTranslation();
  const offline = useScreen((state) => state.failure === "offline");
  const { name, percent, failed } = upload;
  return (
    <chakra.div
      padding="3"
      border="1px solid"
      borderColor={failed ? "danger" : "border"}
      borderRadius="control"
      background="field"
    >
      <chakra.p role={failed ? "alert" : "status"} fontWeight="500" overflowWrap="anywhere">
        {failed
          ? t(offline ? "file.offline" : "file.failed", { name })
          : t("file.uploading", { name })}
      </chakra.p>
      {failed ? null : (
        <chakra.progress
          value={percent}
          max={100}
          aria-label={t("file.uploading", { name })}
          width="100%"
          height="8px"
          marginTop="2"
          css={{ accentColor: "var(--brand-accent)" }}
        />
      )}
      <chakra.div display="flex" columnGap="5">
        {failed ? (
          <chakra.button type="button" css={{ ...BUTTONS.link, fontSize: "sm" }} onClick={onAgain}>
            {t("failed.again")}
          </chakra.button>
        ) : null}
        <chakra.button type="button" css={{ ...BUTTONS.link, fontSize: "sm" }} onClick={onCancel}>
          {t("cancel")}
        </chakra.button>
      </chakra.div>
    </chakra.div>
  );
}
