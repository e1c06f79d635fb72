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
  /** schema.org data. */
  readonly data: object
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

/** The page with its title and description replaced by the preview's. */
export function withPreview(html: string, preview: Preview): string {
  const description = `<meta name="description" content="${escaped(preview.description)}" />`
  return html
    .replace('<div class="sk-hero"></div>', (hero) => firstSight(preview) ?? hero)
    .replace(/<meta\s+name="description"[^>]*>/, () => description)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(preview.title)}</title>\n${tags(preview)}`)
}

/** The page's picture and name, shown while its scripts come. */
function firstSight({ title, image }: Preview): string | null {
  if (!image?.shown) return null
  const { srcset, sizes } = image.shown
  return `<div class="sk-hero"><img srcset="${escaped(srcset)}" sizes="${escaped(sizes)}" alt="" fetchpriority="high" /></div>
<p class="sk-name">${escaped(title)}</p>`
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
