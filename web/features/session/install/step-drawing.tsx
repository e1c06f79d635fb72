import type { ReactNode } from 'react'
import c from './install.module.css'

export type Drawing =
  | 'share'
  | 'sheet'
  | 'home'
  | 'dots-above'
  | 'menu-above'
  | 'lines-below'
  | 'dots-below'
  | 'menu-below'
  | 'address'
  | 'confirm'
  | 'window'
  | 'menu-bar'

/** Where to press, drawn: the foot or the head of a phone, or a window. */
export const StepDrawing = ({ drawing }: { drawing: Drawing }) => (
  <svg viewBox="0 0 240 132" preserveAspectRatio="xMidYMid slice" className={c.drawing ?? ''} aria-hidden>
    {drawings[drawing]}
  </svg>
)

/** The lower half of a phone, with the browser's bar. */
const PhoneFoot = ({ children }: { children?: ReactNode }) => (
  <>
    <path className={c.device} d="M62-12v114a18 18 0 0 0 18 18h80a18 18 0 0 0 18-18V-12z" />
    <path className={c.text} d="M80 16h80M80 30h58M80 44h70" />
    <path className={c.edge} d="M62 82h116" />
    {children}
  </>
)

/** The upper half of a phone, with the address. */
const PhoneHead = ({ children }: { children?: ReactNode }) => (
  <>
    <path className={c.device} d="M62 144V30a18 18 0 0 1 18-18h80a18 18 0 0 1 18 18v114z" />
    <rect className={c.field} x="74" y="26" width="78" height="20" rx="10" />
    <path className={c.edge} d="M62 54h116" />
    <path className={c.text} d="M80 72h80M80 88h58M80 104h70" />
    {children}
  </>
)

const Window = ({ children }: { children?: ReactNode }) => (
  <>
    <rect className={c.device} x="20" y="12" width="200" height="132" rx="12" />
    <path className={c.edge} d="M20 46h200" />
    {children}
  </>
)

const Press = ({ x, y, children }: { x: number; y: number; children: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle className={c.halo} r="21" />
    <circle className={c.press} r="15" />
    <g className={c.sign}>{children}</g>
  </g>
)

const Share = () => <path d="M-3-1.5h-2.5v8.5h11v-8.5H3M0 3v-10M-3-4.500l3-3 3 3" />
const Dots = ({ y = 0 }: { y?: number }) => <path d={`M0 ${y - 5}v.01M0 ${y}v.01M0 ${y + 5}v.01`} strokeWidth="3" />
const Lines = () => <path d="M-6-4.500h12M-6 0h12M-6 4.500h12" />
const IntoDevice = () => (
  <path d="M6 1v4.500a1.500 1.500 0 0 1-1.500 1.500h-9a1.500 1.500 0 0 1-1.500-1.500v-9A1.500 1.500 0 0 1-4.500-5h3M3-8v8M0-3l3 3 3-3" />
)

/** A row of a menu, chosen among others. */
const Row = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <>
    <rect className={c.row} x={x} y={y} width={width} height="24" rx="7" />
    <g className={c.rowSign} transform={`translate(${x + 14} ${y + 12})`}>
      <rect x="-5.5" y="-5.5" width="11" height="11" rx="3" />
      <path d="M-2.500 0h5M0-2.500v5" />
    </g>
    <path className={c.rowText} d={`M${x + 28} ${y + 12}h${width - 44}`} />
  </>
)

/** The portal's own sign, as on its icon. */
const Icon = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect className={c.press} x="-16" y="-16" width="32" height="32" rx="9" />
    <path
      className={c.sign}
      transform="translate(-10.5 -11) scale(.88)"
      d="M12 3v11M12 4.500 18 14h-6M10 8 6.500 14H10M3.500 17.500c1.500 1.600 3 1.600 4.250.3 1.300 1.300 2.900 1.300 4.250 0 1.300 1.300 2.900 1.300 4.250 0 1.300 1.300 2.750 1.300 4.250-.3"
    />
  </g>
)

