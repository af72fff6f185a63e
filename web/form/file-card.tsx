import { pathOfAddress } from "../../engine/language/address.ts";
import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FileView } from "../../engine/render/view.ts";

/** An uploaded file: preview, name, size and actions. */
export function FileCard({
  file,
  path,
  children,
}: {
  readonly file: FileView;
  readonly path: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="3"
      padding="3"
      border="1px solid"
      borderColor="border"
      borderRadius="control"
      background="field"
    >
      {file.picture ? (
        <chakra.img
          src={`${pathOfAddress(path)}?file=${file.id}`}
          alt={t("file.preview", { name: file.name })}
          width="4rem"
          height="4rem"
          flexShrink="0"
          objectFit="cover"
          borderRadius="control"
          background="tint"
        />
      ) : (
        <chakra.svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          width="2.5rem"
          height="2.5rem"
          flexShrink="0"
          margin="0.75rem"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          color="muted"
        >
          <path
            d="M6 2.5h8l4.5 4.5v14.5h-12.5zM14 2.5v4.5h4.5M9 12.5h6M9 16h6"
            strokeLinejoin="round"
          />
        </chakra.svg>
      )}
      <chakra.div flex="1" minWidth="0">
        <chakra.p fontWeight="500" overflowWrap="anywhere" lineHeight="1.3">
          {file.name}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="4">
          <chakra.span fontSize="sm" color="muted">
            {file.size}
          </chakra.span>
          {children}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}
