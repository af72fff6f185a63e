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

/** One array for all pages: on the server Emotion caches compiled styles by its identity. */
const NO_PLUGINS: StylisPlugin[] = [];

/**
 * Emotion's cache: the same on both sides, so that the page keeps the server's styles. No vendor
 * prefixes: every browser that runs these scripts knows the standard names; rare exceptions are
 * prefixed in place.
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