const drawings: Record<Drawing, ReactNode> = {
  share: (
    <PhoneFoot>
      <path className={c.tool} d="m84 95-6 6 6 6M156 95l6 6-6 6" />
      <Press x={120} y={101}>
        <Share />
      </Press>
    </PhoneFoot>
  ),
  sheet: (
    <PhoneFoot>
      <path
        className={c.sheet}
        d="M62 12a12 12 0 0 1 12-12h92a12 12 0 0 1 12 12v90a18 18 0 0 1-18 18H80a18 18 0 0 1-18-18z"
      />
      <path className={c.text} d="M108 12h24M80 32h64M80 96h50" />
      <Row x={72} y={52} width={96} />
    </PhoneFoot>
  ),
  home: (
    <>
      <path className={c.device} d="M62 144V30a18 18 0 0 1 18-18h80a18 18 0 0 1 18 18v114z" />
      {[84, 120, 156].map((x) => (
        <rect key={x} className={c.app} x={x - 11} y="28" width="22" height="22" rx="7" />
      ))}
      {[84, 156].map((x) => (
        <rect key={x} className={c.app} x={x - 11} y="72" width="22" height="22" rx="7" />
      ))}
      {[84, 120, 156].map((x) => (
        <rect key={x} className={c.app} x={x - 11} y="114" width="22" height="22" rx="7" />
      ))}
      <Icon x={120} y={83} />
    </>
  ),
  'dots-above': (
    <PhoneHead>
      <Press x={165} y={36}>
        <Dots />
      </Press>
    </PhoneHead>
  ),
  'menu-above': (
    <PhoneHead>
      <rect className={c.sheet} x="84" y="22" width="104" height="92" rx="10" />
      <path className={c.text} d="M98 38h60M98 98h48" />
      <Row x={90} y={54} width={92} />
    </PhoneHead>
  ),
  'lines-below': (
    <PhoneFoot>
      <path className={c.tool} d="m84 95-6 6 6 6M108 95l6 6-6 6" />
      <Press x={156} y={101}>
        <Lines />
      </Press>
    </PhoneFoot>
  ),
  'dots-below': (
    <PhoneFoot>
      <rect className={c.field} x="74" y="91" width="64" height="20" rx="10" />
      <Press x={158} y={101}>
        <Dots />
      </Press>
    </PhoneFoot>
  ),
  'menu-below': (
    <PhoneFoot>
      <rect className={c.sheet} x="84" y="8" width="104" height="92" rx="10" />
      <path className={c.text} d="M98 24h60M98 84h48" />
      <Row x={90} y={40} width={92} />
    </PhoneFoot>
  ),
  address: (
    <Window>
      <path className={c.tool} d="m42 23-6 6 6 6" />
      <rect className={c.field} x="58" y="19" width="142" height="20" rx="10" />
      <path className={c.text} d="M70 29h60M40 68h110M40 86h80M40 104h96" />
      <Press x={182} y={29}>
        <IntoDevice />
      </Press>
    </Window>
  ),
  confirm: (
    <Window>
      <path className={c.tool} d="m42 23-6 6 6 6" />
      <rect className={c.field} x="58" y="19" width="142" height="20" rx="10" />
      <rect className={c.sheet} x="84" y="34" width="124" height="84" rx="12" />
      <Icon x={112} y={64} />
      <path className={c.text} d="M138 58h52M138 70h34" />
      <rect className={c.field} x="98" y="92" width="42" height="16" rx="8" />
      <rect className={c.press} x="148" y="90" width="48" height="20" rx="10" />
      <path className={c.sign} d="m166 100 4 4 7-8" />
    </Window>
  ),
  window: (
    <>
      <rect className={c.device} x="44" y="12" width="152" height="132" rx="12" />
      <path className={c.edge} d="M44 36h152M84 36v108" />
      <path className={c.tool} d="m178 20.5 7 7m0-7-7 7" />
      <path className={c.text} d="M100 62h70M100 80h80M100 98h50" />
      <Icon x={64} y={62} />
    </>
  ),
  'menu-bar': (
    <>
      <path className={c.field} d="M0 0h240v24H0z" />
      <path className={c.text} d="M14 12h14M92 12h22M128 12h26" />
      <rect className={c.press} x="40" y="3" width="40" height="18" rx="6" />
      <path className={c.pressText} d="M50 12h20" />
      <rect className={c.sheet} x="40" y="26" width="132" height="92" rx="10" />
      <path className={c.text} d="M54 42h70M54 102h56" />
      <Row x={46} y={58} width={120} />
    </>
  ),
}
