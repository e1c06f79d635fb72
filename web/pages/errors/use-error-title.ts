import { isBot } from '#web/ui/is-bot.ts'
import { usePagesAbove, usePageTitle } from '#web/ui/page-title.ts'

/**
 * The page is called what it says, and stands nowhere among the others: what is above it may not be there either. Robots keep
 * what they are shown as the page's content, so they learn of the error by the answer's status alone.
 */
export function useErrorTitle(title: string): void {
  usePageTitle(isBot() ? '' : title)
  usePagesAbove('none')
}
