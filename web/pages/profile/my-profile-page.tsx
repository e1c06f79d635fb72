import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useSession } from '#web/api/session/session.ts'
import { MessagePreferences } from '#web/features/notifications/message-preferences.tsx'
import { MissingPanel } from '#web/features/members/missing-panel.tsx'
import { missingInProfile } from '#web/features/members/profile-missing.ts'
import { ProfileLinks } from '#web/features/members/profile-links.tsx'
import { ProfileView } from '#web/features/members/profile-view.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { MySignIn } from '#web/features/session/my-sign-in.tsx'
import { cardsSection, messagesSection, paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { m } from '#words/messages.js'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// Below what the page opens with.
const SavedCards = lazyPart(async () => (await import('#web/features/memberships/renewals/saved-cards.tsx')).SavedCards)

/** The own profile, opening with what it still needs. */
export function MyProfilePage() {
  const { member, impersonates } = useSession()
  const clubs = useQuery(organisationsQuery)
  const stops = missingInProfile(member).required.length > 0
  const edit = (
    <ButtonLink
      variant={stops ? 'default' : 'filled'}
      to={paths.editProfile()}
      leftSection={<IconPencil size={18} stroke={1.7} />}
    >
      {m.address_notice_edit()}
    </ButtonLink>
  )
  return (
    <Stack gap="lg">
      <PageHeader title={m.title_my_profile()} actions={member.can.edit && edit} />
      <MissingPanel
        member={member}
        action={<ButtonLink to={paths.editProfile()}>{m.profile_missing_mend()}</ButtonLink>}
      />
      <ProfileView member={member} />
      <ProfileLinks />
      {/* Whoever acts as a member sees nothing of that member's sign-in, and their own is another. */}
      {!impersonates && <MySignIn />}
      <div id={cardsSection}>
        <Suspense fallback={<Skeleton height={176} radius="lg" />}>
          <SavedCards memberId={member.id} clubs={clubs.data ?? []} />
        </Suspense>
      </div>
      {/* Mails lead here. */}
      <div id={messagesSection}>
        <MessagePreferences memberId={member.id} />
      </div>
    </Stack>
  )
}
