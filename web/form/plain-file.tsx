import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { FileView } from "../../engine/render/view.ts";
import { FileCard } from "./file-card.tsx";
import type { FileControl } from "./file-zone.tsx";

/** A file field without scripts: the form sends the file itself, and the ids of those to remove. */
export function PlainFile({
  control: { id, name, label, options, invalid, described },
  files,
  path,
}: {
  readonly control: FileControl;
  readonly files: readonly FileView[];
  readonly path: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      {files.map((file) => (
        <FileCard key={file.id} file={file} path={path}>
          <chakra.label
            display="flex"
            alignItems="center"
            gap="2"
            minHeight="2.75rem"
            fontSize="sm"
          >
            <chakra.input
              type="checkbox"
              name={`${name}~remove`}
              value={file.id}
              width="1.25rem"
              height="1.25rem"
              css={{ accentColor: "var(--brand-accent)" }}
            />
            {t("file.remove")}
          </chakra.label>
        </FileCard>
      ))}
      <chakra.input
        type="file"
        id={id}
        name={`${name}~file`}
        accept={options.accept.join(",")}
        multiple={options.most > 1}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={[described, `${id}-limits`].filter(Boolean).join(" ")}
        css={PLAIN}
      />
      <chakra.p id={`${id}-limits`} fontSize="sm" color="muted">
        {t("file.limits", { kinds: options.kinds, size: options.size })}
      </chakra.p>
    </>
  );
}

const PLAIN = {
  width: "100%",
  minHeight: "3rem",
  padding: "0.625rem",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "field",
  color: "text",
} as const;
