import { Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '../icons/index.ts'
import { useId } from 'react'
import c from './attention-list.module.css'
import { ButtonLink } from '../link.tsx'

export interface Attention {
  readonly icon: Icon
  readonly title: string
  /** Of the title, where it is not the page's. */
  readonly lang?: 'da' | undefined
  /** The reason and the consequences. */
  readonly text: string
  readonly action: string
  readonly to: string
  /** Stands out in red. */
  readonly urgent?: boolean
}

interface Props {
  readonly title: string
  readonly items: readonly Attention[]
  /** For information only: no button stands out. */
  readonly calm?: boolean
}

/** To-dos, each with a button; the first button stands out. */
export function AttentionList({ title, items, calm = false }: Props) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={c.panel}>
      <Title order={2} id={heading} size="h3" className={c.title}>
        {title}
      </Title>
      <ul className={c.list}>
        {items.map(({ icon: ItemIcon, title: name, lang, text, action, to, urgent }, index) => (
          <li key={name} className={c.item}>
            <ThemeIcon
              variant="light"
              color={urgent ? 'red' : calm ? 'fjord' : 'coral'}
              radius={12}
              size={42}
              aria-hidden
            >
              <ItemIcon size={21} stroke={1.7} />
            </ThemeIcon>
            <div className={c.words}>
              <Text fw={640} lang={lang}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
            <ButtonLink to={to} variant={index === 0 && !calm ? 'filled' : 'light'} className={c.button ?? ''}>
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
