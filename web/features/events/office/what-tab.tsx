import { Autocomplete, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { MarkdownField } from '#web/ui/markdown/markdown-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { kindWords, suggestedKinds } from '../kinds.tsx'
import { kindsQuery } from '../queries.ts'
import type { Editor } from './editor.ts'
import { PicturePanel } from './picture-panel.tsx'

const MOST_KIND = 60

/** Title, kind and description in both languages. */
export function WhatTab(editor: Editor) {
  const { club, form, typed, problemAt } = editor
  const { data: kinds = [] } = useQuery(kindsQuery(club.id))
  const field = (path: 'titleDa' | 'titleEn' | 'kind' | 'descriptionDa' | 'descriptionEn') => ({
    ...form.getInputProps(path),
  })
  return (
    <Stack gap="lg">
      <Panel title={m.event_edit_tab_what()}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <TextInput
            required
            withAsterisk
            size="md"
            lang="da"
            limit={120}
            label={m.event_edit_title_da()}
            key={form.key('titleDa')}
            {...field('titleDa')}
            data-path="title"
            error={problemAt('title')}
          />
          <TextInput
            size="md"
            lang="en"
            limit={120}
            label={m.event_edit_title_en()}
            description={untranslated(typed.titleDa, typed.titleEn)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('titleEn')}
            {...field('titleEn')}
          />
          <MarkdownField
            lang="da"
            limit={20_000}
            label={m.event_edit_description_da()}
            description={m.settings_text_markdown()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('descriptionDa')}
            {...field('descriptionDa')}
          />
          <MarkdownField
            lang="en"
            limit={20_000}
            label={m.event_edit_description_en()}
            description={untranslated(typed.descriptionDa, typed.descriptionEn)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            key={form.key('descriptionEn')}
            {...field('descriptionEn')}
          />
        </SimpleGrid>
        <Autocomplete
          mt="md"
          maw={420}
          label={m.event_edit_kind()}
          description={m.event_edit_kind_hint()}
          data={[...new Set([...kinds.map(kindWords), ...suggestedKinds()])]}
          key={form.key('kind')}
          {...field('kind')}
          {...(typed.kind.length > MOST_KIND && {
            error: m.field_over_limit({ max: MOST_KIND, count: typed.kind.length }),
          })}
        />
      </Panel>
      <PicturePanel {...editor} />
    </Stack>
  )
}

/** That there is Danish only. */
const untranslated = (da: string, en: string) =>
  da.trim() !== '' && en.trim() === '' ? m.event_edit_untranslated() : undefined
