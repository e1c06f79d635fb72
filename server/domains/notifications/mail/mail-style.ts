import type { CSSProperties } from 'react'
import { deeper } from '#server/documents/colour.ts'

// The theme's colours (web/ui/theme) as literals: not every mail program supports variables and gradients.
const ink = '#1a2329'
const dimmed = '#55646f'
const line = '#e1e7ec'
const background = '#f4f7f9'
const fjord = '#0b6788'
const deep = '#083f55'
const fontFamily = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Long words wrap inside the mail; what is in a cell inherits it. */
const wrap = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const
const text = (fontSize: number, lineHeight: number, color = ink) =>
  ({ fontSize, lineHeight: `${lineHeight}px`, color }) as const
const styled = (style: CSSProperties, className?: string) => ({ style, className })

interface Fact {
  /** There is one above it. */
  readonly ruled: boolean
  readonly strong: boolean | undefined
  readonly hasDetails: boolean
}

const fact =
  (more: CSSProperties) =>
  ({ ruled, strong, hasDetails }: Fact) =>
    styled(
      {
        ...text(15, 21),
        padding: '12px 0',
        verticalAlign: 'top',
        fontFamily,
        ...more,
        ...(ruled ? { borderTop: `1px solid ${line}` } : {}),
        ...(hasDetails ? { paddingBottom: 0 } : {}),
        fontWeight: strong ? 700 : 500,
      },
      ruled ? 'ink rule' : 'ink',
    )

