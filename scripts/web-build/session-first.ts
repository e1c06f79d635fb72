import type { Plugin } from 'vite'

/**
 * Who is signed in is asked as soon as the code of that is there: before the rest, which is many times as large. Each script
 * runs when it comes, so that a slow processor hears of a tap in between.
 */
export function sessionFirst(): Plugin {
  return {
    name: 'session-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const [begun] = Object.values(bundle ?? {}).filter(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/web/start-session.ts')),
        )
        if (!begun) throw new Error('Nothing begins the session')
        const last = /<script type="module"[^>]*><\/script>/.exec(html)?.[0] ?? ''
        const link = last.replace('<script type="module"', '<link rel="modulepreload"').replace('src=', 'href=')
        const asked = (html.match(/<link rel="modulepreload"[^>]*>/g) ?? []).toSorted(
          (a, b) => Number(b.includes(begun.fileName)) - Number(a.includes(begun.fileName)),
        )
        const scripts = asked.map(
          (one) =>
            `${one.replace('<link rel="modulepreload"', '<script type="module" async').replace('href=', 'src=')}</script>`,
        )
        // Asked for before what this address needs besides. They run where the page's body is there; the last waits for its styles.
        return [...asked, last]
          .reduce((page, tag) => page.replace(tag, ''), html)
          .replace('<meta name="page-files"', `${asked.join('')}${link.replace('</script>', '')}$&`)
          .replace('</body>', `${scripts.join('')}${last}</body>`)
      },
    },
  }
}
