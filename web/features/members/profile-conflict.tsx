import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import type { Member } from '#contract/members.ts'
import { m } from '#words/messages.js'
import { differences, profileValues, type ProfileField, type ProfileValues } from './profile-values.ts'
import { countryWords, fieldName, genderWords, languageWords } from './profile-words.ts'

interface Props {
  typed: ProfileValues
  saved: Member
  busy: boolean
  onKeepTyped: () => void
  onTakeSaved: () => void
}

/** Somebody else saved this profile meanwhile: compares both versions and lets the user choose. */
export function ProfileConflict({ typed, saved, busy, onKeepTyped, onTakeSaved }: Props) {
  const rows = differences(typed, profileValues(saved))
  return (
    <Alert role="alert" color="coral" icon={<IconArrowsSplit2 />} title={m.profile_conflict_title()}>
      <Stack gap="md">
        <Text size="sm">{rows.length > 0 ? m.profile_conflict_explained() : m.profile_conflict_same()}</Text>
        {rows.length > 0 && (
          <Table layout="fixed" verticalSpacing={6} horizontalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{m.profile_conflict_field()}</Table.Th>
                <Table.Th>{m.profile_conflict_typed()}</Table.Th>
                <Table.Th>{m.profile_conflict_saved()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.field}>
                  <Table.Th scope="row">{fieldName(row.field)}</Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(row.field, row.typed)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{shown(row.field, row.saved)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group gap="sm">
          <Button onClick={onKeepTyped} loading={busy}>
            {m.profile_conflict_keep_typed()}
          </Button>
          <Button variant="default" onClick={onTakeSaved} disabled={busy}>
            {m.profile_conflict_take_saved()}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function shown(field: ProfileField, text: string): string {
  if (field === 'gender') return genderWords(text as Member['gender'])
  if (field === 'language') return languageWords(text as ProfileValues['language'])
  if (text === '') return m.profile_blank()
  return field === 'address.Country' ? countryWords(text) : text
}
