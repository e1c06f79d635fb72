/**
 * `web/ui/theme/kit.css` imports the styles of the kit's components one by one. A component whose file is missing there would be shown
 * without its look, so the build fails.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const styles = path.resolve(import.meta.dirname, '../../node_modules/@mantine/core/styles')

/** The kit's style files for components that the built scripts contain and the built style sheets do not. */
export function missingKitStyles(scripts: string, sheets: string): string[] {
  return globSync('*.layer.css', { cwd: styles })
    .filter((file) => {
      const classes = [...readFileSync(path.join(styles, file), 'utf8').matchAll(/\.(m_[\da-f]+)/g)].map(
        ([, name]) => name!,
      )
      return classes.some((name) => hasWord(scripts, name)) && !classes.every((name) => hasWord(sheets, name))
    })
    .toSorted()
}

const hasWord = (text: string, word: string) => new RegExp(String.raw`\b${word}\b`).test(text)

/** Throws when the web app built into `folder` lacks styles. */
export function requireKitStyles(folder: string): void {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: folder })
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n')
  const missing = missingKitStyles(read('assets/**/*.js'), read('assets/*.css'))
  if (missing.length > 0) throw new Error(`Import in web/ui/theme/kit.css what is used: ${missing.join(', ')}`)
}
