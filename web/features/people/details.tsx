import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconUserEdit } from '#web/ui/icons/index.ts'
import { lazy, Suspense, useState } from 'react'
import type { SuggestedFields } from '#contract/people/profile.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { EditDialog } from '#web/forms/edit-dialog.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { formatDate, formatList } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { changeWords, fieldWords } from './person-words.ts'
import { profileQuery, usePersonChanges, type Whose } from './queries.ts'

const DetailsForm = lazy(async () => ({ default: (await import('./details-form.tsx')).DetailsForm }))

/** Opens the form in which the office edits a managed person, or suggests a change to anybody else. */
export function DetailsButton({ whose, name }: { readonly whose: Whose; readonly name: string }) {
  const [opened, open] = useState(false)
  const query = useQuery(profileQuery(whose))
  const { data: profile } = query
  if (profile && !profile.managed && profile.answers === null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconUserEdit size={18} stroke={1.7} />} onClick={() => open(true)}>
        {profile?.managed === false ? m.person_suggest() : m.person_edit()}
      </Button>
      <EditDialog
        opened={opened}
        onClose={() => open(false)}
        large
        title={profile?.managed === false ? m.person_suggest_title({ name }) : m.person_edit()}
      >
        {(form) =>
          profile ? (
            <Suspense fallback={<SkeletonList rows={4} height={56} />}>
              <DetailsForm {...form} {...{ whose, name, profile }} />
            </Suspense>
          ) : (
            <NotLoaded query={query} rows={4} height={56} />
          )
        }
      </EditDialog>
    </>
  )
}

/** The suggestion that waits for an answer, or the last answer. */
export function SuggestionNotice({ whose, mayWrite }: { readonly whose: Whose; readonly mayWrite: boolean }) {
  const { data } = useQuery(profileQuery(whose))
  const { withdraw } = usePersonChanges(whose)
  if (!data) return null
  const { suggestion, answered, answers } = data
  const listOf = (fields: readonly (keyof SuggestedFields)[]) => formatList(fields.map((one) => fieldWords[one]()))
  return (
    <>
      {suggestion && (
        <Alert color="fjord" title={m.person_suggestion_waits({ answers: answers ?? '' })}>
          <List size="sm">
            {suggestion.changes.map((change) => (
              <List.Item key={change.field}>{changeWords(change)}</List.Item>
            ))}
          </List>
          {mayWrite && (
            <Group mt="sm">
              <Button
                variant="default"
                loading={withdraw.isPending}
                onClick={() =>
                  whenDone(withdraw.mutateAsync(undefined), {
                    onSuccess: () => showToast({ message: m.person_suggestion_withdrawn() }),
                    onError: showFailure,
                  })
                }
              >
                {m.person_suggestion_withdraw()}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {answered && !suggestion && (
        <Text size="sm" c="dimmed">
          {[
            answered.accepted.length > 0 &&
              m.person_suggestion_accepted({ date: formatDate(answered.at), fields: listOf(answered.accepted) }),
            answered.declined.length > 0 &&
              m.person_suggestion_declined({ date: formatDate(answered.at), fields: listOf(answered.declined) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </>
  )
}
