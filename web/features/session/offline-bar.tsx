import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCloudOff, IconCloudUp } from '#web/ui/icons/index.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useIsOffline } from '#web/api/network/network.ts'
import { reloadPage } from '#web/api/new-build.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { FootBar, footAction } from '#web/ui/foot-bars.tsx'
import { formatDateTime, formatTime, today } from '#web/ui/words/format.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

/** Shown on every page while offline: how old the data is, and which pages can be read. */
export function OfflineBar() {
  const offline = useIsOffline()
  const session = useSessionState()
  const asOf = useAsOf(offline)
  const hasOfflineCopy = session.status === 'signed-out' && session.offlineMemberId !== null
  const canRead = hasOfflineCopy || session.status === 'signed-in'
  return (
    <FootBar
      shown={offline || hasOfflineCopy}
      tone="calm"
      icon={
        offline ? (
          <IconCloudOff aria-hidden size={20} stroke={1.8} />
        ) : (
          <IconCloudUp aria-hidden size={20} stroke={1.8} />
        )
      }
      title={
        !offline ? m.offline_over() : asOf === null ? m.offline_title() : m.offline_as_of({ time: momentWords(asOf) })
      }
      actions={
        <>
          {!offline && (
            <UnstyledButton className={footAction} onClick={reloadPage}>
              {m.offline_go_on()}
            </UnstyledButton>
          )}
          {offline && canRead && (
            <>
              <PlainLink to={paths.tickets()} className={footAction}>
                {m.tickets_title()}
              </PlainLink>
              <PlainLink to={paths.calendar()} className={footAction}>
                {m.title_calendar()}
              </PlainLink>
            </>
          )}
        </>
      }
    />
  )
}

const noSubscription = () => () => undefined

/**
 * When the oldest data on the page was fetched, in milliseconds since 1970; null without any.
 * @param enabled false avoids a scan of the cache at every response
 */
function useAsOf(enabled: boolean): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(enabled ? subscribe : noSubscription, () => {
    const shown = enabled ? cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0) : []
    return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : null
  })
}

/** Leaves out the date if it is today. */
function momentWords(at: number): string {
  const moment = new Date(at)
  return today(moment) === today() ? formatTime(moment.toISOString()) : formatDateTime(moment.toISOString())
}
