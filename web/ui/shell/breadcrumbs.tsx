import { Box, Breadcrumbs, Text } from '@mantine/core'
import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import c from './shell.module.css'

/** The pages above a page, outermost first. */
export type Crumbs = readonly { readonly label: string; readonly to: string }[]

export interface BreadcrumbsProps {
  readonly title: string
  /** Null where the page has none; only its title is shown then. */
  readonly crumbs: Crumbs | null
}

/** Breadcrumbs in the header, or only the page's title. */
export const HeaderBreadcrumbs = ({ title, crumbs }: BreadcrumbsProps) =>
  crumbs ? (
    <BreadcrumbsNav title={title} crumbs={crumbs} />
  ) : (
    <Text size="sm" fw={620} truncate title={title}>
      {title}
    </Text>
  )

/** Breadcrumbs above the page on phones, where the header has no room. */
export const PhoneBreadcrumbs = ({ title, crumbs }: BreadcrumbsProps) =>
  crumbs &&
  crumbs.length > 0 && (
    <Box hiddenFrom="sm" className={c.trail ?? ''}>
      <BreadcrumbsNav title={title} crumbs={crumbs} wraps />
    </Box>
  )

const BreadcrumbsNav = ({ title, crumbs, wraps = false }: { title: string; crumbs: Crumbs; wraps?: boolean }) => (
  <nav aria-label={m.shell_breadcrumbs()}>
    <Breadcrumbs
      separator={<span aria-hidden>›</span>}
      fz="sm"
      styles={{
        root: { flexWrap: wraps ? 'wrap' : 'nowrap' },
        breadcrumb: { lineHeight: 1.5, whiteSpace: wraps ? 'normal' : 'nowrap' },
      }}
    >
      {crumbs.map(({ label, to }) => (
        <TextLink key={to} to={to} alone={wraps} c="dimmed" fz="sm" truncate={!wraps} title={label}>
          {label}
        </TextLink>
      ))}
      <Text fz="sm" fw={620} truncate={!wraps} title={title} aria-current="page">
        {title}
      </Text>
    </Breadcrumbs>
  </nav>
)
