import { Stack, Text, Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import type { Membership } from '#contract/memberships.ts'
import { paths } from '#web/paths.ts'
import { formatPeriod, today } from '#web/ui/format.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { termWords } from './membership-words.ts'
import styles from './term-list.module.css'

/** Every season of a membership, newest first, each with its status and its receipt. */
export function TermList({ membership }: { membership: Membership }) {
  const now = today()
  const terms = membership.memberships.toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))
  return (
    <Stack component="ol" gap="md" className={styles.list}>
      {terms.map((term) => {
        const words = termWords(term, now)
        return (
          <li key={term.id}>
            <Panel className={styles.term ?? ''} padding="md">
              <div className={styles.year} aria-hidden>
                {term.membershipFor}
              </div>
              <div className={styles.what}>
                <Title order={2} size="h3">
                  {term.configurationName}
                </Title>
                <Text size="sm" c="dimmed">
                  {formatPeriod(term.startDate, term.endDate)}
                </Text>
                <Text size="sm" fw={620} mt={6} className={styles.status} data-tone={words.color}>
                  {words.sentence}
                </Text>
              </div>
              {term.hasReceipt && (
                <ButtonLink
                  to={paths.membershipReceipt(term.id)}
                  variant="light"
                  leftSection={<IconReceipt size={18} stroke={1.7} />}
                  className={styles.receipt ?? ''}
                  aria-label={m.receipt_link_of({ year: String(term.membershipFor) })}
                >
                  {m.receipt_link()}
                </ButtonLink>
              )}
            </Panel>
          </li>
        )
      })}
    </Stack>
  )
}
