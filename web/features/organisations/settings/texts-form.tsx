import { fullName } from '#contract/members/full-name.ts'
import { Accordion, Alert, Anchor, Button, SimpleGrid, Stack, Text } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { IconFileText } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ClubText,
  ClubTextBody,
  type ClubTextPurpose,
  clubTextPurposes,
  clubTexts,
} from '#contract/organisations/texts.ts'
import { call } from '#web/api/client.ts'
import { type EditedField, useEditedForm } from '#web/forms/edited-form.ts'
import { FormFoot } from '#web/forms/form-foot.tsx'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { paths, type SettingsField } from '#web/paths.ts'
import '#web/ui/fields/field-words.ts'
import { focusLinkTarget, LinkTarget } from '#web/ui/link-target.tsx'
import { MarkdownField } from '#web/ui/markdown/markdown-field.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { formatDateTime } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { purposeWords } from '../club-text-links.tsx'
import { settingsQuery, textsQuery, useShowTexts } from './queries.ts'
import { gapIn, sampleText } from './sample-texts.ts'

interface SectionProps {
  readonly orgId: string
  /** Whether a form has unsaved changes. */
  readonly mark: (form: string) => (dirty: boolean) => void
}

/** The club's texts, each with its versions. */
export function TextsSection({ orgId, mark }: SectionProps) {
  const query = useQuery(textsQuery(orgId))
  if (!query.data) return <NotLoaded query={query} rows={2} height={360} />
  return (
    <Stack gap="lg">
      {clubTextPurposes.map((purpose) => (
        <TextsForm
          key={purpose}
          orgId={orgId}
          purpose={purpose}
          versions={query.data.filter((one) => one.purpose === purpose)}
          onDirtyChange={mark(purpose)}
        />
      ))}
    </Stack>
  )
}

interface Props {
  readonly orgId: string
  readonly purpose: ClubTextPurpose
  /** Newest first. */
  readonly versions: readonly ClubText[]
  readonly onDirtyChange: (dirty: boolean) => void
}

const explained = { terms: () => m.settings_terms_explained(), privacy: () => m.settings_privacy_explained() }

/** A club's terms or privacy text. Saving makes a new version; what somebody agreed to stays as it was. */
function TextsForm({ orgId, purpose, versions, onDirtyChange }: Props) {
  const [latest = null, ...earlier] = versions
  const show = useShowTexts(orgId)
  const state = useEditedForm<Values, ClubText>({
    name: `club text ${purpose} ${orgId}`,
    record: latest,
    valuesOf,
    fieldsOf,
    validate: ({ da, en }) => ({ ...check({ purpose, text: { da, en }, version: 0 }), ...gapsOf({ da, en }) }),
    send: async ({ da, en }, version) => {
      const written = await call(clubTexts.write, { orgId, purpose, text: { da, en }, version: Number(version ?? 0) })
      show()
      return written
    },
    savedWords: ({ version }) => m.settings_text_published({ version }),
    onTaken: show,
    onDirtyChange,
  })
  const { form, formId, busy, typed } = state
  const errors = form.errors
  const { data: settings } = useQuery(settingsQuery(orgId))
  const startFromSample = () => {
    const sample = sampleText(purpose, { ...settings!, cvr: settings!.cvr ?? '' })
    form.setFieldValue('da', sample.da)
    form.setFieldValue('en', sample.en)
    requestAnimationFrame(() => focusLinkTarget(purpose))
  }
  return (
    <Panel title={purposeWords[purpose]()} subtitle={explained[purpose]()}>
      <form id={formId} noValidate onSubmit={state.submit} aria-label={purposeWords[purpose]()}>
        <Stack gap="md">
          <Text size="sm">
            {latest ? (
              <>
                {m.settings_text_version({ version: latest.version, at: formatDateTime(latest.at) })} {nameOf(latest)}{' '}
                <Anchor href={paths.clubText(orgId, purpose)} target="_blank" fw={600} inherit>
                  {m.settings_text_see()}
                </Anchor>
              </>
            ) : (
              m.settings_text_none()
            )}
          </Text>
          {!latest && (typed.da + typed.en).trim() === '' && (
            <Alert color="fjord" icon={<IconFileText size={20} stroke={1.7} />} title={m.settings_text_sample()}>
              <Stack gap="sm" align="flex-start">
                <Text size="sm">{m.settings_text_sample_explained()}</Text>
                <Button variant="light" disabled={!settings} onClick={startFromSample}>
                  {m.settings_text_sample_use()}
                </Button>
              </Stack>
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <LinkTarget name={purpose satisfies SettingsField}>
              <MarkdownField
                label={m.settings_text_da()}
                description={m.settings_text_markdown()}
                lang="da"
                required
                withAsterisk
                key={form.key('da')}
                {...form.getInputProps('da')}
                error={errors['da'] ?? errors['text.da']}
              />
            </LinkTarget>
            <MarkdownField
              label={m.settings_text_en()}
              description={m.settings_english_explained()}
              lang="en"
              key={form.key('en')}
              {...form.getInputProps('en')}
              error={errors['en'] ?? errors['text.en']}
            />
          </SimpleGrid>
          <FormFoot state={state} failedTitle={m.settings_not_saved()}>
            <Button type="submit" size="md" loading={busy}>
              {latest ? m.settings_text_publish_next({ version: latest.version + 1 }) : m.settings_text_publish()}
            </Button>
          </FormFoot>
        </Stack>
      </form>
      {earlier.length > 0 && (
        <Accordion mt="md" order={3}>
          {earlier.map((one) => (
            <Accordion.Item key={one.version} value={String(one.version)}>
              <Accordion.Control>
                {m.settings_text_version({ version: one.version, at: formatDateTime(one.at) })} {nameOf(one)}
              </Accordion.Control>
              <Accordion.Panel>
                <div lang="da" data-own-words>
                  <Markdown text={one.text.da} />
                </div>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Panel>
  )
}

interface Values {
  da: string
  en: string
}

/** Gaps of a sample text, beside its field. */
const gapsOf = (values: Values) =>
  Object.fromEntries(
    (['da', 'en'] as const).flatMap((language) => {
      const gap = gapIn(values[language])
      return gap ? [[language, m.settings_text_gap({ gap })]] : []
    }),
  )

const check = schemaResolver(ClubTextBody, { sync: true })

const valuesOf = (text: ClubText | null): Values => ({ da: text?.text.da ?? '', en: text?.text.en ?? '' })

const fieldsOf = ({ da, en }: Values): EditedField[] => [
  { path: 'da', label: m.settings_text_da(), value: da, shown: da },
  { path: 'en', label: m.settings_text_en(), value: en, shown: en },
]

const nameOf = ({ by }: ClubText) => (by ? m.settings_text_by({ name: fullName(by) }) : '')
