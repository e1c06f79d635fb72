import { useLocation, type NotFoundRouteProps } from '@tanstack/react-router'
import { m } from '#words/messages.js'
import { NotFoundPage } from './not-found-page.tsx'

/** Nothing at this address, or an address whose id cannot be one. */
export function UnmatchedPage({ data }: NotFoundRouteProps) {
  const { pathname } = useLocation()
  const invalid = (data as { invalidId?: boolean } | undefined)?.invalidId
  return (
    <NotFoundPage
      message={invalid ? m.error_invalid_path({ path: pathname }) : m.error_unmatched({ path: pathname })}
    />
  )
}
