import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconExternalLink } from '#web/ui/icons/index.ts'
import { useQuery } from '@tanstack/react-query'
import { config } from '#web/api/config.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { accountUrl } from '#web/api/session/identity.ts'
import { sessionIdentity } from '#web/api/session/session.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** The member's sign-in. Name, e-mail and password are managed at the identity provider. */
export function MySignIn() {
  const { data, isError } = useQuery({ queryKey: queryKeys.signIn, queryFn: readSignInAccount })
  return (
    <Panel
      title={m.my_sign_in_title()}
      subtitle={m.my_sign_in_text()}
      actions={
        data?.manageAt && (
          <Button
            component="a"
            href={data.manageAt}
            variant="default"
            rightSection={<IconExternalLink size={18} stroke={1.7} />}
          >
            {m.my_sign_in_manage()}
          </Button>
        )
      }
    >
      {isError && <Text c="dimmed">{m.my_sign_in_unknown()}</Text>}
      {!data && !isError && <Skeleton height={44} />}
      {data && (
        <>
          <Text fw={620}>{data.name || m.my_sign_in_nameless()}</Text>
          <Group gap="xs">
            <Text>{data.email || '–'}</Text>
            {data.email && (
              <Badge color={data.emailVerified ? 'teal' : 'coral'}>
                {data.emailVerified ? m.my_sign_in_verified() : m.my_sign_in_unverified()}
              </Badge>
            )}
          </Group>
          {!data.manageAt && (
            <Text c="dimmed" size="sm" mt="sm">
              {m.my_sign_in_unmanaged()}
            </Text>
          )}
        </>
      )}
    </Panel>
  )
}

/** The provider's data, which may differ from the member's profile. */
interface SignInAccount {
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  /** The provider's account page, if it has one. */
  readonly manageAt: string | null
}

interface Claims {
  readonly sub?: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** Reads the ID token; if it lacks the name or e-mail, also the userinfo endpoint. */
async function readSignInAccount(): Promise<SignInAccount> {
  const idToken = (sessionIdentity().user()?.profile ?? {}) as Claims
  const known = idToken.email && nameOf(idToken) ? idToken : { ...idToken, ...(await userInfo(idToken.sub)) }
  return {
    name: nameOf(known),
    email: known.email ?? '',
    emailVerified: known.email_verified === true,
    manageAt: accountUrl(config.oidcIssuer, config.oidcClientId, location.href),
  }
}

const nameOf = ({ name, given_name: first = '', family_name: last = '' }: Claims): string =>
  name ?? `${first} ${last}`.trim()

async function userInfo(subject: string | undefined): Promise<Claims> {
  const identity = sessionIdentity()
  const { userinfo_endpoint: address } = await identity.metadata()
  const token = await identity.accessToken()
  if (!address || token === null) return {}
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The user info endpoint answers ${response.status}`)
  const claims = (await response.json()) as Claims
  // As OpenID Connect requires: ignore claims of another subject.
  return claims.sub === subject ? claims : {}
}
