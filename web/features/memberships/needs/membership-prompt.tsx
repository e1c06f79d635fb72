import { useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Membership } from '#contract/memberships/memberships.ts'
import { markPromptShown, membershipFound, needsMembershipCheck } from '#web/api/session/first-login.ts'
import { promptPages } from '#web/features/members/prompt-pages.ts'
import { paths } from '#web/paths.ts'
import { useNavigateTo } from '#web/ui/link.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx'
import { membershipsQuery } from '../queries.ts'
import { awaitsPayment, holdsMembership, isOrWasMember } from '../summary.ts'

const PromptDialog = lazyDialog(async () => (await import('./prompt-dialog.tsx')).PromptDialog)

const pages = promptPages('membership')

interface Props {
  readonly memberId: string
  /** A super admin of ALL is not asked to buy. */
  readonly isOperator: boolean
  readonly clubs: () => Promise<readonly { readonly id: string }[]>
  /** False for visitors who do not want to become a member now. */
  readonly mayAsk: () => Promise<boolean>
}

/** Shown once after sign-in if there is no active membership, with a link to buy one, where a prompt may be shown. */
export default function MembershipPrompt({ memberId, isOperator, clubs, mayAsk }: Props) {
  const cache = useQueryClient()
  const go = useNavigateTo()
  const [opened, setOpened] = useState(false)
  const [former, setFormer] = useState(false)
  // The page being shown, not the one being loaded.
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.name })
  // Who buys one, or comes back from there, is not asked any more.
  if (opened && (page === 'newMembership' || page === 'membershipConfirm' || page === 'membershipDecline'))
    setOpened(false)

  const check = useEffectEvent(() =>
    hasActiveMembership({
      memberId: () => memberId,
      clubs,
      memberships: (id) => cache.ensureQueryData(membershipsQuery(id)),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  )
  const mayAnswer = useEffectEvent(() => mayAsk().catch(() => true))
  useEffect(() => {
    if (!needsMembershipCheck() || isOperator) return
    let wanted = true
    const prompt = async () => {
      const active = await check()
      if (active) membershipFound()
      // Another tab may have shown it meanwhile.
      if (!wanted || active !== false || !needsMembershipCheck()) return
      const ended = cache.getQueryData(membershipsQuery(memberId).queryKey)?.filter(isOrWasMember) ?? []
      const isAsked = ended.length > 0 ? ended.some(({ dismissed }) => !dismissed) : await mayAnswer()
      if (!wanted || !isAsked || !needsMembershipCheck()) return
      setFormer(ended.length > 0)
      setOpened(true)
    }
    void prompt()
    return () => {
      wanted = false
    }
  }, [cache, memberId, isOperator])

  const answer = (to: string | null) => {
    markPromptShown()
    setOpened(false)
    if (to) void go(to)
  }
  return (
    <PromptDialog
      former={former}
      opened={opened && page !== undefined && pages.includes(page)}
      onTake={() => answer(paths.newMembership())}
      onIgnore={() => answer(null)}
    />
  )
}

/** Milliseconds before each retry. */
const pauses = [600, 800, 800, 800, 800]

interface Sources {
  readonly memberId: () => string | null
  /** Rejects while the clubs are unknown. */
  readonly clubs: () => Promise<readonly { readonly id: string }[]>
  readonly memberships: (memberId: string) => Promise<readonly Membership[]>
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Whether a member has a membership in any club that is active, paid ahead or to be paid; null if that cannot be determined. */
export async function hasActiveMembership({ memberId, clubs, memberships, wait }: Sources): Promise<boolean | null> {
  for (const pause of [...pauses, null]) {
    const id = memberId()
    const known = id === null ? null : await clubs().catch(() => null)
    if (id !== null && known) {
      const all = await memberships(id).catch(() => null)
      const open = new Set(known.map((club) => club.id))
      return (
        all &&
        all.some(
          (membership) => open.has(membership.orgId) && (holdsMembership(membership) || awaitsPayment(membership)),
        )
      )
    }
    if (pause !== null) await wait(pause)
  }
  return null
}
