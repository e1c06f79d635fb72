import { PlainLink } from '../link.tsx'
import { m } from '#words/messages.js'
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
  /** Where anybody may ask; absent where the menu leads there. */
  readonly contact?: string
}

/** Copyright with links to who offers the portal and who makes it. */
export function Footer({ year, provider, vendor, productName, contact }: FooterProps) {
  return (
    <footer className={c.footer}>
      <div className={c.wrap}>
        <span>
          © {year} {provider ? <PartyLink party={provider} /> : productName}
        </span>
        {contact && <PlainLink to={contact}>{m.title_contact_us()}</PlainLink>}
        {vendor && (
          <span>
            {m.shell_made_by()} <PartyLink party={vendor} />
          </span>
        )}
      </div>
    </footer>
  )
}

const PartyLink = ({ party }: { party: Party }) =>
  party.url ? (
    <a href={party.url} rel="noopener noreferrer" target="_blank">
      {party.name}
    </a>
  ) : (
    party.name
  )
