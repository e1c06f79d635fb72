import { PlainLink } from '../link.tsx'
import c from './shell.module.css'

export interface BrandProps {
  readonly name: string
  /** Replaces the logo outside production. */
  readonly devTitle: string | null
  readonly home: string
}

/** The logo, linked to the home page. `short` hides the name. */
export function Brand({ name, devTitle, home, short }: BrandProps & { readonly short?: 'always' | 'phone' }) {
  return (
    <PlainLink to={home} className={c.brand ?? ''} aria-label={devTitle ?? name} data-short={short}>
      {devTitle ? (
        <span className={c.devTitle}>{devTitle}</span>
      ) : (
        <>
          <Mark />
          <span className={c.brandName}>{name}</span>
        </>
      )}
    </PlainLink>
  )
}

const Mark = () => (
  <span className={c.mark} aria-hidden>
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M12 3v11" />
      <path d="M12 4.5 18 14h-6" />
      <path d="M10 8 6.5 14H10" />
      <path d="M3.5 17.5c1.5 1.6 3 1.6 4.25.3 1.3 1.3 2.9 1.3 4.25 0 1.3 1.3 2.9 1.3 4.25 0 1.3 1.3 2.75 1.3 4.25-.3" />
    </svg>
  </span>
)
