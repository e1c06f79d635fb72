import { ActionIcon, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconHistory, IconId, IconPencil } from '#web/ui/icons/index.ts'
import { lazy, Suspense, useState } from 'react'
import type { ClubMemberDetail } from '#contract/memberships/club-members.ts'
import { QueryError } from '#web/parts/query-error.tsx'
import { EditDialog } from '#web/forms/edit-dialog.tsx'
import { Fact, Facts } from '#web/ui/cards/facts.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDate } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { fieldLabel, ownWords } from './words.ts'
import type { Whose } from './queries.ts'
import { clubFieldsQuery } from './register-queries.ts'

const RegisterFactsForm = lazy(async () => ({ default: (await import('./register-facts-form.tsx')).RegisterFactsForm }))

interface Props {
  readonly person: ClubMemberDetail
  readonly whose: Whose
  readonly mayWrite: boolean
}

/** The club's register about a person: since when, tags and own fields. */
export function RegisterFacts({ person, whose, mayWrite }: Props) {
  const query = useQuery(clubFieldsQuery(whose.club.id))
  const { data: fields = [] } = query
  const [opened, open] = useState(false)
  const shown = fields.filter(({ archived }) => !archived)
  return (
    <Panel
      title={m.person_in_register()}
      actions={
        mayWrite && (
          <ActionIcon size={36} aria-label={m.person_register_edit()} onClick={() => open(true)}>
            <IconPencil size={18} stroke={1.7} />
          </ActionIcon>
        )
      }
    >
      <Stack gap="sm">
        <Facts>
          <Fact icon={IconHistory} name={m.club_members_since()}>
            {formatDate(person.since)}
          </Fact>
          {shown.map((field) => (
            <Fact key={field.id} icon={IconId} name={fieldLabel(field)}>
              {ownWords(field, person.own[field.id]) || m.person_field_blank()}
            </Fact>
          ))}
        </Facts>
        {query.error && !query.data && <QueryError query={query} />}
        {person.managed && (
          <Text size="sm" c="dimmed">
            {m.person_managed()}
          </Text>
        )}
        {person.tags.length > 0 && (
          <Group gap="xs">
            {person.tags.map((tag) => (
              <Badge key={tag} tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
      <EditDialog opened={opened} onClose={() => open(false)} title={m.person_register_edit()}>
        {(form) => (
          <Suspense fallback={<SkeletonList rows={2} height={56} />}>
            <RegisterFactsForm {...form} {...{ person, whose }} fields={shown} />
          </Suspense>
        )}
      </EditDialog>
    </Panel>
  )
}
