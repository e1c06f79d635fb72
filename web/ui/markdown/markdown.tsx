import { createElement, type ReactNode } from 'react'
import { blocksOf, type Block, type Inline } from './markdown-blocks.ts'
import c from './markdown.module.css'

/** A text as its writer marked it up. It becomes elements of ours, never HTML of theirs. */
export function Markdown({ text }: { text: string }) {
  const blocks = blocksOf(text)
  const depths = [...new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.depth] : [])))].toSorted(
    (a, b) => a - b,
  )
  return <div className={c.text}>{blocks.map((block, index) => drawn(block, index, depths))}</div>
}

/** The level of the highest heading of a text: it stands below a page's h1 and a part's h2. No level is left out below it. */
const TOP = 3

function drawn(block: Block, key: number, depths: readonly number[]): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${TOP + depths.indexOf(block.depth)}`, { key }, inlines(block.content))
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
