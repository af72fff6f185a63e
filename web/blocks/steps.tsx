import { chakra } from "@chakra-ui/react";

/** A list of steps. */
export function Steps({
  items,
}: {
  readonly items: readonly { readonly title: string; readonly text?: string }[];
}) {
  return (
    <chakra.ol role="list" display="grid" gap="4" listStyleType="none">
      {items.map(({ title, text }, index) => (
        <chakra.li key={title} display="flex" gap="3">
          <chakra.span
            aria-hidden="true"
            flexShrink="0"
            width="1.75rem"
            height="1.75rem"
            display="grid"
            placeItems="center"
            background="tint"
            color="accentText"
            fontSize="sm"
            fontWeight="650"
            css={{ borderRadius: "50%" }}
          >
            {index + 1}
          </chakra.span>
          <div>
            <chakra.p fontWeight="500">{title}</chakra.p>
            {text === undefined ? null : (
              <chakra.p fontSize="sm" color="muted">
                {text}
              </chakra.p>
            )}
          </div>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
