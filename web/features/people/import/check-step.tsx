import { Alert, Badge, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportCandidate, type ImportRow, type Verdict, verdicts } from '#contract/people/imports.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { NotLoaded } from '#web/parts/query-error.tsx'
import { ShowMore } from '#web/parts/show-more.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { formatDate, formatNumber } from '#web/ui/words/format.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { m } from '#words/messages.js'
import { StepFoot, type StepProps } from './step.tsx'
import c from './import.module.css'
import { importRowsQuery, useImportChanges } from './queries.ts'
import { becauseWords, columnWords, fieldWords, faultWords, rowWords, valueWords } from './words.ts'

const tabWords = {
  new: m.import_tab_new,
  same: m.import_tab_same,
  changes: m.import_tab_changes,
  unsure: m.import_tab_unsure,
  error: m.import_tab_error,
} satisfies Record<Verdict, unknown>
const introWords = {
  new: m.import_intro_new,
  same: m.import_intro_same,
  changes: m.import_intro_changes,
  unsure: m.import_intro_unsure,
  error: m.import_intro_error,
} satisfies Record<Verdict, unknown>

/** Everything that the check found, in five lists. Errors are corrected and unsure rows decided in place. */
export function CheckStep(props: StepProps & { readonly onBack: () => void }) {
  const { club, one, mayWrite, onBack } = props
  const { counts, rows, can } = one
  const open = counts.unsure - counts.chosen
  const [tab, setTab] = useState<Verdict>(counts.error > 0 ? 'error' : open > 0 ? 'unsure' : 'new')
  const { run } = useImportChanges(club.id, one)
  return (
    <Stack gap="lg">
      <Tabs value={tab} onChange={(value) => setTab((value ?? 'new') as Verdict)} keepMounted={false}>
        <TabRow selected={tab}>
          {verdicts.map((verdict) => (
            <Tabs.Tab key={verdict} value={verdict} rightSection={<Badge>{formatNumber(counts[verdict])}</Badge>}>
              {tabWords[verdict]()}
            </Tabs.Tab>
          ))}
        </TabRow>
        {verdicts.map((verdict) => (
          <Tabs.Panel key={verdict} value={verdict}>
            <Found {...props} verdict={verdict} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {!!counts.guardians && <Text>{m.import_guardians({ count: formatNumber(counts.guardians) })}</Text>}
      {!!counts.guardiansMissing && (
        <Alert color="coral">{m.import_guardians_missing({ count: formatNumber(counts.guardiansMissing) })}</Alert>
      )}
      <Text c="dimmed">{m.import_nobody_mailed()}</Text>
      <StepFoot onBack={onBack}>
        <Button
          disabled={!can.run || !mayWrite}
          loading={run.isPending}
          onClick={() => whenDone(run.mutateAsync(undefined), { onError: showFailure })}
        >
          {counts.left > 0
            ? m.import_run_some({ count: rows - counts.left, left: formatNumber(counts.left) })
            : m.import_run({ count: rows })}
        </Button>
      </StepFoot>
    </Stack>
  )
}

function Found(props: StepProps & { readonly verdict: Verdict }) {
  const { club, one, verdict, mayWrite } = props
  const pages = useInfiniteQuery(importRowsQuery(club.id, one.id, verdict))
  if (!pages.data) return <NotLoaded query={pages} rows={3} height={80} />
  const rows = pages.data.pages.flatMap((page) => page.rows)
  return (
    <Panel title={tabWords[verdict]()} subtitle={introWords[verdict]()}>
      {verdict === 'unsure' && mayWrite && one.counts.unsure > one.counts.chosen + 1 && <ForAll {...props} />}
      {rows.length === 0 ? (
        <Text>{m.import_none_found()}</Text>
      ) : (
        <ul className={c.list} aria-label={tabWords[verdict]()}>
          {rows.map((row) => (
            <li key={row.row} className={c.row} tabIndex={-1} data-list-row>
              <Row {...props} row={row} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} rowsOf={(page) => page.rows} />
    </Panel>
  )
}

function ForAll({ club, one }: StepProps) {
  const { choose } = useImportChanges(club.id, one)
  const count = formatNumber(one.counts.unsure - one.counts.chosen)
  return (
    <Group gap="sm" mb="lg" role="group" aria-label={m.import_for_all({ count })}>
      <Text>{m.import_for_all({ count })}</Text>
      {choices.map(([choice, words]) => (
        <Button
          key={choice}
          variant="default"
          loading={choose.isPending && choose.variables.choice === choice}
          onClick={() => whenDone(choose.mutateAsync({ choice }), { onError: showFailure })}
        >
          {words()}
        </Button>
      ))}
    </Group>
  )
}

const choices = [
  ['same', m.import_choice_same],
  ['other', m.import_choice_other],
  ['skip', m.import_choice_skip],
] as const

interface RowProps extends StepProps {
  readonly row: ImportRow
}

function Row(props: RowProps) {
  const { one, row } = props
  return (
    <>
      <div className={c.what}>
        <Text fw={620}>{row.name || m.import_no_name()}</Text>
        <Text size="sm" c="dimmed">
          {[rowWords(row), ...factsOf(row)].join(' · ')}
        </Text>
        {row.guardianKeeps !== undefined ? (
          <Text size="sm">{m.import_guardian_keeps({ guardian: row.guardianKeeps })}</Text>
        ) : (
          row.addressOf !== null && (
            <Text size="sm">{m.import_address_shared({ row: formatNumber(row.addressOf) })}</Text>
          )
        )}
        {row.guardianMissing && <Text size="sm">{m.import_guardian_missing({ guardian: row.guardianMissing })}</Text>}
        {row.verdict === 'changes' && (
          <dl style={{ margin: '8px 0 0' }}>
            {row.changes.map(({ field, from, to }) => (
              <Text key={field} size="sm" component="div">
                <Text span inherit component="dt" display="inline" fw={600}>
                  {fieldWords(one, field)}:{' '}
                </Text>
                <Text span inherit component="dd" display="inline" m={0}>
                  <del>{from === '' ? '–' : valueWords(field, from)}</del> →{' '}
                  <ins>{field === 'left' ? m.import_comes_back() : valueWords(field, to)}</ins>
                </Text>
              </Text>
            ))}
          </dl>
        )}
      </div>
      {row.guardianOf && row.verdict !== 'unsure' && row.verdict !== 'error' && <Skip {...props} />}
      {row.verdict === 'unsure' && <Beside {...props} />}
      {row.verdict === 'error' && <Errors {...props} />}
    </>
  )
}

/** A guardian whom columns name is left out, or taken along again. */
function Skip({ club, one, row, mayWrite }: RowProps) {
  const { choose } = useImportChanges(club.id, one)
  const isSkipped = row.choice === 'skip'
  return (
    <Button
      variant={isSkipped ? 'filled' : 'default'}
      aria-pressed={isSkipped}
      aria-label={m.import_guardian_skip({ name: row.name })}
      disabled={!mayWrite || choose.isPending}
      onClick={() =>
        whenDone(choose.mutateAsync({ row: row.row, choice: isSkipped ? 'other' : 'skip' }), { onError: showFailure })
      }
    >
      {m.import_choice_skip()}
    </Button>
  )
}

const factsOf = ({
  dateOfBirth,
  email,
  phone,
  postCode,
}: Pick<ImportCandidate, 'dateOfBirth' | 'email' | 'phone' | 'postCode'>) =>
  [dateOfBirth && formatDate(dateOfBirth), email, phone && phoneWords(phone), postCode].filter(Boolean)

/** Who a row can be, beside it. */
function Beside({ club, one, row, mayWrite }: RowProps) {
  const { choose } = useImportChanges(club.id, one)
  const pick = (choice: 'same' | 'other' | 'skip', candidate = 0) =>
    whenDone(choose.mutateAsync({ row: row.row, choice, candidate }), { onError: showFailure })
  const button = (choice: 'same' | 'other' | 'skip', words: () => string, candidate = 0) => {
    const isChosen = row.choice === choice && (choice !== 'same' || row.candidate === candidate)
    return (
      <Button
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        disabled={!mayWrite || choose.isPending}
        onClick={() => pick(choice, candidate)}
      >
        {words()}
      </Button>
    )
  }
  return (
    <Stack gap="sm" w="100%">
      <div className={c.beside}>
        {row.candidates.map((one_, at) => (
          <div key={at} className={c.person}>
            <Text fw={620}>{one_.name}</Text>
            <Text size="sm" c="dimmed">
              {[
                one_.row === null
                  ? m.import_in_register()
                  : rowWords({ row: one_.row, ...(one_.guardianOf && { guardianOf: [one_.guardianOf] }) }),
                ...factsOf(one_),
                ...(one_.died ? [m.leave_reason_deceased()] : []),
              ].join(' · ')}
            </Text>
            <Text size="sm" mb="xs">
              {becauseWords[one_.because]()}
            </Text>
            {button('same', m.import_choice_same, at)}
          </div>
        ))}
      </div>
      <Group gap="sm">
        {button('other', m.import_choice_other)}
        {button('skip', m.import_choice_skip)}
      </Group>
    </Stack>
  )
}

function Errors(props: RowProps) {
  const { club, one, row, mayWrite } = props
  const { split } = useImportChanges(club.id, one)
  return (
    <Stack gap="sm" w="100%">
      {row.split.length === 2 && (
        <Group gap="sm">
          <Text>{m.import_split_text({ first: row.split[0]!, second: row.split[1]! })}</Text>
          <Button
            variant="default"
            disabled={!mayWrite}
            loading={split.isPending}
            onClick={() => whenDone(split.mutateAsync(row.row), { onError: showFailure })}
          >
            {m.import_split()}
          </Button>
        </Group>
      )}
      {row.errors.map(({ column, fault }) => (
        <Fix key={`${column} ${fault}`} {...props} column={column} words={faultWords[fault]()} />
      ))}
    </Stack>
  )
}

function Fix({
  club,
  one,
  row,
  column,
  words,
  mayWrite,
}: RowProps & { readonly column: number; readonly words: string }) {
  const [value, setValue] = useState(row.cells[column] ?? '')
  const { fix } = useImportChanges(club.id, one)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        whenDone(fix.mutateAsync({ row: row.row, column, value }), { onError: showFailure })
      }}
    >
      <Group gap="sm" align="flex-end" wrap="wrap">
        <TextInput
          flex="1 1 16rem"
          maw={480}
          limit={1000}
          label={m.import_fix_label({
            column: columnWords(one, column),
            row: formatNumber(row.guardianOf?.[0] ?? row.row),
          })}
          error={words}
          inputWrapperOrder={['label', 'error', 'input']}
          value={value}
          disabled={!mayWrite}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={fix.isPending} disabled={!mayWrite}>
          {m.import_fix()}
        </Button>
      </Group>
    </form>
  )
}
