/** Search engines and link previews: they are shown no error page, so that none is kept as the page's content. */
export const isBot = (userAgent = navigator.userAgent) =>
  /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|preview|lighthouse/i.test(userAgent)
