import { Fragment } from 'react'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconLock } from '#web/ui/icons/index.ts'
import type { SensitiveAnswers as Answered } from '#contract/events/registrations.ts'
import { showFailure } from '#web/api/toasts.ts'
import { whenDone } from '#web/api/query-client.ts'
import { m } from '#words/messages.js'
import { allListed, type EventOfClub, useRegistrationChanges, type WhichRegistrations } from './registration-queries.ts'

/** Shows the sensitive answers of what is listed. Each reading is in the club's history, so they are not kept. */
export function SensitiveAnswers({ ofEvent, which }: { ofEvent: EventOfClub; which: WhichRegistrations }) {
  const { sensitive } = useRegistrationChanges(ofEvent)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={18} stroke={1.7} />}
        loading={sensitive.isPending}
        onClick={() => whenDone(sensitive.mutateAsync(allListed(which)), { onError: showFailure })}
      >
        {m.registrations_sensitive()}
      </Button>
      <SensitiveAnswersDialog answered={sensitive.data} onClose={sensitive.reset} />
    </>
  )
}

/** Open while there is something to show. */
export function SensitiveAnswersDialog({ answered, onClose }: { answered: Answered | undefined; onClose: () => void }) {
  const people = answered?.people
  return (
    <Modal opened={people !== undefined} onClose={onClose} title={m.registrations_sensitive()} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {m.registrations_sensitive_read()}
        </Text>
        {people?.length === 0 && <Text>{m.registrations_sensitive_none()}</Text>}
        <Stack component="ul" gap="sm">
          {people?.map(({ id, name, answers }) => (
            <li key={id}>
              <Text fw={620}>{name}</Text>
              {answers.map(({ label, text }) => (
                <Fragment key={label}>
                  <Text size="sm" c="dimmed">
                    {label}
                  </Text>
                  <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
                </Fragment>
              ))}
            </li>
          ))}
        </Stack>
      </Stack>
    </Modal>
  )
}
