import { currentSession } from '#web/api/session/session.ts'
import { readyWelcome } from '#web/features/session/guard.tsx'
import { readyOverview } from './later-overview.ts'
import { soon } from '../before-drawn.ts'
import { loadMyClubs } from '../load-my-clubs.ts'

/** What the front page tells, with the code that shows it; or, for whoever is signed out, the front door's. */
export async function loadDashboard() {
  if (currentSession().status === 'signed-out') return soon(readyWelcome().catch(() => undefined))
  const told = async () => (await import('./load-overview.ts')).loadOverview()
  await Promise.all([loadMyClubs(), ...[readyOverview(), told()].map((work) => soon(work.catch(() => undefined)))])
}
