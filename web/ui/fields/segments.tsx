import c from './segments.module.css'

interface Segment<V extends string> {
  readonly value: V
  readonly label: string
  /** How many there are of it. */
  readonly count?: number | undefined
}

interface Props<V extends string> {
  readonly label: string
  readonly segments: readonly Segment<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly className?: string | undefined
}

/** More would leave no room to the word. */
const most = 999

/** One of a few, side by side, and at once in force. */
export const Segments = <V extends string>({ label, segments, value, onChange, className = '' }: Props<V>) => (
  <div role="group" aria-label={label} className={`${c.segments} ${className}`}>
    {segments.map((segment) => (
      <button
        key={segment.value}
        type="button"
        className={c.segment}
        aria-pressed={segment.value === value}
        onClick={() => onChange(segment.value)}
      >
        {segment.label}
        {segment.count !== undefined && (
          <span className={c.count}>{segment.count > most ? `${most}+` : segment.count}</span>
        )}
      </button>
    ))}
  </div>
)
