import { useCallback, useEffect, useRef, useState } from 'react'
import {
  listenForActivity,
  listenToTabs,
  idleAt,
  lastActivity,
  recordActivity,
} from '#web/api/session/browser-session.ts'
import { config } from '#web/api/config.ts'
import { isOwnDevice, openCopy } from '#web/api/offline-copy.ts'
import { checkNetwork, watchNetwork } from '#web/api/network/network.ts'
import { reloadPage } from '#web/api/new-build.ts'
import { useSessionState } from '#web/api/session/session.ts'
import { startServiceWorker } from '#web/api/network/start-service-worker.ts'
import { NewBuildPrompt } from './new-build-prompt.tsx'
import { OfflineBar } from '#web/features/session/offline-bar.tsx'
import { FootBars } from '#web/ui/foot-bars.tsx'
import { printInLight } from '#web/ui/theme/scheme.ts'

/** Background tasks of the whole app: new builds, the network, and the offline copy. */
export default function AppWatch() {
  const session = useSessionState()
  const ownId = session.status === 'signed-in' && session.member.id === session.self.id ? session.self.id : null
  const offlineMemberId = session.status === 'signed-out' ? session.offlineMemberId : null
  const worker = useServiceWorker(session.status === 'signed-in')
  useEffect(watchNetwork, [])
  useEffect(printInLight, [])
  // Deletes an expired copy, even another user's.
  useEffect(() => void openCopy().catch(() => undefined), [])
  useEffect(() => (ownId !== null && worker ? keepOfflineCopy(ownId) : undefined), [ownId, worker])
  useEffect(() => (offlineMemberId !== null ? watchOfflineCopy(offlineMemberId) : undefined), [offlineMemberId])
  const update = useCallback(() => void worker?.update().catch(() => undefined), [worker])
  return (
    <FootBars>
      <OfflineBar />
      <NewBuildPrompt onOther={update} />
    </FootBars>
  )
}

/** Starts the service worker for members only; visitors need none. */
function useServiceWorker(isMember: boolean): ServiceWorkerRegistration | null {
  const [worker, setWorker] = useState<ServiceWorkerRegistration | null>(null)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (!isMember || hasStarted.current) return
    hasStarted.current = true
    void startServiceWorker().then(setWorker)
  }, [isMember])
  return worker
}

/** Members only: visitors do without its code. */
function keepOfflineCopy(memberId: string): () => void {
  const started = import('./refresh-offline-copy.ts').then(
    ({ refreshOfflineCopy }) => refreshOfflineCopy(memberId),
    () => undefined,
  )
  return () => void started.then((stop) => stop?.())
}

/**
 * Hides the offline copy in time: on a shared device when the session would have timed out, and anywhere when somebody
 * signs in or out in another tab.
 */
function watchOfflineCopy(memberId: string): () => void {
  checkNetwork()
  const stopListening = listenToTabs(reloadPage)
  if (isOwnDevice(memberId)) return stopListening
  const timeout = config.sessionTimeoutMinutes * 60_000
  const stopActivity = listenForActivity(() => recordActivity())
  const timer = setInterval(() => {
    const now = Date.now()
    if (idleAt(now, lastActivity(now), timeout).state === 'over') reloadPage()
  }, 60_000)
  return () => {
    stopListening()
    stopActivity()
    clearInterval(timer)
  }
}
