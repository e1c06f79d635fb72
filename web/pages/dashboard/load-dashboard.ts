import { currentSession } from '#web/api/session/session.ts'
import { readyNeeds } from '#web/features/memberships/needs/later-needs.tsx'
import { readyWelcome } from '#web/features/session/guard.tsx'
import { readyOverview } from './later-overview.ts'
import { soon } from '../before-drawn.ts'
import { loadMyClubs } from '../load-my-clubs.ts'

const overview = () => import('./load-overview.ts')

/** The code of the dashboard and of what it asks for, before it is known who asks. */
export const fetchDashboardCode = () =>
  Promise.allSettled([
    readyOverview(),
    readyNeeds(),
    overview(),
    import('#web/api/acting/fetch-people.ts'),
    import('#web/features/orders/unpaid/fetch-unpaid.ts'),
  ])

/** The same with the code that shows it; or, for whoever is signed out, the front door's. */
export async function loadDashboard() {
  if (currentSession().status === 'signed-out') return soon(readyWelcome().catch(() => undefined))
  const told = async () => (await overview()).loadOverview()
  await Promise.all([loadMyClubs(), ...[readyOverview(), told()].map((work) => soon(work.catch(() => undefined)))])
}
