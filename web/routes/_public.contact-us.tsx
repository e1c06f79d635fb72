import { Alert, Box, Stack } from '@mantine/core'
import { IconInfoCircle } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActingState } from '#web/api/acting/acting.ts'
import { problemText } from '#web/api/problem-text.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentSession, signIn, useSessionState } from '#web/api/session/session.ts'
import type { Asking } from '#web/features/conversations/question-form.tsx'
import { type AskedTopic, MemberQuestion } from '#web/features/conversations/member-question.tsx'
import { presetSubject } from '#web/features/conversations/check-message.ts'
import { MemberContact } from '#web/features/conversations/member-contact.tsx'
import { threadsQuery } from '#web/features/conversations/queries.ts'
import { useIsMailed } from '#web/features/conversations/club-threads.tsx'
import { eventQuery } from '#web/features/events/queries.ts'
import { membershipsQuery } from '#web/features/memberships/queries.ts'
import { summarise } from '#web/features/memberships/summary.ts'
import { configurationsQuery, directoryQuery, organisationsQuery } from '#web/features/organisations/queries.ts'
import { useClubChoices } from '#web/features/organisations/use-club-choices.ts'
import { SignInRequired } from '#web/features/session/sign-in-required.tsx'
import { VisitorContact } from '#web/features/conversations/visitors/visitor-contact.tsx'
import { VisitorThreadPanel } from '#web/features/conversations/visitors/visitor-thread.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink, useNavigateTo } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'

// Public: visitors ask with name and e-mail address, and reply through a mailed link.
export const Route = createFileRoute('/_public/contact-us')({
  loaderDeps: ({ search }) =>
    ({ view: 'link' in search ? 'link' : 'thread' in search ? 'thread' : 'question' }) as const,
  loader: ({ deps }) => loadContact(deps.view),
  component: ContactUsPage,
  staticData: { name: 'contactUs', title: m.title_contact_us },
})

type ContactView = 'link' | 'thread' | 'question'

async function loadContact(view: ContactView) {
  await Promise.allSettled(queriesOf(view))
}

function queriesOf(view: ContactView): Promise<unknown>[] {
  if (view === 'link') return []
  const clubs = queryClient.ensureInfiniteQueryData(directoryQuery())
  const session = currentSession()
  if (session.status !== 'signed-in') return [clubs]
  const threads = queryClient.ensureInfiniteQueryData(threadsQuery)
  const ownClubs = queryClient.ensureQueryData(organisationsQuery)
  if (view === 'thread') return [clubs, ownClubs, threads]
  return [clubs, ownClubs, threads, queryClient.ensureQueryData(membershipsQuery(session.self.id))]
}

interface Search {
  readonly thread?: string
  readonly link?: string
  readonly orgId?: string
  readonly event?: string
  readonly membership?: string
  readonly subject?: string | undefined
}

function ContactUsPage() {
  const session = useSessionState()
  const rawSearch = useSearch({ strict: false }) as Search
  const search = { ...rawSearch, subject: presetSubject(rawSearch.subject) }
  if (search.link !== undefined)
    return (
      <Page narrow>
        <VisitorThreadPanel key={search.link} link={search.link} />
      </Page>
    )
  if (session.status === 'signed-in') return <Signed memberId={session.self.id} search={search} />
  if (session.status === 'signed-out' && search.thread === undefined) return <SignedOut search={search} />
  return <SignInRequired />
}

function Signed({ memberId, search }: { memberId: string; search: Search }) {
  const { acting } = useActingState()
  const threadId = search.thread ?? null
  return (
    <Page asks={threadId !== null} subtitle={threadId === null ? m.contact_subtitle() : undefined}>
      {acting && (
        <Alert color="fjord" icon={<IconInfoCircle stroke={1.7} />}>
          {m.threads_own()}
        </Alert>
      )}
      <MemberContact
        memberId={memberId}
        threadId={threadId}
        question={<NewQuestion place={placeOf(search)} memberId={memberId} about={search} />}
      />
    </Page>
  )
}

function SignedOut({ search }: { search: Search }) {
  const { orgId, subject } = search
  return (
    <Page narrow subtitle={m.contact_subtitle_visitor()}>
      <VisitorContact
        key={placeOf(search)}
        place={placeOf(search)}
        {...useAskable()}
        preset={{ orgId, subject }}
        onSignIn={() => void signIn()}
      />
    </Page>
  )
}

/** One draft for each thing asked about. */
const placeOf = ({ orgId, event, membership }: Search) => ['new', orgId, event, membership].filter(Boolean).join(':')

interface PageProps {
  readonly narrow?: boolean
  readonly subtitle?: string | undefined
  /** Shows a button for a new question. */
  readonly asks?: boolean
  readonly children: ReactNode
}

const Page = ({ narrow = false, subtitle, asks = false, children }: PageProps) => (
  <Stack gap="lg">
    <PageHeader
      title={m.title_contact_us()}
      subtitle={subtitle}
      actions={asks && <ButtonLink to={paths.newQuestion()}>{m.ask_new()}</ButtonLink>}
    />
    {narrow ? <Box maw={860}>{children}</Box> : children}
  </Stack>
)

interface Props {
  readonly place: string
  readonly memberId: string
  readonly about: AskedAbout & { readonly subject?: string | undefined }
}

function NewQuestion({ place, memberId, about }: Props) {
  const go = useNavigateTo()
  const isMailed = useIsMailed()
  const askable = useAskable()
  // Preselects the club if the member has only one.
  const { data: memberships = [] } = useQuery(membershipsQuery(memberId))
  const [ownClub, ...others] = summarise(memberships).placeIn
  const topic = useTopic(about)
  return (
    <MemberQuestion
      key={`${place} ${memberId}`}
      place={place}
      memberId={memberId}
      {...askable}
      preset={{ orgId: about.orgId ?? (others.length === 0 ? ownClub : undefined), subject: about.subject }}
      topic={topic}
      onAsked={(threadId, here) => {
        showToast({ message: isMailed ? m.ask_sent_member() : m.ask_sent_member_here() })
        if (here) void go(paths.contactUs({ thread: threadId }))
      }}
    />
  )
}

/** The clubs that can be asked, the member's own first. */
function useAskable(): Pick<Asking, 'clubs' | 'failed'> {
  const signedIn = useSessionState().status === 'signed-in'
  const ownClubs = useQuery({ ...organisationsQuery, enabled: signedIn }).data
  const { choices, error, isFetching, refetch } = useClubChoices(ownClubs ?? [])
  return {
    clubs: choices,
    failed: error && { text: problemText(error), retrying: isFetching, onRetry: () => void refetch() },
  }
}

interface AskedAbout {
  readonly orgId?: string | undefined
  readonly event?: string | undefined
  readonly membership?: string | undefined
}

/** The topic of a question, by the ids in the URL; null while loading or when unknown. */
function useTopic({ orgId, event: eventId = '', membership: membershipId = '' }: AskedAbout): AskedTopic | null {
  const { data: event } = useQuery({ ...eventQuery(eventId), enabled: eventId !== '', refetchInterval: false })
  const { data: sold } = useQuery({
    ...configurationsQuery(orgId ?? ''),
    enabled: membershipId !== '' && orgId !== undefined,
  })
  if (event) return { kind: 'event', id: event.id, title: event.title, orgId: event.orgId }
  const membership = sold?.find(({ id }) => id === membershipId)
  return membership ? { kind: 'membership', id: membership.id, title: membership.name, orgId: membership.orgId } : null
}
