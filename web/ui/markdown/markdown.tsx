import { createElement, Fragment, type ReactNode } from 'react'
import { parseMarkdown, type MarkdownNode } from '#contract/markdown.ts'
import { LinkedText, safeAddress } from './linked-text.tsx'
import c from './markdown.module.css'

/** Renders Markdown as React elements, never as HTML. */
export function Markdown({ text }: { text: string }) {
  const blocks = parseMarkdown(text)
  const depths = [...new Set(blocks.flatMap((block) => (block.type === 'heading' ? [block.depth] : [])))].toSorted(
    (a, b) => a - b,
  )
  return <div className={c.text}>{renderAll(blocks, { depths })}</div>
}

/** Level of a text's highest heading, below the page's h1 and h2. Lower ones follow without gaps. */
const TOP_LEVEL = 3

interface Context {
  /** Depths of the text's headings, highest first. */
  readonly depths?: readonly number[]
  /** Inside a link, where links cannot be nested. */
  readonly linked?: boolean
  readonly tight?: boolean
}

const renderAll = (nodes: readonly MarkdownNode[], context: Context): ReactNode[] =>
  nodes.map((node, key) => <Fragment key={key}>{renderNode(node, context)}</Fragment>)

function renderNode(node: MarkdownNode, context: Context): ReactNode {
  const { depths = [], linked = false, tight = false } = context
  switch (node.type) {
    case 'heading': {
      const level = Math.min(6, TOP_LEVEL + Math.max(0, depths.indexOf(node.depth)))
      return createElement(`h${level}`, {}, renderAll(node.children, {}))
    }
    case 'paragraph':
      return tight ? renderAll(node.children, {}) : <p>{renderAll(node.children, {})}</p>
    case 'list': {
      const items = node.children.map((item, key) => (
        <li key={key}>{renderAll(item.children, { tight: !item.spread })}</li>
      ))
      return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'blockquote':
      return <blockquote>{renderAll(node.children, { tight: node.children.length === 1 })}</blockquote>
    case 'thematicBreak':
      return <hr />
    case 'strong':
      return <strong>{renderAll(node.children, { linked })}</strong>
    case 'emphasis':
      return <em>{renderAll(node.children, { linked })}</em>
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
      return link(node.url, renderAll(node.children, { linked: true }))
    case 'image':
      return link(node.url, node.alt)
    default:
      return null
  }
}

/** Renders unsafe URLs as text. */
function link(address: string, words: ReactNode): ReactNode {
  const href = safeAddress(address)
  if (!href) return words
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {words}
    </a>
  )
}
