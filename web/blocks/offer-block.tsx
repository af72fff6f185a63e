import { chakra } from "@chakra-ui/react";
import { useContext } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import { PlainForm } from "../actions/plain-form.tsx";
import { PostKey } from "../actions/post-key.ts";
import { useScreen } from "../store/use-screen.ts";
import { Card } from "../ui/card.tsx";
import type { LazyBlockView } from "./kinds.ts";

/**
 * Another way, offered before the screen's form. Its buttons have a form of their own, so that
 * Enter in a field still sends the screen's.
 */
export function OfferBlock({
  block,
}: {
  readonly block: Extract<LazyBlockView, { kind: "offer" }>;
}) {
  const view = useScreen((state) => state.view);
  const postKey = useContext(PostKey);
  const shown = view.actions.filter(({ id }) => block.actions.includes(id));
  return shown.length === 0 ? null : (
    <Card title={block.title} ground="tint">
      <chakra.p marginTop="-2" marginBottom="4" color="muted">
        {block.text}
      </chakra.p>
      <PlainForm view={view} postKey={`${postKey}-${block.id}`}>
        <chakra.div
          data-chrome
          display="flex"
          flexWrap="wrap"
          gap="3"
          css={{ "@media (max-width: 499px)": { "& > button": { width: "100%" } } }}
        >
          {shown.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
        </chakra.div>
      </PlainForm>
    </Card>
  );
}
