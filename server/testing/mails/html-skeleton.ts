import { JSDOM } from 'jsdom'

/** One page for all mails: creating one for each would take most of a test's time. */
const { DOMParser } = new JSDOM('').window
const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** Every element of a page with its attributes, as a browser reads them, without any text. */
export function htmlSkeleton(html: string): string[] {
  return [...parsed(html).querySelectorAll('*')].map((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`)
    return `${'  '.repeat(depthOf(element))}${element.tagName} ${attributes.join(' ')}`
  })
}

/** The visible text. */
export const htmlText = (html: string): string => parsed(html).body.textContent

interface Nested {
  readonly parentElement: Nested | null
}
const depthOf = ({ parentElement }: Nested): number => (parentElement ? 1 + depthOf(parentElement) : 0)
