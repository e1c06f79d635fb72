import c from './meter-bar.module.css'

interface MeterBarProps {
  /** 0 to 1. */
  readonly share: number
  readonly tone: 'open' | 'few' | 'full'
}

/** How full something is; the figure stands beside it in words. */
export const MeterBar = ({ share, tone }: MeterBarProps) => (
  <div className={c.bar} data-tone={tone} aria-hidden>
    <div style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
  </div>
)
