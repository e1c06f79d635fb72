import { lazy, Suspense } from 'react'
import type { Member } from '#contract/members/members.ts'
import { useActingState } from '#web/api/acting/acting.ts'
import { Outcomes } from '#web/ui/dialogs/outcome.tsx'
import { ActingChip } from './acting-chip.tsx'

// Rarely needed: only for super admins, or after acting has ended.
const ImpersonationSelector = lazy(async () => ({
  default: (await import('./impersonation.tsx')).ImpersonationSelector,
}))
const ActingEnded = lazy(() => import('./acting-ended.tsx'))

interface Props {
  readonly member: Member
  /** The signed-in member; differs from `member` while impersonating. */
  readonly self: Member
  readonly mayImpersonate: boolean
}

/** The header's tools for acting for others, with messages about changes. */
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
