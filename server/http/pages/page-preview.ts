import { cutText } from '#contract/cut-text.ts'
import type { Language } from '#contract/values.ts'
import { languageOf } from '../actor.ts'

/** The preview that other sites show when the page is shared. All of it is user input. */
export interface Preview {
  readonly language: Language
  readonly title: string
  /** The club. */
  readonly site: string
  readonly description: string
  /** The page's own address, absolute. */
  readonly url: string
  readonly image: {
    readonly url: string
    readonly width: number
    readonly height: number
    readonly alt: string
    /** `srcset` and `sizes` of the picture on the page, for a preload. */
    readonly shown: { readonly srcset: string; readonly sizes: string } | null
  } | null
  /** An event's words, which browsers show while its scripts come. */
  readonly words?: PageWords
  /** schema.org data. */
  readonly data: object
}

interface PageWords {
  /** Above the title: the club, the kind of event. */
  readonly above: string
  readonly facts: {
    readonly title: string
    readonly all: readonly { readonly name: string; readonly lines: string[] }[]
  }
  /** Plain text in paragraphs. */
  readonly about: { readonly title: string; readonly text: string }
  /** Whether the title, and the text, are in Danish although the page is not. */
  readonly danish: { readonly title: boolean; readonly text: boolean }
}

/** The preview of the page at a path, or null. */
export type PreviewOf = (path: string, language: Language) => Promise<Preview | null>

/** The language that a crawler asks for; most ask for none and get Danish. */
export const previewLanguage = (acceptLanguage = ''): Language =>
  /^[\s*]*$/.test(acceptLanguage) ? 'da' : languageOf(acceptLanguage)

const locales: Record<Language, string> = { da: 'da_DK', en: 'en_GB' }

/** One line of at most `length` characters, cut between words. */
export function cutBetweenWords(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const kept = cutText(line, length - 1)
  const end = kept.lastIndexOf(' ')
  return `${(end > length / 2 ? kept.slice(0, end) : kept).trimEnd()}…`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for an element or an attribute of a page. */
export const escaped = (text: string): string => plain(text).replace(/[&<>"']/g, (one) => escapes[one]!)

const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** JSON for a script element: `</script>` in a value must not close it. */
export const jsonInPage = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** The page with its title and description replaced by the preview's, and with its first sight. */
export function withPreview(html: string, preview: Preview): string {
  const description = `<meta name="description" content="${escaped(preview.description)}" />`
  return html
    .replace('<html lang="da">', `<html lang="${preview.language}">`)
    .replace(/<!--page-->.*<!--\/page-->/s, (skeleton) => firstSight(preview) ?? skeleton)
    .replace(/<meta\s+name="description"[^>]*>/, () => description)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(preview.title)}</title>\n${tags(preview)}`)
}

/** An event's words, or the picture and name of a page that begins with them: shown while the scripts come. */
function firstSight({ title, language, image, words }: Preview): string | null {
  const shown = image?.shown
  const hero = shown
    ? `<div class="sk-hero"><img srcset="${escaped(shown.srcset)}" sizes="${escaped(shown.sizes)}" alt="" fetchpriority="high" /></div>`
    : '<div class="sk-hero"></div>'
  if (!words) return shown ? `<div class="sk-page">${hero}<p class="sk-name">${escaped(title)}</p></div>` : null
  const { above, facts, about, danish } = words
  const inDanish = (is: boolean) => (is ? ' lang="da"' : '')
  const list = facts.all.map(({ name, lines }) => {
    const [first = '', ...more] = lines.map(escaped)
    return `<dt>${escaped(name)}</dt><dd>${first}${more.map((line) => `<small>${line}</small>`).join('')}</dd>`
  })
  const text = about.text.split(/\n{2,}/).map((one) => `<p>${one.split('\n').map(escaped).join('\n')}</p>`)
  return `<main class="sk-page sk-event" lang="${language}">
<header${shown ? ' class="sk-pictured"' : ''}>${hero}<div><i></i><div><p>${escaped(above)}</p><h1${inDanish(danish.title)}>${escaped(title)}</h1></div></div></header>
<section><h2>${escaped(facts.title)}</h2><dl>${list.join('')}</dl></section>
${about.text && `<section><h2>${escaped(about.title)}</h2><div${inDanish(danish.text)}>${text.join('')}</div></section>`}
</main>`
}

function tags({ language, title, site, description, url, image, data }: Preview): string {
  const named: [string, string | number][] = [
    ['og:type', 'website'],
    ['og:locale', locales[language]],
    ['og:locale:alternate', locales[language === 'da' ? 'en' : 'da']],
    ['og:site_name', site],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ...(image
      ? ([
          ['og:image', image.url],
          ['og:image:width', image.width],
          ['og:image:height', image.height],
          ['og:image:alt', image.alt],
        ] as [string, string | number][])
      : []),
  ]
  const shown = image?.shown
  return [
    ...named.map(([name, content]) => `<meta property="${name}" content="${escaped(String(content))}" />`),
    `<meta name="twitter:card" content="${image && image.width > 512 ? 'summary_large_image' : 'summary'}" />`,
    ...(shown
      ? [
          `<link rel="preload" as="image" imagesrcset="${escaped(shown.srcset)}" imagesizes="${escaped(shown.sizes)}" fetchpriority="high" />`,
        ]
      : []),
    `<link rel="canonical" href="${escaped(url)}" />`,
    `<script type="application/ld+json">${jsonInPage(data)}</script>`,
  ].join('\n')
}
