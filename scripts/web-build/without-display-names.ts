import type { Plugin } from 'vite'

/** What development tools call the kit's parts, which nobody reads in what members load. */
export function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]@mantine[\\/].*\.mjs$/ },
      handler: (code) => ({ code: code.replaceAll(/^\w+\.displayName = "[^"]*";$/gm, ''), map: null }),
    },
  }
}
