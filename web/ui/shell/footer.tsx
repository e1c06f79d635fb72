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
}

/** Copyright with links to who offers the portal and who makes it. */
export function Footer({ year, provider, vendor, productName }: FooterProps) {
  return (
    <footer className={c.footer}>
      <div className={c.wrap}>
        <span>
          © {year} {provider ? <PartyLink party={provider} /> : productName}
        </span>
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
