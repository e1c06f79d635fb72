import type { ReactElement, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** In pixels; 24 by default. */
  readonly size?: number | string
  /** The width of the lines in the drawing's 24 units; 2 by default. */
  readonly stroke?: number | string
}

export type Icon = (props: IconProps) => ReactElement

/** Makes an icon of the outlines that https://tabler.io/icons has under the constant's name: `user-plus` is `IconUserPlus`. To add one, copy its paths. */
export const icon =
  (...outlines: readonly string[]): Icon =>
  ({ color = 'currentColor', size = 24, stroke = 2, className, ...others }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `tabler-icon ${className}` : 'tabler-icon'}
      {...others}
    >
      {outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  )
