/** What others show of a page when its address is shared. All of it is text that somebody typed. */
export interface Preview {
  readonly title: string
  /** Whose page it is. */
  readonly site: string
  readonly description: string
  /** The page's own address, absolute. */
  readonly url: string
  readonly image: {
    readonly url: string
    readonly width: number
    readonly height: number
    readonly alt: string
    /** The same picture as the page shows it: `srcset` and `sizes`. The browser asks for it before the page does. */
    readonly shown: { readonly srcset: string; readonly sizes: string } | null
  } | null
  /** The same for machines, in the words of schema.org. */
  readonly data: object
}

/** What to say of the page at a path, or null. */
export type PreviewOf = (path: string) => Promise<Preview | null>

/** One line of at most `length` characters, cut between words. */
export function cutBetweenWords(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const kept = line.slice(0, length - 1)
  const end = kept.lastIndexOf(' ')
  // A pair of surrogates is not cut in two.
  return `${(end > length / 2 ? kept.slice(0, end) : kept).replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for an element or an attribute of a page. */
export const escaped = (text: string): string => plain(text).replace(/[&<>"']/g, (one) => escapes[one]!)

const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** JSON inside a page: `</script>` in a name must not end it. */
export const jsonInPage = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

/** The page with the preview in its head, in place of what it says of itself. */
export function withPreview(html: string, preview: Preview): string {
  const description = `<meta name="description" content="${escaped(preview.description)}" />`
  return html
    .replace(/<meta\s+name="description"[^>]*>/, () => description)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(preview.title)}</title>\n${tags(preview)}`)
}

function tags({ title, site, description, url, image, data }: Preview): string {
  const named: [string, string | number][] = [
    ['og:type', 'website'],
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
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`,
    ...(shown
      ? [
          `<link rel="preload" as="image" imagesrcset="${escaped(shown.srcset)}" imagesizes="${escaped(shown.sizes)}" fetchpriority="high" />`,
        ]
      : []),
    `<link rel="canonical" href="${escaped(url)}" />`,
    `<script type="application/ld+json">${jsonInPage(data)}</script>`,
  ].join('\n')
}
