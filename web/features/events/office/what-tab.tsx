import { Autocomplete, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { FieldPanel } from '#web/forms/fields.tsx'
import { SkeletonList } from '#web/ui/loading/skeleton-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { kindWords, suggestedKinds } from '../kinds.tsx'
import { kindsQuery } from '../queries.ts'
import type { Editor } from './event-form.ts'

// Below the texts, and with a library of its own.
const PicturePanel = lazy(async () => ({ default: (await import('./picture-panel.tsx')).PicturePanel }))

const MOST_KIND = 60

/** Title, kind and description in both languages. */
export function WhatTab(editor: Editor) {
  const { club, form, typed, fields } = editor
  const { data: kinds = [] } = useQuery(kindsQuery(club.id))
  return (
    <Stack gap="lg">
      <Panel title={m.event_edit_tab_what()}>
        <FieldPanel
          of={fields}
          panel="what"
          cols={{ base: 1, md: 2 }}
          hints={{ description: m.settings_text_markdown() }}
          instead={{
            kind: (
              <Autocomplete
                key={form.key('kind')}
                size="md"
                label={m.event_edit_kind()}
                description={m.event_edit_kind_hint()}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={[...new Set([...kinds.map(kindWords), ...suggestedKinds()])]}
                {...form.getInputProps('kind')}
                {...(typed.kind.length > MOST_KIND && {
                  error: m.field_over_limit({ max: MOST_KIND, count: typed.kind.length }),
                })}
              />
            ),
          }}
        />
      </Panel>
      <Suspense fallback={<SkeletonList rows={1} height={180} />}>
        <PicturePanel {...editor} />
      </Suspense>
    </Stack>
  )
}
