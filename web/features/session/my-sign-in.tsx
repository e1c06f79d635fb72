import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#web/api/query-keys.ts'
import { readSignInAccount } from '#web/api/session/sign-in-account.ts'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'

/** With what the member signs in, and where that is managed: name, e-mail and password lie with the provider. */
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
              <Badge variant="light" color={data.emailVerified ? 'teal' : 'coral'}>
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
