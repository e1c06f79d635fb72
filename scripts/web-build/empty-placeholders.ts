import type { Plugin } from 'vite'

/** Without the server nobody fills in the nonce and the configuration; the page then uses its defaults. */
export function emptyPlaceholders(): Plugin {
  return {
    name: 'empty-placeholders',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replaceAll('__CSP_NONCE__', '')
        .replace('<!--portal-config-->', '')
        .replace('__BUILD_ID__', '')
        .replace('__PAGE_FILES__', ''),
  }
}
