import { Alert, Badge, Button, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconBuildingBank,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDatabase,
  IconId,
  IconMail,
  IconMapPin,
  IconUsers,
  IconWorld,
} from '#web/ui/icons/index.ts'
import { useState, type ReactNode } from 'react'
import type { OperatorClubPage } from '#contract/operator.ts'
import { fullName } from '#contract/members/full-name.ts'
import { liveCheckWords } from '#web/features/office/start/go-live.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { roleWords } from '#web/features/office/words.ts'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { Row, Rows } from '#web/ui/cards/row-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { formatDate, formatDateTime, formatMoney, formatNumber, formatSize } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { type ClubAction, ClubDialog } from './club-dialogs.tsx'
import { Needs, officeSeen, StateBadge } from './club-list.tsx'
import { clubQuery } from './queries.ts'

/** One club: its health, settings, people and payment, and what an operator may do with it. */
export function ClubPage({ orgKey }: { readonly orgKey: string }) {
  const query = useQuery(clubQuery(orgKey))
  const page = query.data
  usePageTitle(page?.club.name ?? orgKey)
  const [action, setAction] = useState<ClubAction | null>(null)
  if (!page) return <NotLoaded order={1} query={query} rows={4} height={140} />
  const { club } = page
  return (
    <Stack gap="lg">
      <PageHeader
        title={club.name}
        subtitle={
          <Group gap="xs">
            <Code>{club.key}</Code>
            <StateBadge state={club.state} />
            <Needs club={club} />
          </Group>
        }
        actions={
          <>
            {club.state !== 'draft' && club.state !== 'closed' && (
              <ButtonLink to={paths.organisation(club.id)} variant="default">
                {m.operator_public_page()}
              </ButtonLink>
            )}
            <ButtonLink to={paths.operatorHistory({ club: club.key })} variant="default">
              {m.office_history()}
            </ButtonLink>
            <Button variant="default" onClick={() => setAction('look')}>
              {m.operator_look()}
            </Button>
          </>
        }
      />
      <Figures page={page} />
      {(club.state === 'test' || club.state === 'draft') && <GoLive page={page} onAct={setAction} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Settings page={page} onAct={setAction} />
        <Payment page={page} onAct={setAction} />
      </SimpleGrid>
      <People page={page} onAct={setAction} />
      <States page={page} onAct={setAction} />
      {action && <ClubDialog action={action} page={page} onClose={() => setAction(null)} />}
    </Stack>
  )
}

interface SectionProps {
  readonly page: OperatorClubPage
  readonly onAct: (action: ClubAction) => void
}

const Figures = ({ page: { club } }: { readonly page: OperatorClubPage }) => (
  <SimpleGrid component="dl" minColWidth="min(100%, 10.5rem)" autoFlow="auto-fit" spacing="md" m={0}>
    <Figure name={m.operator_column_members()}>{formatNumber(club.members)}</Figure>
    <Figure name={m.operator_orders_30()}>{formatNumber(club.orders)}</Figure>
    <Figure name={m.operator_money_30()}>{formatMoney(club.money)}</Figure>
    <Figure name={m.operator_column_office()}>{officeSeen(club)}</Figure>
  </SimpleGrid>
)

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Panel>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} fw={660} size="lg">
      {children}
    </Text>
  </Panel>
)

function GoLive({ page, onAct }: SectionProps) {
  const isReady = page.checks.every(({ done, required }) => done || !required)
  return (
    <Panel
      title={m.operator_go_live_title()}
      subtitle={m.operator_go_live_subtitle()}
      actions={
        page.club.state === 'test' && (
          <Button onClick={() => onAct('live')} disabled={!isReady}>
            {m.operator_go_live()}
          </Button>
        )
      }
    >
      {page.asked && (
        <Alert color="fjord" mb="md" role="status">
          {m.operator_asked({
            name: fullName(page.asked.by),
            at: formatDateTime(page.asked.at),
          })}
        </Alert>
      )}
      <Stack component="ul" gap="xs" p={0} m={0}>
        {page.checks.map((check) => (
          <Check key={check.check} {...check} />
        ))}
      </Stack>
    </Panel>
  )
}

function Check({ check, done, required }: OperatorClubPage['checks'][number]) {
  const [CheckIcon, colour, word] = done
    ? ([IconCircleCheck, 'teal', m.operator_check_done()] as const)
    : required
      ? ([IconCircleX, 'red', m.operator_check_missing()] as const)
      : ([IconCircleDashed, 'gray', m.operator_check_advised()] as const)
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <CheckIcon size={20} stroke={1.7} color={`var(--mantine-color-${colour}-light-color)`} aria-hidden />
      <Text flex={1}>{liveCheckWords[check]()}</Text>
      <Badge color={colour}>{word}</Badge>
    </Group>
  )
}

