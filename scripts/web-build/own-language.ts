import type { Plugin } from 'vite'

/** Which language is spoken the page says itself (`web/api/language.ts`); the compiler's many ways to find out stay out. */
export function ownLanguage(): Plugin {
  const code = [
    'export const experimentalStaticLocale = undefined',
    "export let getLocale = () => 'en'",
    'export const overwriteGetLocale = (speak) => { getLocale = speak }',
  ]
  return {
    name: 'own-language',
    enforce: 'pre',
    load: { filter: { id: /\/generated\/words\/runtime\.js$/ }, handler: () => code.join('\n') },
  }
}
