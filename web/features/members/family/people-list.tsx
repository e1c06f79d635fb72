import { ActionIcon, Badge, Box, Button, Group, SimpleGrid, Stack, Text, Title, Tooltip } from '@mantine/core'
import { useId, useState, type ComponentType, type ReactNode } from 'react'
import { IconArchive, IconPencil, IconUserCheck } from '#web/ui/icons/index.ts'
import type { FamilyPerson } from '#contract/members/family.ts'
import { hasWords } from '#contract/search-words.ts'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { useActingState } from '#web/api/acting/acting.ts'
import { startActing } from '#web/api/acting/change-acting.ts'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import page from '#web/ui/page.module.css'
import { Initials } from '#web/ui/initials.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { callName } from '#contract/members/full-name.ts'
import { m } from '#words/messages.js'
import { ageWords, fullName } from '../words.ts'
import { useArchive, useRestore } from '../queries.ts'
import { showFailure } from '#web/api/toasts.ts'

/** A search field appears for more people than this. */
const FEW = 8

interface Props {
  readonly people: readonly FamilyPerson[]
  /** Shows what a person holds; left out where that would cause too many requests. */
  readonly Holds?: ComponentType<{ memberId: string }> | undefined
  /** Whether somebody has a membership, as far as loaded. */
  readonly isMember: (memberId: string) => boolean
  /** Shown while there are no people. */
  readonly none: ReactNode
}

/** The user's delegates: own participants first, then each relative with theirs. */
export function PeopleList({ people, Holds, isMember, none }: Props) {
  const [search, setSearch] = useState('')
  const shown = people.filter(({ member }) => hasWords(fullName(member), search))
  const own = shown.filter(({ as }) => as === 'participant')
  const families = shown.length > 0 ? familiesOf(people, shown) : []
  const card = (person: FamilyPerson) => (
    <PersonCard
      key={person.member.id}
      person={person}
      holds={Holds && <Holds memberId={person.member.id} />}
      isMember={isMember(person.member.id)}
    />
  )
  return (
    <>
      {people.length > FEW && (
        <Box maw={420}>
          <SearchField label={m.participants_find()} value={search} onChange={setSearch} />
          <Text role="status" size="sm" c="dimmed" mt={6} mih="1.5em">
            {shown.length === 0
              ? m.participants_find_none({ search: search.trim() })
              : search.trim() !== '' && m.participants_find_count({ count: shown.length })}
          </Text>
        </Box>
      )}
      {people.length === 0
        ? none
        : own.length > 0 && (
            <section aria-label={m.participants_own()}>
              <Title order={2} size="h3" mb="sm">
                {m.participants_own()}
              </Title>
              <Cards>{own.map(card)}</Cards>
            </section>
          )}
      {families.map(({ relative, group }) => (
        <Family key={relative?.member.id ?? ''} relative={relative}>
          {group.map(card)}
        </Family>
      ))}
    </>
  )
}

const Cards = ({ children }: { children: ReactNode }) => (
  <SimpleGrid component="ul" minColWidth="min(100%, 320px)">
    {children}
  </SimpleGrid>
)

function Family({ relative, children }: { relative: FamilyPerson | undefined; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mb="sm">
        {relative ? m.participants_through({ name: fullName(relative.member) }) : m.participants_of_family()}
      </Title>
      <Cards>{children}</Cards>
    </section>
  )
}

/** Groups people by the relative they are linked through. */
function familiesOf(people: readonly FamilyPerson[], shown: readonly FamilyPerson[]) {
  const relatives = people.filter(({ as }) => as === 'relative')
  const through = (person: FamilyPerson) =>
    person.as === 'relative' ? person.member.id : (person.member.parentId ?? '')
  const groups = Map.groupBy(
    shown.filter(({ as }) => as === 'relative' || as === 'relative_participant'),
    through,
  )
  return [...groups].map(([id, group]) => ({ relative: relatives.find(({ member }) => member.id === id), group }))
}

interface CardProps {
  readonly person: FamilyPerson
  readonly holds?: ReactNode
  readonly isMember: boolean
}

function PersonCard({ person, holds, isMember }: CardProps) {
  const { member, as } = person
  const acting = useActingState().acting
  const image = useMemberImage(member)
  const name = fullName(member)
  const isActing = acting?.member.id === member.id
  const buy = member.can.buy && (
    <ButtonLink
      to={paths.newMembership({ memberId: member.id })}
      variant={isMember ? 'subtle' : 'light'}
      aria-label={m.participant_buy_named({ name })}
    >
      {m.participant_buy()}
    </ButtonLink>
  )
  const facts = [as === 'relative' ? member.email : null, ageWords(member)].filter(Boolean)
  return (
    <Stack component="li" gap={14} className={page.card}>
      <Group gap="4px 14px" align="flex-start">
        <Initials name={name} size={56} light image={image} />
        <Stack gap={2} flex="1 1 7ch" align="flex-start" style={{ overflowWrap: 'anywhere' }}>
          <Title order={3} mt={4}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
          {isActing && <Badge color="coral">{m.participant_acting_now()}</Badge>}
        </Stack>
        <Group gap={2} mt={-4} mr={-8}>
          {member.can.edit && as === 'participant' && (
            <Tooltip label={m.participant_edit()}>
              <ActionIcon
                component={PlainLink}
                to={paths.editParticipant({ id: member.id })}
                aria-label={m.participant_edit_named({ name })}
              >
                <IconPencil size={19} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
          {member.can.archive && <Archive member={member} name={name} />}
        </Group>
      </Group>
      {holds}
      <Group gap="xs" mt="auto">
        {!isMember && buy}
        <Button
          variant="default"
          // A name may be one long word.
          styles={{ label: { overflowWrap: 'anywhere' } }}
          leftSection={<IconUserCheck size={17} stroke={1.7} />}
          aria-label={isActing ? m.participant_act_end() : m.participant_act_named({ name })}
          onClick={() => startActing(isActing ? null : person)}
        >
          {isActing ? m.participant_act_end() : m.participant_act_named({ name: callName(member) })}
        </Button>
        {isMember && buy}
      </Group>
    </Stack>
  )
}

function Archive({ member, name }: { member: FamilyPerson['member']; name: string }) {
  const archive = useArchive()
  const restore = useRestore()
  const undo = () => void restore.mutateAsync(member.id).catch(showFailure)
  const archiveMember = async () => {
    try {
      await archive.mutateAsync(member.id)
      showToast({ message: m.participant_archived({ name }), action: { label: m.action_undo(), onClick: undo } })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Tooltip label={m.participant_archive()}>
      <ActionIcon
        aria-label={m.participant_archive_named({ name })}
        loading={archive.isPending}
        onClick={() => void archiveMember()}
      >
        <IconArchive size={19} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
