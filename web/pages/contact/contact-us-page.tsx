import { Box, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { IconInfoCircle } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { useActingState } from '#web/api/acting/acting.ts'
import { signIn, useSessionState } from '#web/api/session/session.ts'
import { presetSubject } from '#web/features/conversations/preset-subject.ts'
import { MemberContact } from '#web/features/conversations/member-contact.tsx'
import { LaterVisitorContact, LaterVisitorThread } from '#web/features/conversations/later.ts'
import { Guard } from '#web/features/session/guard.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import { LaterAsking } from './later-asking.ts'
import { useAskable } from './use-askable.ts'

interface Search {
  readonly thread?: string
  readonly link?: string
  readonly orgId?: string
  readonly event?: string
  readonly membership?: string
  readonly subject?: string | undefined
}

/** Asks clubs and reads their answers, signed in or not; the link of a mail opens its thread for whoever holds it. */
export function ContactUsPage() {
  const session = useSessionState()
  const given = useSearch({ strict: false }) as Search
  const search = { ...given, subject: presetSubject(given.subject) }
  if (search.link !== undefined)
    return (
      <Page narrow>
        <LaterVisitorThread key={search.link} link={search.link} />
      </Page>
    )
  if (session.status === 'signed-in') return <Signed memberId={session.self.id} search={search} />
  if (session.status === 'signed-out' && search.thread === undefined) return <SignedOut search={search} />
  return <Guard atFrontDoor={false}>{null}</Guard>
}

function Signed({ memberId, search }: { memberId: string; search: Search }) {
  const { acting } = useActingState()
  const threadId = search.thread ?? null
  return (
    <Page asks={threadId !== null} subtitle={threadId === null ? m.contact_subtitle() : undefined}>
      {acting && (
        <Callout color="fjord" icon={<IconInfoCircle stroke={1.7} />}>
          {m.threads_own()}
        </Callout>
      )}
      <MemberContact
        memberId={memberId}
        threadId={threadId}
        question={<LaterAsking place={placeOf(search)} memberId={memberId} about={search} />}
      />
    </Page>
  )
}

function SignedOut({ search }: { search: Search }) {
  const { orgId, subject } = search
  return (
    <Page narrow subtitle={m.contact_subtitle_visitor()}>
      <LaterVisitorContact
        key={placeOf(search)}
        place={placeOf(search)}
        {...useAskable()}
        preset={{ orgId, subject }}
        onSignIn={() => void signIn()}
      />
    </Page>
  )
}

/** Each thing that is asked about keeps its own draft. */
const placeOf = ({ orgId, event, membership }: Search) => ['new', orgId, event, membership].filter(Boolean).join(':')

interface PageProps {
  readonly narrow?: boolean
  readonly subtitle?: string | undefined
  /** From a conversation back to asking. */
  readonly asks?: boolean
  readonly children: ReactNode
}

const Page = ({ narrow = false, subtitle, asks = false, children }: PageProps) => (
  <Box maw={narrow ? 860 : undefined} mx="auto">
    <Stack gap="lg">
      <PageHeader
        title={m.title_contact_us()}
        subtitle={subtitle}
        actions={asks && <ButtonLink to={paths.newQuestion()}>{m.ask_new()}</ButtonLink>}
      />
      <Suspense fallback={<SkeletonList rows={1} height={520} />}>{children}</Suspense>
    </Stack>
  </Box>
)
