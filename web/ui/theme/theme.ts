import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type OptionsFilter } from '@mantine/core'
import { hasWords } from '#contract/search-words.ts'
import { m } from '#words/messages.js'
import { coral, fjord, moss, night, rose, slate } from './colours.ts'

const font = "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif"

/** Options are found like everything else. */
const findOptions: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'group' in option || hasWords(option.label, search))

/** A part that holds an icon beside words, or in a button with a name: screen readers skip it. */
const hides = (part: 'icon' | 'section') => ({ [part]: { 'aria-hidden': true } })

/** Colours, type, radii and component defaults. Colour pairs pass WCAG 2.2 AA in both schemes. */
export const theme = createTheme({
  primaryColor: 'fjord',
  primaryShade: { light: 7, dark: 6 },
  colors: { fjord, coral, teal: moss, green: moss, red: rose, gray: slate, dark: night },
  black: '#1a2329',
  fontFamily: font,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '.8125rem', sm: '.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontFamily: font,
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.3rem + 1.2vw, 2.125rem)', lineHeight: '1.15' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.3' },
    },
  },
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  // sm: 776 px, lg: 1300 px, where the sidebar changes.
  breakpoints: { xs: '30em', sm: '48.5em', md: '62em', lg: '81.25em', xl: '100em' },
  shadows: {
    xs: '0 1px 2px rgb(16 38 51 / .05)',
    sm: '0 1px 2px rgb(16 38 51 / .05), 0 4px 12px rgb(16 38 51 / .05)',
    md: '0 2px 4px rgb(16 38 51 / .05), 0 12px 28px rgb(16 38 51 / .09)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects, because a component's `extend` would bundle it with the theme.
  components: {
    Accordion: {
      styles: {
        item: { border: 0 },
        control: { paddingInline: 0 },
        icon: { marginInlineEnd: 8 },
        label: { fontWeight: 620, fontSize: '1rem' },
        content: { padding: 0 },
      },
    },
    ActionIcon: {
      // Hardly grows with the text, because its icon doesn't and a phone's header has six.
      defaultProps: { variant: 'subtle', color: 'gray', size: 'clamp(40px, 2.5rem, 44px)', attributes: hides('icon') },
      // An indicator overlaps its corner.
      styles: { root: { overflow: 'visible' } },
    },
    Alert: {
      defaultProps: { radius: 'lg', role: 'note', attributes: hides('icon') },
      styles: {
        icon: { marginInlineEnd: 12 },
        body: { gap: 4 },
        title: { fontSize: '1rem', fontWeight: 660 },
        message: { fontSize: '.9375rem' },
      },
    },
    Autocomplete: { defaultProps: { filter: findOptions } },
    Avatar: { styles: { placeholder: { fontWeight: 680 } } },
    AppShell: { styles: { root: { '--app-shell-border-color': 'var(--app-line)' } } },
    Badge: {
      // Stands in lines of text and in buttons, too.
      defaultProps: { radius: 'sm', variant: 'light', component: 'span' },
      styles: {
        root: { textTransform: 'none', fontWeight: 620, flex: 'none', minWidth: 'fit-content', letterSpacing: 0 },
      },
    },
    Button: { defaultProps: { attributes: hides('section') }, styles: { label: { fontWeight: 620 } } },
    Checkbox: {
      defaultProps: { radius: 'xs' },
      styles: {
        label: { fontSize: '.9375rem', lineHeight: 1.45 },
        labelWrapper: { flex: 1, minWidth: 0 },
        error: { fontSize: '.875rem' },
      },
    },
    ColorInput: { defaultProps: { size: 'md' } },
    Chip: { defaultProps: { variant: 'outline', size: 'xl' } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
    Divider: { defaultProps: { color: 'var(--app-line)' } },
    Indicator: { defaultProps: { color: 'coral.7', size: 'clamp(18px, 1.125rem, 28px)', offset: 2, withBorder: true } },
    Container: { defaultProps: { size: 1240, px: 'clamp(16px, 3vw, 40px)' } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.55 } } },
    Menu: {
      defaultProps: {
        radius: 'md',
        shadow: 'md',
        // Menus open from the fixed header and stay inside its landmark.
        floatingStrategy: 'fixed',
        withinPortal: false,
        menuItemTabIndex: 0,
        withInitialFocusPlaceholder: false,
        middlewares: { shift: { padding: 10 }, size: { padding: 10 } },
      },
      styles: {
        dropdown: { overflowY: 'auto' },
        item: {
          minHeight: 44,
          fontSize: '.9375rem',
          fontWeight: 540,
        },
      },
    },
    Modal: {
      // In the language of the moment.
      defaultProps: () => ({
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45, blur: 3 },
        // Avoids a second banner landmark.
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': m.action_close() },
      }),
      styles: { title: { fontSize: '1.0625rem', fontWeight: 680, overflowWrap: 'anywhere', minWidth: 0 } },
    },
    Progress: { defaultProps: { size: 6 } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    NavLink: {
      styles: {
        root: { position: 'relative', minHeight: 44, paddingInline: 16, borderRadius: 'var(--mantine-radius-md)' },
        label: { fontSize: '.9375rem', fontWeight: 540 },
      },
    },
    NativeSelect: { styles: { input: { textOverflow: 'ellipsis' } } },
    NumberInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', filter: findOptions } },
    Switch: { defaultProps: { size: 'md' } },
    TableTh: { defaultProps: { scope: 'col' } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { radius: 'sm', withArrow: true, events: { hover: true, focus: true, touch: false } } },
  },
})

const tinted: Record<string, MantineColorsTuple> = { fjord, coral, teal: moss, green: moss, red: rose, gray: slate }

/** Tinted surfaces (badges, light buttons) with readable text. */
function tints(scheme: 'light' | 'dark') {
  return Object.fromEntries(
    Object.entries(tinted).flatMap(([name, shades]) => [
      [
        `--mantine-color-${name}-light`,
        scheme === 'dark' ? `color-mix(in srgb, ${shades[6]} 26%, transparent)` : shades[1],
      ],
      [`--mantine-color-${name}-light-color`, scheme === 'dark' ? shades[2] : shades[8]],
    ]),
  )
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--app-bg': '#f4f7f9',
    '--app-surface': '#ffffff',
    '--app-line': '#e1e7ec',
    '--mantine-color-dimmed': '#55646f',
    '--mantine-color-default-border': '#d0d9e0',
    '--mantine-color-error': rose[7],
    '--mantine-color-placeholder': '#6b7a86',
    ...tints('light'),
  },
  dark: {
    '--app-bg': '#0b1216',
    '--app-surface': '#131c22',
    '--app-line': '#24313a',
    '--mantine-color-dimmed': '#9fb0bb',
    '--mantine-color-default-border': '#34434e',
    '--mantine-color-body': '#131c22',
    '--mantine-color-error': rose[3],
    '--mantine-color-anchor': fjord[3],
    '--mantine-color-placeholder': '#8a9ba7',
    ...tints('dark'),
  },
})
