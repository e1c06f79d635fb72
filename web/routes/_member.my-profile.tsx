import { Stack } from '@mantine/core'
import { IconPencil } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#web/api/session/session.ts'
import { missingInProfile } from '#web/features/members/address-rules.ts'
import { MissingPanel, ProfileLinks, ProfileView } from '#web/features/members/profile-view.tsx'
import { MessagePreferences } from '#web/features/notifications/message-preferences.tsx'
import { OwnSuggestions } from '#web/features/people/own-suggestions.tsx'
import { organisationsQuery } from '#web/features/organisations/queries.ts'
import { MySignIn } from '#web/features/session/my-sign-in.tsx'
import { cardsSection, messagesSection, paths, suggestionsSection } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SavedCards } from '#web/features/memberships/renewals/saved-cards.tsx'
import { m } from '#words/messages.js'

export const Route = createFileRoute('/_member/my-profile')({
  component: MyProfilePage,
  staticData: { name: 'myProfile', title: m.title_my_profile },
})

function MyProfilePage() {
  const { member, impersonates } = useSession()
  const clubs = useQuery(organisationsQuery)
  const isIncomplete = missingInProfile(member).required.length > 0
  const edit = (
    <ButtonLink
      variant={isIncomplete ? 'default' : 'filled'}
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
      <div id={suggestionsSection}>
        <OwnSuggestions />
      </div>
      <ProfileView member={member} />
      <ProfileLinks />
      {/* Hidden while impersonating: the sign-in is the admin's. */}
      {!impersonates && <MySignIn />}
      <div id={cardsSection}>
        <SavedCards memberId={member.id} clubs={clubs.data ?? []} />
      </div>
      {/* Mails link here. */}
      <div id={messagesSection}>
        <MessagePreferences memberId={member.id} />
      </div>
    </Stack>
  )
}
