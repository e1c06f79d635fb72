/** The parts of jsdom that tests use; the package has no types. */
declare module 'jsdom' {
  interface Node {
    readonly tagName: string
    readonly parentElement: Node | null
    readonly textContent: string
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
    getAttribute(name: string): string | null
    getAttributeNames(): string[]
  }
  interface Page {
    readonly title: string
    readonly body: Node
    querySelector(selector: string): Node | null
    querySelectorAll(selector: string): Iterable<Node>
  }
  export class JSDOM {
    constructor(html: string)
    readonly window: {
      readonly document: Page
      readonly DOMParser: new () => { parseFromString(html: string, type: 'text/html'): Page }
    }
  }
}
