import { Anchor, AppShell, Container, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { m } from '#words/messages.js'
import { TextLink } from '../link.tsx'
import { PhoneBreadcrumbs, type BreadcrumbsProps } from './breadcrumbs.tsx'
import c from './shell.module.css'

interface Party {
  readonly name: string
  readonly url: string
}

export interface FooterProps {
  readonly year: number
  readonly provider: Party | null
  readonly vendor: Party | null
  readonly productName: string
  /** A file with the licences of what the portal is made of. */
  readonly licences: string
  /** The contact page; absent where the menu links to it. */
  readonly contact?: string
  /** The page about installing the app; absent in the app, and where a menu links to it. */
  readonly install?: string | undefined
}

interface PageBodyProps {
  readonly where: BreadcrumbsProps
  readonly notices?: ReactNode
  readonly footer: FooterProps
  readonly children: ReactNode
}

export const SkipLink = () => (
  <a href="#main" className={c.skip}>
    {m.shell_skip()}
  </a>
)

/** The page and its footer, beside the side panel. */
export const PageBody = ({ where, notices, footer, children }: PageBodyProps) => (
  <>
    <AppShell.Main id="main" tabIndex={-1} mih="calc(100dvh - 59px)">
      <Container>
        <PhoneBreadcrumbs {...where} />
        {notices}
        <div className={c.content}>{children}</div>
      </Container>
    </AppShell.Main>
    <AppShell.Footer pos="static" h="auto" bg="none">
      <Footer {...footer} />
    </AppShell.Footer>
  </>
)

/** Copyright, with links to operator and vendor. */
const Footer = ({ year, provider, vendor, productName, licences, contact, install }: FooterProps) => (
  <Container>
    <Group justify="space-between" gap="4px 16px" mih={58} py={4} fz="xs" c="dimmed">
      <span>
        © {year} {provider ? <PartyLink party={provider} /> : productName}
      </span>
      {contact && (
        <TextLink to={contact} alone inherit c="inherit" underline="always">
          {m.title_contact_us()}
        </TextLink>
      )}
      {install && (
        <TextLink to={install} alone inherit c="inherit" underline="always">
          {m.title_install()}
        </TextLink>
      )}
      <Anchor href={licences} data-alone inherit c="inherit" underline="always">
        {m.shell_licences()}
      </Anchor>
      {vendor && (
        <span>
          {m.shell_made_by()} <PartyLink party={vendor} />
        </span>
      )}
    </Group>
  </Container>
)

const PartyLink = ({ party }: { party: Party }) =>
  party.url ? (
    <Anchor
      href={party.url}
      rel="noopener noreferrer"
      target="_blank"
      data-alone
      inherit
      c="inherit"
      underline="always"
    >
      {party.name}
    </Anchor>
  ) : (
    party.name
  )
