import { Box, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconHome, IconId, IconMail, IconNotes } from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Address, Member } from '#contract/members/members.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { fullName } from '#contract/members/full-name.ts'
import { useMemberImage } from '#web/api/files.ts'
import { formatDate } from '#web/ui/words/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import styles from './profile-view.module.css'
import { countryWords, genderWords, languageWords } from './profile-words.ts'

export function ProfileView({ member }: { member: Member }) {
  const name = fullName(member)
  return (
    <Stack gap="lg">
      <Panel>
        <Group gap="md" wrap="nowrap">
          <Initials name={name} size={72} image={useMemberImage(member)} />
          <Box miw={0}>
            <Text fz="h2" fw={680} lh={1.25}>
              {name}
            </Text>
            <Text c="dimmed">{member.email ?? m.profile_email_none()}</Text>
            <Text c="dimmed" size="sm">
              {m.profile_since({ date: formatDate(member.registrationDate) })}
            </Text>
          </Box>
        </Group>
      </Panel>

      <SimpleGrid minColWidth="min(100%, 250px)" autoFlow="auto-fit" spacing="lg">
        <Facts icon={<IconId aria-hidden size={20} stroke={1.7} />} title={m.profile_section_person()}>
          <Fact name={m.profile_first_name()}>{member.firstName}</Fact>
          <Fact name={m.profile_last_name()}>{member.lastName}</Fact>
          <Fact name={m.profile_birthday()}>{member.dateOfBirth && formatDate(member.dateOfBirth)}</Fact>
          <Fact name={m.profile_gender()}>{member.gender && genderWords(member.gender)}</Fact>
        </Facts>
        <Facts icon={<IconMail aria-hidden size={20} stroke={1.7} />} title={m.profile_section_contact()}>
          <Fact name={m.profile_email()} wide>
            {member.email}
          </Fact>
          <Fact name={m.profile_phone()}>{phoneWords(member.phone)}</Fact>
          <Fact name={m.profile_language()}>{languageWords(member.language)}</Fact>
        </Facts>
        <Facts icon={<IconHome aria-hidden size={20} stroke={1.7} />} title={m.profile_address()}>
          <Fact name={m.profile_address()}>{member.address && <AddressLines address={member.address} />}</Fact>
        </Facts>
        {member.comments !== null && (
          <Facts icon={<IconNotes aria-hidden size={20} stroke={1.7} />} title={m.profile_comments()}>
            <Fact name={m.profile_comments_explained()}>{member.comments}</Fact>
          </Facts>
        )}
      </SimpleGrid>
    </Stack>
  )
}

function Facts({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Panel>
      <Group gap="sm" mb="md" wrap="nowrap">
        <ThemeIcon variant="light" size={40} aria-hidden>
          {icon}
        </ThemeIcon>
        <Title order={2} size="h3">
          {title}
        </Title>
      </Group>
      <dl className={styles.facts}>{children}</dl>
    </Panel>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>
        {children || (
          <Text span c="dimmed">
            {m.profile_blank()}
          </Text>
        )}
      </dd>
    </div>
  )
}

function AddressLines({ address }: { address: Address }) {
  const lines = [
    address.AddressLine1,
    address.AddressLine2,
    address.AddressLine3,
    `${address.PostCode} ${address.City}`.trim(),
    countryWords(address.Country),
  ]
  return lines.filter(Boolean).map((line) => <div key={line}>{line}</div>)
}
