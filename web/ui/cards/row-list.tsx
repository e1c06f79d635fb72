import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../link.tsx'
import c from './row-list.module.css'

/** Things below each other, a line between them. */
export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <Stack component="ul" gap={0} className={c.rows}>
    {children}
  </Stack>
)

interface RowProps {
  readonly tabIndex?: number
  /** Before the words. */
  readonly picture?: ReactNode
  readonly title: ReactNode
  /** Below the title. */
  readonly children?: ReactNode
  /** How it stands, and what can be done. */
  readonly aside?: ReactNode
}

export const Row = ({ picture, title, children, aside, ...item }: RowProps) => (
  <Group component="li" gap="8px 14px" py={12} {...item}>
    {picture}
    <Stack gap={2} flex="1 1 180px" className={c.words}>
      <Text fw={620} component="div">
        {title}
      </Text>
      {children}
    </Stack>
    {aside}
  </Group>
)

interface ListedRow {
  readonly key: string
  readonly title: string
  /** Where the title leads. */
  readonly to?: string
  readonly note?: ReactNode
  readonly badge?: ReactNode
}

/** A few things under each other, each with a note and how it stands. */
export const RowList = ({ rows }: { rows: readonly ListedRow[] }) => (
  <Rows>
    {rows.map(({ key, title, to, note, badge }) => (
      <Row
        key={key}
        title={
          to ? (
            <TextLink to={to} inherit>
              {title}
            </TextLink>
          ) : (
            title
          )
        }
        aside={badge}
      >
        {note && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </Row>
    ))}
  </Rows>
)
