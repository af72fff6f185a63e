import createCache, { type EmotionCache, type StylisPlugin } from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ChakraProvider } from "@chakra-ui/react";
import type { i18n } from "i18next";
import { I18nextProvider } from "react-i18next";
import { ScreenPage } from "./screen/screen-page.tsx";
import { StoreContext } from "./store/use-screen.ts";
import type { ScreenStore } from "./store/screen-store.ts";
import type { FormValidator } from "./form/validators.ts";
import { system } from "./theme/system.ts";

/** One array: on the server Emotion keeps compiled styles by it, from page to page. */
const NO_PLUGINS: StylisPlugin[] = [];

/**
 * Emotion's cache: the same on both sides, so that the server's styles are taken over. Browsers that run these scripts
 * know the styles by their standard names; one that they do not is prefixed where it stands.
 */
export function styleCache(nonce: string): EmotionCache {
  return createCache({ key: "f", nonce, stylisPlugins: NO_PLUGINS });
}

/** The page, on the server and in the browser. */
export function Page({
  cache,
  store,
  words,
  validator,
  postKey,
}: {
  readonly cache: EmotionCache;
  readonly store: ScreenStore;
  readonly words: i18n;
  readonly validator: FormValidator | undefined;
  readonly postKey: string;
}) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <I18nextProvider i18n={words}>
          <StoreContext value={store}>
            <ScreenPage validator={validator} postKey={postKey} />
          </StoreContext>
        </I18nextProvider>
      </ChakraProvider>
    </CacheProvider>
  );
}
