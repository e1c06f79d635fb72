import { Box, Group, Stack, Text } from '@mantine/core'
import type { OrderLine } from '#contract/orders/orders.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { whenWords, whoWords } from './words.ts'
import styles from './unpaid/order-notice.module.css'

const MAX_SHOWN = 3

export function OrderContents({ lines }: { lines: readonly OrderLine[] }) {
  // A single line is not worth collapsing.
  const shown = lines.length <= MAX_SHOWN + 1 ? lines : lines.slice(0, MAX_SHOWN)
  const folded = lines.slice(shown.length)
  const priced = lines.length > 1
  return (
    <div>
      <Lines lines={shown} priced={priced} />
      {folded.length > 0 && (
        <details className={styles.more}>
          <summary>{m.unpaid_more_lines({ count: folded.length })}</summary>
          <Lines lines={folded} priced={priced} />
        </details>
      )}
    </div>
  )
}

const Lines = ({ lines, priced }: { lines: readonly OrderLine[]; priced: boolean }) => (
  <Stack component="ul" gap="xs">
    {lines.map((line) => (
      <Group component="li" key={line.id} gap="2px 16px" justify="space-between" align="flex-start">
        <Box flex="1 1 8rem">
          <Text fw={620} lang={langOf(line, 'title')}>
            {line.title}
          </Text>
          <Text size="sm" c="dimmed">
            {[whoWords(line), whenWords(line)].filter(Boolean).join(' · ')}
          </Text>
          {line.replacesTrial !== null && (
            <Text size="sm" c="dimmed">
              {m.receipt_replaces_trial({ name: line.replacesTrial })}
            </Text>
          )}
        </Box>
        {priced && <PriceText value={line.parts.total} />}
      </Group>
    ))}
  </Stack>
)
