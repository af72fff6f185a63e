import { chakra } from "@chakra-ui/react";

/** The step of the flow in words, without a rail. */
export function Progress({ label }: { readonly label: string }) {
  return (
    <chakra.p fontSize="sm" fontWeight="500" color="muted" marginBottom="4">
      {label}
    </chakra.p>
  );
}
