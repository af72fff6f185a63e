import { chakra } from "@chakra-ui/react";

/** A small picture before a value, whose text says the same. */
export function Picture({ src }: { readonly src: string | undefined }) {
  return src === undefined ? null : (
    <chakra.img
      src={src}
      alt=""
      display="inline-block"
      verticalAlign="middle"
      height="1.5rem"
      width="auto"
      marginInlineEnd="2"
    />
  );
}
