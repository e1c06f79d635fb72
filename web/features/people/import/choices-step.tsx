import { Button, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { dateOrders, type Import, type ImportChoices } from '#contract/people/imports.ts'
import { textIn } from '#contract/local-text.ts'
import { hasWords } from '#contract/search-words.ts'
import { showFailure } from '#web/api/toasts.ts'
import { readersText } from '#web/parts/local-text.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { today } from '#web/ui/words/format.ts'
import { m } from '#words/messages.js'
import { StepFoot, type StepProps } from './step.tsx'
import c from './import.module.css'
import { useImportChanges } from './queries.ts'

const orderWords = { dmy: m.import_dates_dmy, mdy: m.import_dates_mdy, ymd: m.import_dates_ymd }

interface Props extends StepProps {
  readonly onBack: () => void
  readonly onNext: () => void
}

/** How dates are read, which memberships the people get, and their tags. Nobody is mailed. */
export function ChoicesStep({ club, one, mayWrite, onBack, onNext }: Props) {
  const hasColumn = one.columns.includes('membership')
  const [choices, setChoices] = useState<ImportChoices>(() => startOf(one, hasColumn))
  const [tags, setTags] = useState(choices.tags.join(', '))
  const { choices: save } = useImportChanges(club.id, one)
  const change = (changes: Partial<ImportChoices>) => setChoices({ ...choices, ...changes })
  const seasons = one.seasons.map(({ id, name }) => ({ value: id, label: readersText(name) }))
  const isMissing = choices.membership === 'season' && !choices.seasonId
  const list = [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean).slice(0, 10)
  const isTooLong = list.some((tag) => tag.length > 40)
  const [shows, setShows] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing || isTooLong) return setShows(true)
    void save.mutateAsync({ ...choices, tags: list }).then(onNext, showFailure)
  }
  return (
    <form noValidate onSubmit={submit} aria-label={m.import_step_choices()}>
      <Stack gap="lg">
        <Panel title={m.import_dates_title()} subtitle={m.import_dates_text()}>
          <Radio.Group
            aria-label={m.import_dates_title()}
            value={choices.dateOrder}
            onChange={(value) => change({ dateOrder: value })}
          >
            <Stack gap="sm">
              {dateOrders.map((order) => (
                <Radio key={order} value={order} label={orderWords[order]()} />
              ))}
            </Stack>
          </Radio.Group>
        </Panel>
        <Panel title={m.import_memberships_title()} subtitle={m.import_memberships_text()}>
          <Stack gap="md">
            <Radio.Group
              aria-label={m.import_memberships_title()}
              value={choices.membership}
              onChange={(value) => change({ membership: value })}
            >
              <Stack gap="sm">
                <Radio value="none" label={m.import_memberships_none()} />
                <Radio value="season" label={m.import_memberships_season()} disabled={seasons.length === 0} />
                <Radio
                  value="column"
                  label={m.import_memberships_column()}
                  description={hasColumn ? undefined : m.import_memberships_column_missing()}
                  disabled={!hasColumn || seasons.length === 0}
                />
              </Stack>
            </Radio.Group>
            {choices.membership === 'season' && (
              <Select
                searchable
                maw={480}
                label={m.buy_membership()}
                data={seasons}
                value={choices.seasonId}
                error={shows && isMissing && m.buy_membership_missing()}
                onChange={(seasonId) => change({ seasonId })}
              />
            )}
            {choices.membership === 'column' && (
              <ul className={c.list} aria-label={m.import_memberships_column()}>
                {one.values.map(({ value, rows }) => (
                  <li key={value} className={c.row}>
                    <div className={c.what}>
                      <Text fw={620}>{value}</Text>
                      <Text size="sm" c="dimmed">
                        {m.import_rows({ count: rows })}
                      </Text>
                    </div>
                    <Select
                      className={c.field ?? ''}
                      searchable
                      clearable
                      placeholder={m.import_memberships_none_of()}
                      aria-label={m.import_season_of({ value })}
                      data={seasons}
                      value={choices.seasons.find((each) => each.value === value)?.seasonId ?? null}
                      onChange={(seasonId) =>
                        change({
                          seasons: [...choices.seasons.filter((each) => each.value !== value), { value, seasonId }],
                        })
                      }
                    />
                  </li>
                ))}
              </ul>
            )}
          </Stack>
        </Panel>
        <Panel title={m.import_field_tags()}>
          <TextInput
            maw={480}
            limit={400}
            label={m.import_tags()}
            description={m.import_tags_hint()}
            value={tags}
            error={shows && isTooLong && m.field_too_long({ max: 40 })}
            onChange={({ currentTarget: { value } }) => setTags(value)}
          />
        </Panel>
        <Text c="dimmed">{m.import_nobody_mailed()}</Text>
        <StepFoot onBack={onBack}>
          <Button type="submit" loading={save.isPending} disabled={!mayWrite}>
            {m.import_check()}
          </Button>
        </StepFoot>
      </Stack>
    </form>
  )
}

/**
 * The choices so far. Values of the column whose words a season's name has get that season, once: the one that runs today before the next,
 * which people pay for when they renew.
 */
function startOf(one: Import, hasColumn: boolean): ImportChoices {
  const known = new Map(one.choices.seasons.map(({ value, seasonId }) => [value, seasonId]))
  const day = today()
  const runs = ({ startDate, endDate }: Import['seasons'][number]) => startDate <= day && day <= endDate
  const guesses = [...one.seasons.filter(runs), ...one.seasons]
  const seasons = one.values.map(({ value }) => ({
    value,
    seasonId: known.has(value)
      ? known.get(value)!
      : (guesses.find(({ name }) => hasWords(textIn(name, 'da'), value))?.id ?? null),
  }))
  const isFresh = one.choices.membership === 'none' && one.choices.seasons.length === 0
  const matches = hasColumn && isFresh && seasons.some(({ seasonId }) => seasonId !== null)
  return { ...one.choices, membership: matches ? 'column' : one.choices.membership, seasons }
}
