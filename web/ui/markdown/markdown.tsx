import { createElement, Fragment, type ReactNode } from 'react'
import { parseMarkdown, type MarkdownNode } from '#contract/markdown.ts'
import { LinkedText, safeAddress } from './linked-text.tsx'
import c from './markdown.module.css'

/** A text as its writer marked it up. It becomes elements of ours, never HTML of theirs. */
export function Markdown({ text }: { text: string }) {
  const blocks = parseMarkdown(text)
  const depths = [...new Set(blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : [])))].toSorted(
    (a, b) => a - b,
  )
  return <div className={c.text}>{drawnAll(blocks, { depths })}</div>
}

/** The level of the highest heading of a text: it stands below a page's h1 and a part's h2. No level is left out below it. */
const TOP = 3

interface Within {
  /** Depths of the text's headings, highest first. */
  readonly depths?: readonly number[]
  /** A link holds no other. */
  readonly linked?: boolean
  /** Lines that need no paragraph around them. */
  readonly tight?: boolean
}

const drawnAll = (nodes: readonly MarkdownNode[], within: Within): ReactNode[] =>
  nodes.map((node, key) => <Fragment key={key}>{drawn(node, within)}</Fragment>)

function drawn(node: MarkdownNode, within: Within): ReactNode {
  const { depths = [], linked = false, tight = false } = within
  switch (node.type) {
    case 'heading': {
      const level = Math.min(6, TOP + Math.max(0, depths.indexOf(node.depth)))
      return createElement(`h${level}`, {}, drawnAll(node.children, {}))
    }
    case 'paragraph':
      return tight ? drawnAll(node.children, {}) : <p>{drawnAll(node.children, {})}</p>
    case 'list': {
      const items = node.children.map((item, key) => (
        <li key={key}>{drawnAll(item.children, { tight: !item.spread })}</li>
      ))
      return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'blockquote':
      return <blockquote>{drawnAll(node.children, { tight: node.children.length === 1 })}</blockquote>
    case 'thematicBreak':
      return <hr />
    case 'strong':
      return <strong>{drawnAll(node.children, { linked })}</strong>
    case 'emphasis':
      return <em>{drawnAll(node.children, { linked })}</em>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'text':
      return node.value.split('\n').map((line, key) => (
        <Fragment key={key}>
          {key > 0 && <br />}
          {linked ? line : <LinkedText text={line} />}
        </Fragment>
      ))
    case 'link':
      return link(node.url, drawnAll(node.children, { linked: true }))
    case 'image':
      return link(node.url, node.alt)
    default:
      return null
  }
}

/** What has no address that may be followed is only words. */
function link(address: string, words: ReactNode): ReactNode {
  const href = safeAddress(address)
  if (!href) return words
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {words}
    </a>
  )
}
