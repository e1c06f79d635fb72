import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { showFailure } from '#web/api/toasts.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { StepFoot, type StepProps } from './step.tsx'
import c from './import.module.css'
import { useImportChanges } from './queries.ts'
import { columnWords, targetChoices } from './words.ts'

const names = ['firstName', 'lastName', 'fullName']

/** Which field each column is, with a value of each. */
export function ColumnsStep({ club, one, mayWrite, onNext }: StepProps & { readonly onNext: () => void }) {
  const [columns, setColumns] = useState(one.columns)
  const [shows, setShows] = useState(false)
  const { columns: save } = useImportChanges(club.id, one)
  const isTwice = (at: number) =>
    columns[at] !== '' && columns.indexOf(columns[at]!) !== columns.lastIndexOf(columns[at]!)
  const hasName = columns.some((target) => names.includes(target))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!hasName || columns.some((_, at) => isTwice(at))) return setShows(true)
    const isSaved = one.state === 'draft' && columns.every((target, at) => target === one.columns[at])
    if (isSaved) return onNext()
    // A promise: this step is drawn anew with the saved version.
    void save.mutateAsync(columns).then(onNext, showFailure)
  }
  return (
    <form noValidate onSubmit={submit} aria-label={m.import_step_columns()}>
      <Stack gap="lg">
        <Panel
          title={m.import_columns_title()}
          subtitle={one.knownColumns ? m.import_columns_known() : m.import_columns_text()}
        >
          <ul className={c.list} aria-label={m.import_step_columns()}>
            {columns.map((target, at) => (
              <li key={at} className={c.row}>
                <div className={c.what}>
                  <Text fw={620}>{columnWords(one, at)}</Text>
                  <Text size="sm" c="dimmed">
                    {one.samples[at] || m.import_column_empty()}
                  </Text>
                </div>
                <Select
                  className={c.field ?? ''}
                  searchable
                  allowDeselect={false}
                  disabled={!mayWrite}
                  aria-label={m.import_column_is({ column: columnWords(one, at) })}
                  data={targetChoices(one)}
                  value={target}
                  error={isTwice(at) && m.import_column_twice()}
                  onChange={(value) => setColumns(columns.with(at, value ?? ''))}
                />
              </li>
            ))}
          </ul>
          {!one.heads && (
            <Text size="sm" c="dimmed" mt="md">
              {m.import_no_heads()}
            </Text>
          )}
        </Panel>
        {shows && !hasName && (
          <Alert color="red" role="alert">
            {m.import_column_name_missing()}
          </Alert>
        )}
        <StepFoot>
          <Button type="submit" loading={save.isPending} disabled={!mayWrite}>
            {m.import_next()}
          </Button>
        </StepFoot>
      </Stack>
    </form>
  )
}