/** Inline styles in light colours, as some programs drop the style sheet, and the classes by which it changes them. */
export const style = {
  body: styled({ margin: 0, padding: 0, backgroundColor: background, fontFamily, color: ink }, 'page'),
  // Nothing more: letters of one pixel, or in the colour behind them, are how spam hides words.
  hidden: styled({ display: 'none', maxHeight: 0, overflow: 'hidden' }),
  page: styled({ backgroundColor: background, padding: '24px 12px 32px' }, 'page'),
  column: styled({ maxWidth: '600px', margin: '0 auto', textAlign: 'left' }, 'column'),
  card: styled(
    {
      backgroundColor: '#ffffff',
      border: `1px solid ${line}`,
      borderRadius: '16px',
      borderCollapse: 'separate',
    },
    'card',
  ),
  /** In the club's colour. */
  hero: (colour: string | undefined) =>
    styled(
      {
        ...wrap,
        padding: '26px 32px 30px',
        borderRadius: '15px 15px 0 0',
        backgroundColor: colour ?? deep,
        backgroundImage: colour
          ? `linear-gradient(115deg, ${deeper(colour)}, ${colour} 78%)`
          : `linear-gradient(115deg, ${deep} 20%, ${fjord} 78%, #127a9f)`,
        fontFamily,
      },
      'side',
    ),
  mark: (colour = fjord) =>
    styled({
      ...text(15, 40, colour),
      width: '40px',
      height: '40px',
      borderRadius: '12px',
      backgroundColor: '#ffffff',
      fontWeight: 700,
      textAlign: 'center',
      fontFamily,
    }),
  logo: styled({ width: '44px', lineHeight: 0 }),
  logoImage: styled({
    display: 'block',
    width: '44px',
    height: '44px',
    borderRadius: '12px',
    border: '2px solid #ffffff',
    backgroundColor: '#ffffff',
  }),
  sender: styled({ ...text(16, 22, '#ffffff'), paddingLeft: '12px', fontWeight: 600, fontFamily }),
  h1: styled(
    {
      ...text(28, 34, '#ffffff'),
      margin: '22px 0 0',
      fontWeight: 700,
      letterSpacing: '-0.01em',
      textWrap: 'balance',
    },
    'h1',
  ),
  h2: styled({ ...text(17, 23), margin: '0 0 10px', fontWeight: 700, textWrap: 'balance' }, 'ink'),
  inside: styled({ ...wrap, padding: '12px 32px 32px', fontFamily }, 'side'),
  text: styled({ ...text(16, 25), margin: 0, padding: '14px 0 0', textWrap: 'pretty' }, 'ink'),
  small: styled({ ...text(14, 21, dimmed), margin: 0, padding: '12px 0 0', textWrap: 'pretty' }, 'dim'),
  notice: styled(
    {
      ...text(15, 22, '#8f3016'),
      padding: '12px 16px',
      borderRadius: '12px',
      backgroundColor: '#fff1ec',
      fontWeight: 600,
      fontFamily,
    },
    'notice',
  ),
  quote: styled(
    {
      ...text(16, 25),
      padding: '14px 18px',
      borderRadius: '12px',
      borderLeft: `4px solid ${fjord}`,
      backgroundColor: background,
      fontFamily,
    },
    'panel ink',
  ),
  panel: styled({ padding: '4px 20px', borderRadius: '12px', backgroundColor: background }, 'panel'),
  label: fact({}),
  value: fact({ padding: '12px 0 12px 16px', textAlign: 'right', whiteSpace: 'nowrap' }),
  details: styled({ padding: '0 0 12px', fontFamily }),
  // Keeps a time from standing alone on a phone's line.
  detail: styled({ ...text(13, 19, dimmed), textWrap: 'balance', fontWeight: 400 }, 'dim'),
  numberCell: styled({ width: '32px', verticalAlign: 'top' }),
  number: styled(
    {
      ...text(15, 32, fjord),
      width: '32px',
      height: '32px',
      borderRadius: '16px',
      backgroundColor: '#d6edf5',
      fontWeight: 700,
      textAlign: 'center',
      fontFamily,
    },
    'number',
  ),
  step: styled({ ...text(15, 22), padding: '0 0 16px 14px', fontFamily }, 'ink'),
  stepText: styled({ ...text(15, 22, dimmed), textWrap: 'balance' }, 'dim'),
  button: styled({ borderRadius: '12px', backgroundColor: fjord, textAlign: 'center' }, 'button'),
  buttonLink: styled({
    ...text(16, 20, '#ffffff'),
    display: 'inline-block',
    padding: '14px 24px',
    fontWeight: 600,
    textDecoration: 'none',
    fontFamily,
  }),
  foot: styled(
    { ...wrap, ...text(13, 20, dimmed), padding: '20px 32px 0', textWrap: 'pretty', fontFamily },
    'side dim',
  ),
  link: styled({ color: fjord, textDecoration: 'underline' }, 'link'),
}

const dark = [
  ['page', 'background-color:#0b1216'],
  ['card', 'background-color:#131c22;border-color:#24313a'],
  ['ink', 'color:#e6edf2'],
  ['dim', 'color:#9fb0bb'],
  ['rule', 'border-color:#24313a'],
  ['panel', 'background-color:#0b1216'],
  ['notice', 'background-color:#3a2118;color:#fdbfac'],
  ['number', 'background-color:#133344;color:#abdaea'],
  ['button', 'background-color:#127a9f'],
  ['link', 'color:#7bc4dd'],
] as const

const important = (declarations: string) => declarations.replace(/(;|$)/g, '!important$1')
const darkRules = (prefix: string) =>
  dark.map(([name, declarations]) => `${prefix}.${name}{${important(declarations)}}`).join('')

/**
 * For programs that support style sheets: dark colours, also in Outlook on the web, and narrower margins on a phone.
 */
export const styleSheet = [
  ':root{color-scheme:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules('')}}`,
  darkRules('[data-ogsc] '),
  '@media (max-width:480px){.page{padding:12px 8px 24px!important}.side{padding-left:22px!important;padding-right:22px!important}.panel{padding-left:16px!important;padding-right:16px!important}.h1{font-size:25px!important;line-height:31px!important}}',
].join('')

/** Outlook on Windows ignores max-width. */
export const outlookStyle = '<!--[if mso]><style>table.column{width:600px!important}</style><![endif]-->'
