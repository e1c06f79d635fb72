import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, useRouter, type LinkProps } from '@tanstack/react-router'
import { forwardRef, type ComponentPropsWithoutRef, type Ref } from 'react'

type AnchorRest = Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'color' | 'style'>

const RouterAnchor = createLink(
  forwardRef<HTMLAnchorElement, AnchorProps & AnchorRest>((props, ref) => (
    <Anchor component="a" ref={ref} {...props} />
  )),
)
const RouterButton = createLink(
  forwardRef<HTMLAnchorElement, ButtonProps & AnchorRest>((props, ref) => (
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
  /** An address from `web/paths.ts`, with its query. */
  readonly to: string
  /** In place of this page in the browser's history. */
  readonly replace?: boolean
}

/** The router takes path, query and fragment apart. */
function target(to: string): Pick<LinkProps, 'to' | 'search' | 'hash'> {
  const url = new URL(to, 'https://portal.invalid')
  return {
    to: url.pathname as LinkProps['to'],
    search: Object.fromEntries(url.searchParams) as LinkProps['search'],
    hash: url.hash.slice(1),
  }
}

interface Alone {
  /** It stands by itself, not in a sentence: a finger finds it, too. */
  readonly alone?: boolean
}

/** A link in text. */
export const TextLink = ({ to, alone, ...props }: To & Alone & AnchorProps & Omit<AnchorRest, keyof AnchorProps>) => (
  <RouterAnchor {...target(to)} data-alone={alone || undefined} {...props} />
)

/** A link that looks like a button. */
export const ButtonLink = ({ to, ...props }: To & ButtonProps & Omit<AnchorRest, keyof ButtonProps>) => (
  <RouterButton {...target(to)} {...props} />
)

/**
 * A link without any look, for cards, menus and logos; carries `data-status="active"` on its page. One that may be the
 * current of several on a page says so by `aria-current`: then its query counts, too.
 */
export const PlainLink = ({
  to,
  ...props
}: To & Omit<ComponentPropsWithoutRef<'a'>, 'href'> & { ref?: Ref<HTMLAnchorElement> }) => (
  <RouterPlain
    {...target(to)}
    activeOptions={{ exact: to === '/', includeSearch: 'aria-current' in props }}
    {...props}
  />
)

/** Goes to an address from `web/paths.ts`. `stay`: the same page goes on, no scrolling to its top. */
export function useNavigateTo() {
  const router = useRouter()
  return (to: string, { stay = false, ...options }: { replace?: boolean; stay?: boolean } = {}) =>
    router.navigate({ href: to, ...options, resetScroll: !stay })
}
