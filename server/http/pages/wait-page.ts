import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/values.ts'
import { styledPagePolicy } from '../security-headers.ts'

const style = `
:root{color-scheme:light dark;--bg:#f4f7f9;--surface:#fff;--line:#e1e7ec;--text:#1a2329;--dim:#55646f;--link:#0b6788}
@media (prefers-color-scheme:dark){:root{--bg:#0b1216;--surface:#131c22;--line:#24313a;--text:#e6edf2;--dim:#9fb0bb;--link:#7bc4dd}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.5 Figtree,system-ui,sans-serif}
main{max-width:30rem;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 12px;font-size:1.5rem;line-height:1.2}p{margin:0 0 12px;color:var(--dim)}p:last-child{margin:0}
a{color:var(--link)}a:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:6px}
`

const words: Record<Language, { title: string; soon: string; paid: string; now: string }> = {
  da: {
    title: 'Et øjeblik',
    soon: 'Portalen har travlt eller er ved at starte igen. Siden her prøver selv igen om få sekunder, og intet er gået tabt.',
    paid: 'Har du lige betalt, så betal ikke igen: din betaling er registreret hos kortudbyderen.',
    now: 'Prøv igen nu',
  },
  en: {
    title: 'One moment',
    soon: 'The portal is busy or starting again. This page tries again by itself in a few seconds, and nothing is lost.',
    paid: 'If you have just paid, do not pay again: the card provider knows of your payment.',
    now: 'Try again now',
  },
}

/** Whether a browser would show the answer as a page. */
export const wantsPage = ({ routeOptions: { config }, headers }: FastifyRequest): boolean =>
  config?.isPage ?? /text\/html/.test(headers.accept ?? '')

/**
 * A page that reloads itself after a while.
 * @param seconds until it reloads
 */
export function waitPage(language: Language, seconds: number): { text: string; headers: Record<string, string> } {
  const { title, soon, paid, now } = words[language]
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${Math.max(2, seconds)}">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main><h1>${title}</h1><p role="status">${soon}</p><p>${paid}</p><p><a href="">${now}</a></p></main></body>
</html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'retry-after': String(seconds),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  return { text, headers }
}

const policy = styledPagePolicy(style)
