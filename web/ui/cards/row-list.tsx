import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextLink } from '../link.tsx'
import c from './row-list.module.css'

interface Row {
  readonly key: string
  readonly title: string
  /** Where the title leads. */
  readonly to?: string
  readonly note?: ReactNode
  readonly badge?: ReactNode
}

/** A few things under each other, each with a note and how it stands. */
export const RowList = ({ rows }: { rows: readonly Row[] }) => (
  <ul className={c.list}>
    {rows.map(({ key, title, to, note, badge }) => (
      <li key={key} className={c.row}>
        <div className={c.words}>
          {to ? (
            <TextLink to={to} fw={600}>
              {title}
            </TextLink>
          ) : (
            <Text fw={600}>{title}</Text>
          )}
          {note && (
            <Text size="sm" c="dimmed" component="div">
              {note}
            </Text>
          )}
        </div>
        {badge}
      </li>
    ))}
  </ul>
)
