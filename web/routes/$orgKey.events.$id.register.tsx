import { createFileRoute } from '@tanstack/react-router'
import { Registering } from '#web/pages/registration/registering.tsx'
import { RegistrationPage } from '#web/pages/registration/registration-page.tsx'
import { paths } from '#web/paths.ts'
import { requireId } from '#web/routes/-ids.ts'
import { upperCaseOrgKey } from '#web/routes/-org-key.ts'
import { m } from '#words/messages.js'
import { lazyPart } from '#web/ui/loading/lazy-part.tsx'

// For anyone: whoever is not signed in sees the event and its prices, and comes back here from the sign-in.
export const Route = createFileRoute('/$orgKey/events/$id/register')({
  beforeLoad: (here) => {
    requireId(here.params.id)
    upperCaseOrgKey(here)
  },
  loader: async ({ params }) =>
    (await import('#web/pages/registration/load-registration.ts')).loadRegistration(params.orgKey, params.id),
  component: Page,
  staticData: {
    name: 'registerForEvent',
    title: m.title_event_register,
    crumbs: [
      { label: m.title_club_events, to: ({ orgKey = '' }) => paths.eventsOf(orgKey) },
      { label: m.title_event, to: ({ orgKey = '', id = '' }) => paths.event(orgKey, id) },
    ],
  },
})

// Most who register are signed in.
const SignedOut = lazyPart(
  async () => (await import('#web/pages/registration/registering-signed-out.tsx')).RegisteringSignedOut,
)

function Page() {
  const { id } = Route.useParams()
  return <RegistrationPage key={id} eventId={id} signedIn={Registering} signedOut={SignedOut} />
}
