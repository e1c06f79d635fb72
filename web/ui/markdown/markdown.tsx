import { createElement, type ReactNode } from 'react'
import { blocksOf, type Block, type Inline } from './markdown-blocks.ts'
import c from './markdown.module.css'

/** A text as its writer marked it up. It becomes elements of ours, never HTML of theirs. */
export const Markdown = ({ text }: { text: string }) => (
  <div className={c.text}>{blocksOf(text).map((block, index) => drawn(block, index))}</div>
)

/** The level of the highest heading: it stands below a page's h1 and a part's h2. */
const TOP = 3

function drawn(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${Math.min(6, TOP + block.depth - 1)}`, { key }, inlines(block.content))
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{inlines(item)}</li>)
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      )
    }
    case 'quote':
      return <blockquote key={key}>{inlines(block.content)}</blockquote>
    case 'rule':
      return <hr key={key} />
    case 'paragraph':
      return <p key={key}>{inlines(block.content)}</p>
  }
}

const inlines = (content: readonly Inline[]): ReactNode[] =>
  content.map((part, key) => {
    if (typeof part === 'string') return part
    switch (part.kind) {
      case 'strong':
        return <strong key={key}>{inlines(part.content)}</strong>
      case 'emphasis':
        return <em key={key}>{inlines(part.content)}</em>
      case 'code':
        return <code key={key}>{part.text}</code>
      case 'break':
        return <br key={key} />
      case 'link':
        return (
          <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {inlines(part.content)}
          </a>
        )
    }
  })
