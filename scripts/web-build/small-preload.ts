import type { Plugin } from 'vite'

/** Vite's own is four times the size, and stands in the first script, which every page waits for. */
const source = `
const coming = {}
const style = (href) =>
  coming[href] ??= document.querySelector('link[rel=stylesheet][href="' + href + '"]')
    ? 0
    : new Promise((there, missing) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.crossOrigin = ''
        link.href = href
        link.onload = there
        link.onerror = () => {
          link.remove()
          coming[href] = null
          missing(Error('Unable to preload CSS for ' + href))
        }
        document.head.append(link)
      })
export const __vitePreload = async (load, styles = []) => {
  try {
    return (await Promise.all([load(), ...styles.map((file) => style('/' + file))]))[0]
  } catch (payload) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    throw payload
  }
}
`

/**
 * What runs around each `import()`: a part's script and its styles come at once. Styles that did not come leave nothing
 * behind, so that whoever tries again gets them.
 */
export function smallPreload(): Plugin {
  let isUsed = false
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      isUsed = true
      return { code: source, moduleSideEffects: false }
    },
    generateBundle() {
      if (!isUsed) this.error("Vite calls what runs around each import() by another name: look for it in Vite's own")
    },
  }
}
