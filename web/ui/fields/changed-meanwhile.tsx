import { Alert, Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '../icons/index.ts'
import { useEffect, useRef, useState } from 'react'
import { m } from '#words/messages.js'

/** A field that differs between what was typed and what is saved now. */
export interface ChangedField {
  readonly path: string
  readonly label: string
  /** Both values as they are shown. */
  readonly typed: string
  readonly saved: string
  /** Which is chosen at first. */
  readonly chosen: Choice
}

type Choice = 'typed' | 'saved'

interface Props {
  readonly fields: readonly ChangedField[]
  readonly busy: boolean
  /** @param taken the fields whose saved value is kept */
  readonly onSave: (taken: readonly string[]) => void
  readonly onTakeSaved: () => void
}

/** Somebody else saved the same thing meanwhile: shows both versions of each field, takes the focus, and lets the user choose. */
export function ChangedMeanwhile({ fields, busy, onSave, onTakeSaved }: Props) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const chosenFor = ({ path, chosen }: ChangedField) => choices[path] ?? chosen
  return (
    <Alert ref={panel} tabIndex={-1} role="alert" color="coral" icon={<IconArrowsSplit2 />} title={m.conflict_title()}>
      <Stack gap="lg">
        <Text size="sm">{fields.length > 0 ? m.conflict_explained() : m.conflict_same()}</Text>
        {fields.map((field) => (
          <Radio.Group
            key={field.path}
            label={field.label}
            value={chosenFor(field)}
            onChange={(choice) => setChoices({ ...choices, [field.path]: choice })}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6}>
              <Version choice="typed" title={m.conflict_typed()} text={field.typed} />
              <Version choice="saved" title={m.conflict_saved()} text={field.saved} />
            </SimpleGrid>
          </Radio.Group>
        ))}
        <Group gap="sm">
          {fields.length > 0 && (
            <Button
              loading={busy}
              onClick={() => onSave(fields.filter((one) => chosenFor(one) === 'saved').map(({ path }) => path))}
            >
              {m.conflict_save()}
            </Button>
          )}
          <Button variant="default" onClick={onTakeSaved} disabled={busy}>
            {m.conflict_take_saved()}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const Version = ({ choice, title, text }: { choice: Choice; title: string; text: string }) => (
  <Radio.Card value={choice} p="sm" bg="var(--mantine-color-body)">
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <Radio.Indicator mt={2} />
      <div style={{ minWidth: 0 }}>
        <Text size="xs" fw={640} c="dimmed">
          {title}
        </Text>
        <Text size="sm" data-own-words style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {text || m.conflict_blank()}
        </Text>
      </div>
    </Group>
  </Radio.Card>
)
