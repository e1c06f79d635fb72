import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, useRouter, type LinkProps } from '@tanstack/react-router'
import { forwardRef, type ComponentPropsWithoutRef, type Ref } from 'react'

type AnchorAttributes = Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'color' | 'style'>

const RouterAnchor = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & AnchorAttributes>((props, ref) => (
    <Anchor component="a" ref={ref} {...props} />
  )),
)
const RouterButton = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & AnchorAttributes>((props, ref) => (
    <Button component="a" ref={ref} {...props} />
  )),
)
const RouterPlain = createLink(
  forwardRef<HTMLAnchorElement, ComponentPropsWithoutRef<'a'>>(({ children, ...props }, ref) => (
    <a ref={ref} {...props}>
      {children}
    </a>
  )),
)

interface To {
  /** A URL from `web/paths.ts`, with its query. */
  readonly to: string
  readonly replace?: boolean
}

/** The router wants path, query and hash apart. */
function target(to: string): Pick<LinkProps, 'to' | 'search' | 'hash'> {
  const url = new URL(to, 'https://portal.invalid')
  return {
    to: url.pathname as LinkProps['to'],
    search: Object.fromEntries(url.searchParams) as LinkProps['search'],
    hash: url.hash.slice(1),
  }
}

interface Alone {
  /** Not within a sentence, so it gets a larger touch target. */
  readonly alone?: boolean
}

export const TextLink = ({
  to,
  alone,
  ...props
}: To & Alone & AnchorProps & Omit<AnchorAttributes, keyof AnchorProps>) => (
  <RouterAnchor {...target(to)} data-alone={alone || undefined} {...props} />
)

export const ButtonLink = ({ to, ...props }: To & ButtonProps & Omit<AnchorAttributes, keyof ButtonProps>) => (
  <RouterButton {...target(to)} {...props} />
)

/**
 * An unstyled link for cards, menus and logos; has `data-status="active"` on its page. With `aria-current` the query
 * must match, too.
 */
export const PlainLink = ({
  to,
  exact = to === '/',
  ...props
}: To & { exact?: boolean | undefined } & Omit<ComponentPropsWithoutRef<'a'>, 'href'> & {
    ref?: Ref<HTMLAnchorElement>
  }) => <RouterPlain {...target(to)} activeOptions={{ exact, includeSearch: 'aria-current' in props }} {...props} />

/** Navigates to a URL from `web/paths.ts`. `stay` does not scroll to the top. */
export function useNavigateTo() {
  const router = useRouter()
  return (to: string, { stay = false, ...options }: { replace?: boolean; stay?: boolean } = {}) =>
    router.navigate({ href: to, ...options, resetScroll: !stay })
}
