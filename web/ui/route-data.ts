import '@tanstack/react-router'

export interface Crumb {
  readonly label: () => string
  /** An address, or what makes it of the parameters of the page's own. */
  readonly to: string | ((params: Record<string, string>) => string)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's name in `web/paths.ts`; notices are targeted by it. */
    readonly name?: string
    /** In the reader's language. */
    readonly title?: () => string
    /** Where a payment leads back to: whoever is signed out is told there whether it is paid. */
    readonly returnedTo?: 'confirm' | 'decline'
    /** It is read without network, too. */
    readonly offline?: boolean
    /** The pages above it, outermost first; with none above it, `[]` makes it the first of a trail. */
    readonly crumbs?: readonly Crumb[]
  }
}
