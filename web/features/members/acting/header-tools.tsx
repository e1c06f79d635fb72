import { lazy, Suspense } from 'react'
import type { Member } from '#contract/members.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { Outcomes } from '#web/ui/dialogs/outcome.tsx'
import { ActingChip } from './acting-chip.tsx'

// Only super admins of all clubs have it, and an end comes seldom.
const ImpersonationSelector = lazy(() => import('./impersonation-selector.tsx'))
const ActingEnded = lazy(() => import('./acting-ended.tsx'))

interface Props {
  readonly member: Member
  /** Who is signed in; another than `member` while impersonating. */
  readonly self: Member
  readonly mayImpersonate: boolean
}

/** For whom the reader acts: in the header of every page, with what is said when that changes. */
export default function HeaderTools({ member, self, mayImpersonate }: Props) {
  const ended = useActingState().end !== null
  const impersonates = member.id !== self.id
  return (
    <>
      <Suspense>
        {mayImpersonate && <ImpersonationSelector chosen={impersonates ? member : null} />}
        {ended && <ActingEnded />}
      </Suspense>
      {!impersonates && <ActingChip member={member} />}
      <Outcomes />
    </>
  )
}
