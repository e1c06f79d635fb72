import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../link.tsx'
import c from './row-list.module.css'

export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <Stack component="ul" gap={0} className={c.rows}>
    {children}
  </Stack>
)

interface RowProps {
  readonly tabIndex?: number
  readonly picture?: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Status and buttons. */
  readonly aside?: ReactNode
}

export const Row = ({ picture, title, children, aside, ...item }: RowProps) => (
  <Group component="li" gap="8px 14px" {...item}>
    {picture}
    <Stack gap={2} flex="1 1 9rem" className={c.words}>
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
  readonly title: ReactNode
  /** Link target of the title. */
  readonly to?: string
  readonly note?: ReactNode
  readonly badge?: ReactNode
}

/** A short list, each row with a note and a badge. */
export const RowList = ({ rows }: { rows: readonly ListedRow[] }) => (
  <Rows>
    {rows.map(({ key, title, to, note, badge }) => (
      <Row
        key={key}
        title={
          to ? (
            <TextLink to={to} inherit data-list-row>
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