const Settings = ({ page: { club }, onAct }: SectionProps) => (
  <Panel
    title={m.operator_settings()}
    actions={
      <Group gap="xs">
        <Button variant="light" onClick={() => onAct('correct')}>
          {m.operator_correct()}
        </Button>
        <Button variant="light" onClick={() => onAct('storage')}>
          {m.operator_storage()}
        </Button>
      </Group>
    }
  >
    <Facts>
      <Fact icon={IconId} name="CVR">
        {club.cvr ?? m.operator_not_given()}
      </Fact>
      <Fact icon={IconMapPin} name={m.operator_address()}>
        {placeOf(club) || m.operator_not_given()}
      </Fact>
      <Fact icon={IconMail} name={m.operator_email()}>
        {club.contactEmail}
      </Fact>
      <Fact icon={IconWorld} name={m.operator_website()}>
        {club.website ?? m.operator_not_given()}
      </Fact>
      <Fact icon={IconDatabase} name={m.club_storage()}>
        {m.club_storage_used({
          used: formatSize(club.storage.used * 1000),
          most: formatSize(club.storage.most * 1000),
        })}
      </Fact>
      <Fact icon={IconBuildingBank} name={m.operator_since()}>
        {club.liveAt
          ? m.operator_created_live({ created: formatDate(club.createdAt), live: formatDate(club.liveAt) })
          : formatDate(club.createdAt)}
      </Fact>
    </Facts>
    {club.description && (
      <Text mt="md" size="sm" lang="da" data-own-words>
        {club.description}
      </Text>
    )}
  </Panel>
)

/** Most addresses name the town already. */
const placeOf = ({ address, city }: OperatorClubPage['club']) =>
  address.includes(city) ? address : [address, city].filter(Boolean).join(', ')

const Payment = ({ page: { payment }, onAct }: SectionProps) => (
  <Panel
    title={m.operator_payment()}
    actions={
      <Button variant="light" onClick={() => onAct('key')}>
        {payment ? m.operator_key_change() : m.operator_key_add()}
      </Button>
    }
  >
    {payment ? (
      <Stack gap={6}>
        <Text>
          {m.operator_key_fingerprint()} <Code>{payment.fingerprint}</Code>
        </Text>
        <Text size="sm" c="dimmed">
          {m.operator_key_since({ date: formatDateTime(payment.since) })}
        </Text>
        <Group>
          <Badge color={payment.testMode ? 'fjord' : 'teal'}>
            {payment.testMode ? m.operator_key_tests() : m.operator_key_money()}
          </Badge>
        </Group>
      </Stack>
    ) : (
      <Text c="dimmed">{m.operator_key_none()}</Text>
    )}
  </Panel>
)

const People = ({ page: { people, invitations }, onAct }: SectionProps) => (
  <Panel
    title={m.operator_people()}
    actions={
      <Button variant="light" onClick={() => onAct('invite')}>
        {m.operator_invite()}
      </Button>
    }
  >
    {people.length + invitations.length === 0 ? (
      <Text c="dimmed">{m.operator_people_none()}</Text>
    ) : (
      <Rows>
        {people.map((person) => (
          <Row
            key={`${person.memberId} ${person.grantId ?? ''}`}
            picture={<IconUsers size={20} stroke={1.7} aria-hidden />}
            title={person.name}
            aside={
              <Group gap={6}>
                {person.bySignIn && <Badge color="gray">{m.operator_by_sign_in()}</Badge>}
                {person.roles.length > 0 && <Badge>{roleWords(person.roles)}</Badge>}
              </Group>
            }
          >
            <Text size="sm" c="dimmed">
              {[person.email, person.reason].filter(Boolean).join(' · ')}
            </Text>
          </Row>
        ))}
        {invitations.map((invitation) => (
          <Row
            key={invitation.id}
            picture={<IconMail size={20} stroke={1.7} aria-hidden />}
            title={invitation.email}
            aside={<Badge color={invitation.expired ? 'red' : 'coral'}>{roleWords(invitation.roles)}</Badge>}
          >
            <Text size="sm" c="dimmed">
              {invitation.expired
                ? m.operator_invitation_expired()
                : m.operator_invited_until({ date: formatDate(invitation.expiresAt) })}
            </Text>
          </Row>
        ))}
      </Rows>
    )}
  </Panel>
)

function States({ page: { club, next }, onAct }: SectionProps) {
  const may = new Set(next)
  const isPaused = club.state === 'paused'
  if (!may.has('paused') && !may.has('closed') && !isPaused) return null
  return (
    <Panel>
      <Title order={2} mb="xs">
        {m.operator_states_title()}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {m.operator_states_text()}
      </Text>
      <Group gap="sm">
        {isPaused && <Button onClick={() => onAct('resume')}>{m.operator_resume()}</Button>}
        {may.has('paused') && (
          <Button variant="default" onClick={() => onAct('pause')}>
            {club.state === 'closed' ? m.operator_reopen() : m.operator_pause()}
          </Button>
        )}
        {may.has('closed') && (
          <Button variant="outline" color="red" onClick={() => onAct('close')}>
            {m.operator_close()}
          </Button>
        )}
      </Group>
    </Panel>
  )
}
