import { Button, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSubject } from '#web/api/subject.ts'
import { config } from '#web/api/config.ts'
import { peopleQuery } from '#web/api/people.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import { useSession } from '#web/api/session.ts'
import { validateAddress } from '#web/features/members/address-rules.ts'
import { ProfileDialog } from '#web/features/members/profile-dialog.tsx'
import { coveredOffers } from '#web/features/memberships/membership-words.ts'
import { membershipsOfQuery, membershipsQuery, useReloadMemberships } from '#web/features/memberships/queries.ts'
import { BuyMembershipForm } from '#web/features/orders/buy-membership-form.tsx'
import { UnpaidNotice } from '#web/features/orders/unpaid-notice.tsx'
import { configurationsQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { paths } from '#web/paths.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useGo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/skeleton-list.tsx'
import { m } from '#words/messages.js'

// Most profiles are complete.
const MissingPanel = lazy(async () => ({
  default: (await import('#web/features/members/missing-panel.tsx')).MissingPanel,
}))

/** Chooses a membership and pays it. */
export function MembershipNewPage() {
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_membership_new()} subtitle={m.buy_subtitle()} />
      <Purchase />
    </Stack>
  )
}

function Purchase() {
  const { member } = useSession()
  const subject = useSubject()
  const search = useSearch({ strict: false }) as {
    orgId?: string
    membershipConfId?: string
    memberId?: string
    lines?: string
  }
  const cache = useQueryClient()
  const [orgId, setOrgId] = useState('')
  const [buyFor, setBuyFor] = useState<readonly string[]>([member.id])
  const [editing, profile] = useDisclosure(false)
  const go = useGo()
  const clubs = useQuery(organisationsQuery)
  const mine = useQuery(membershipsQuery(member.id))
  const people = useQuery(peopleQuery(member.id))
  const theirs = useQuery(membershipsOfQuery(buyFor, cache))
  const reload = useReloadMemberships()
  const offers = useQuery({ ...configurationsQuery(orgId), enabled: orgId !== '' })

  const failed = clubs.error ?? mine.error ?? offers.error
  if (failed) {
    const retry = () =>
      void Promise.all([clubs, mine, offers].filter((query) => query.error).map((query) => query.refetch()))
    return <ErrorPanel message={problemText(failed)} onRetry={retry} retrying={clubs.isFetching || mine.isFetching} />
  }
  if (!clubs.data || !mine.data) return <SkeletonList rows={2} height={260} />

  const others = people.data?.flatMap((person) => (person.member.can.buy ? [person.member] : []))
  const forWhom = search.memberId ?? (subject.id === member.id ? undefined : subject.id)
  const incomplete = validateAddress(member).length > 0
  const action = <Button onClick={profile.open}>{m.address_notice_edit()}</Button>
  return (
    <>
      <UnpaidNotice replacedIn={orgId} onPaid={reload} />
      <BuyMembershipForm
        member={member}
        others={others}
        wanted={{ ...search, memberId: forWhom }}
        clubs={clubs.data}
        offers={offers.data}
        onClub={setOrgId}
        onPeople={setBuyFor}
        coveredIn={(club, memberId) =>
          coveredOffers(
            theirs.data?.get(memberId)?.find(({ orgId: of }) => of === club),
            offers.data ?? [],
          )
        }
        obstacle={
          incomplete && (
            <Suspense fallback={<Skeleton height={176} radius="lg" />}>
              <MissingPanel member={member} action={action} onlyRequired />
            </Suspense>
          )
        }
        onOutdated={() => {
          void cache.invalidateQueries(configurationsQuery(orgId))
          void cache.invalidateQueries({ queryKey: queryKeys.memberships })
        }}
        onSettled={(token) => void go(paths.membershipConfirm({ [`${config.productKey}token`]: token }))}
      />
      <ProfileDialog member={member} opened={editing} onClose={profile.close} />
    </>
  )
}
