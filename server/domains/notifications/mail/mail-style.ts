import type { CSSProperties } from 'react'

// The theme's colours (web/ui/theme) as literals: not every mail program supports variables and gradients.
const font = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const ink = '#1a2329'
const dimmed = '#55646f'
const line = '#e1e7ec'
const background = '#f4f7f9'
const fjord = '#0b6788'
const deep = '#083f55'

/** Long words wrap inside the mail. */
const wrap = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

/** Inline styles in light colours: some programs drop the style sheet. */
export const style = {
  body: { margin: 0, padding: 0, backgroundColor: background, fontFamily: font, color: ink },
  // Nothing more: letters of one pixel, or in the colour behind them, are how spam hides words.
  hidden: { display: 'none', maxHeight: 0, overflow: 'hidden' },
  page: { backgroundColor: background, padding: '24px 12px 32px' },
  column: { maxWidth: '600px', margin: '0 auto', textAlign: 'left' },
  card: {
    backgroundColor: '#ffffff',
    border: `1px solid ${line}`,
    borderRadius: '16px',
    borderCollapse: 'separate',
  },
  hero: {
    ...wrap,
    padding: '26px 32px 30px',
    borderRadius: '15px 15px 0 0',
    backgroundColor: deep,
    backgroundImage: `linear-gradient(115deg, ${deep} 20%, ${fjord} 78%, #127a9f)`,
    fontFamily: font,
  },
  mark: {
    width: '40px',
    height: '40px',
    borderRadius: '12px',
    backgroundColor: '#ffffff',
    color: fjord,
    fontSize: '15px',
    fontWeight: 700,
    lineHeight: '40px',
    textAlign: 'center',
    fontFamily: font,
  },
  logo: { width: '44px', lineHeight: 0 },
  logoImage: {
    display: 'block',
    width: '44px',
    height: '44px',
    borderRadius: '12px',
    border: '2px solid #ffffff',
    backgroundColor: '#ffffff',
  },
  sender: {
    ...wrap,
    paddingLeft: '12px',
    fontSize: '16px',
    lineHeight: '22px',
    fontWeight: 600,
    color: '#ffffff',
    fontFamily: font,
  },
  h1: {
    ...wrap,
    margin: '22px 0 0',
    fontSize: '28px',
    lineHeight: '34px',
    fontWeight: 700,
    letterSpacing: '-0.01em',
    textWrap: 'balance',
    color: '#ffffff',
  },
  h2: {
    ...wrap,
    textWrap: 'balance',
    margin: '0 0 10px',
    fontSize: '17px',
    lineHeight: '23px',
    fontWeight: 700,
    color: ink,
  },
  inside: { ...wrap, padding: '12px 32px 32px', fontFamily: font },
  text: {
    ...wrap,
    textWrap: 'pretty',
    margin: 0,
    padding: '14px 0 0',
    fontSize: '16px',
    lineHeight: '25px',
    color: ink,
  },
  small: {
    ...wrap,
    textWrap: 'pretty',
    margin: 0,
    padding: '12px 0 0',
    fontSize: '14px',
    lineHeight: '21px',
    color: dimmed,
  },
  notice: {
    ...wrap,
    padding: '12px 16px',
    borderRadius: '12px',
    backgroundColor: '#fff1ec',
    color: '#8f3016',
    fontSize: '15px',
    lineHeight: '22px',
    fontWeight: 600,
    fontFamily: font,
  },
  quote: {
    ...wrap,
    padding: '14px 18px',
    borderRadius: '12px',
    borderLeft: `4px solid ${fjord}`,
    backgroundColor: background,
    fontSize: '16px',
    lineHeight: '25px',
    color: ink,
    fontFamily: font,
  },
  panel: { padding: '4px 20px', borderRadius: '12px', backgroundColor: background },
  fact: {
    ...wrap,
    padding: '12px 0',
    fontSize: '15px',
    lineHeight: '21px',
    verticalAlign: 'top',
    color: ink,
    fontFamily: font,
  },
  value: {
    padding: '12px 0 12px 16px',
    fontSize: '15px',
    lineHeight: '21px',
    verticalAlign: 'top',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    color: ink,
    fontFamily: font,
  },
  rule: { borderTop: `1px solid ${line}` },
  details: { ...wrap, padding: '0 0 12px', fontFamily: font },
  // Keeps a time from standing alone on a phone's line.
  detail: { textWrap: 'balance', fontSize: '13px', lineHeight: '19px', fontWeight: 400, color: dimmed },
  number: {
    width: '32px',
    height: '32px',
    borderRadius: '16px',
    backgroundColor: '#d6edf5',
    color: fjord,
    fontSize: '15px',
    fontWeight: 700,
    lineHeight: '32px',
    textAlign: 'center',
    fontFamily: font,
  },
  step: { ...wrap, padding: '0 0 16px 14px', fontSize: '15px', lineHeight: '22px', color: ink, fontFamily: font },
  button: { borderRadius: '12px', backgroundColor: fjord, textAlign: 'center' },
  buttonLink: {
    display: 'inline-block',
    padding: '14px 24px',
    fontSize: '16px',
    lineHeight: '20px',
    fontWeight: 600,
    color: '#ffffff',
    textDecoration: 'none',
    fontFamily: font,
  },
  foot: {
    ...wrap,
    textWrap: 'pretty',
    padding: '20px 32px 0',
    fontSize: '13px',
    lineHeight: '20px',
    color: dimmed,
    fontFamily: font,
  },
  link: { color: fjord, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

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
