import { JSDOM } from 'jsdom'

/** Every element of a page with its attributes, as a browser reads them, without any text. */
export function htmlSkeleton(html: string): string[] {
  const { document } = new JSDOM(html).window
  return [...document.querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
    return `${'  '.repeat(depthOf(element))}${element.tagName} ${attributes.join(' ')}`
  })
}

/** What a reader sees of it. */
export const htmlText = (html: string): string => new JSDOM(html).window.document.body.textContent

interface Nested {
  readonly parentElement: Nested | null
}
const depthOf = ({ parentElement }: Nested): number => (parentElement ? 1 + depthOf(parentElement) : 0)
