import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSuggestion, SuggestedFields } from '#contract/people/profile.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toasts/toast.tsx'
import { m } from '#words/messages.js'
import { changeWords } from './person-words.ts'
import { ownSuggestionsQuery, useAnswerSuggestion } from './queries.ts'

/** Changes that clubs suggest to the reader and their children; nothing where there are none. */
export function OwnSuggestions() {
  const { data = [] } = useQuery(ownSuggestionsQuery)
  if (data.length === 0) return null
  return (
    <Panel title={m.suggestions_title()} subtitle={m.suggestions_choose()}>
      <Stack gap="lg">
        {data.map((suggestion) => (
          <Suggestion key={suggestion.id} suggestion={suggestion} />
        ))}
      </Stack>
    </Panel>
  )
}

function Suggestion({ suggestion }: { readonly suggestion: OwnSuggestion }) {
  const { id, club, name, note, changes } = suggestion
  const answer = useAnswerSuggestion()
  const [accepted, choose] = useState<string[]>(() => changes.map(({ field }) => field))
  return (
    <div>
      <Checkbox.Group label={m.suggestions_from({ club, name })} value={accepted} onChange={choose}>
        {note && (
          <Text size="sm" c="dimmed" data-own-words>
            {note}
          </Text>
        )}
        <Stack gap="xs" mt="xs">
          {changes.map((change) => (
            <Checkbox key={change.field} value={change.field} label={changeWords(change)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group mt="sm">
        <Button
          loading={answer.isPending}
          onClick={() =>
            whenDone(answer.mutateAsync({ suggestionId: id, accepted: accepted as (keyof SuggestedFields)[] }), {
              onSuccess: () => showToast({ message: m.suggestions_answered() }),
              onError: showFailure,
            })
          }
        >
          {m.suggestions_answer()}
        </Button>
      </Group>
    </div>
  )
}
