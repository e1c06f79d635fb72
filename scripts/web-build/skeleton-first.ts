import type { Plugin } from 'vite'

/** The page's own skeleton is painted before the styles of what follows it are there: they stand behind it. */
export function skeletonFirst(): Plugin {
  return {
    name: 'skeleton-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        return styles
          .reduce((page, link) => page.replace(link, ''), html)
          .replace('<noscript>', `${styles.join('')}<noscript>`)
      },
    },
  }
}
