import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useCallback, useSyncExternalStore } from 'react'
import { useIsOffline } from '#web/api/network/network.ts'
import { reloadPage } from '#web/api/new-build.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { paths } from '#web/paths.ts'
import { FootBar, footAction } from '#web/ui/foot-bars.tsx'
import { formatDateTime, formatTime, today } from '#web/ui/words/format.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

/** Says on every page that there is no network, of when what is shown is, and what can be read. */
export function OfflineBar() {
  const offline = useIsOffline()
  const session = useSessionState()
  const asOf = useAsOf(offline)
  const kept = session.status === 'signed-out' && session.offlineMemberId !== null
  const reads = kept || session.status === 'signed-in'
  return (
    <FootBar
      shown={offline || kept}
      tone="calm"
      icon={offline ? <IconCloudOff size={20} stroke={1.8} /> : <IconCloudUp size={20} stroke={1.8} />}
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
          {offline && reads && (
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

const deaf = () => () => undefined

/**
 * The oldest answer that the page shows, in milliseconds since 1970; null: it shows none.
 * @param wanted otherwise nobody has to look through all of them at every answer
 */
function useAsOf(wanted: boolean): number | null {
  const cache = useQueryClient().getQueryCache()
  const hear = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(wanted ? hear : deaf, () => {
    const shown = wanted ? cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0) : []
    return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : null
  })
}

/** Today only the time. */
function momentWords(at: number): string {
  const moment = new Date(at)
  return today(moment) === today() ? formatTime(moment.toISOString()) : formatDateTime(moment.toISOString())
}
