import { Alert, Box, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCreditCard,
  IconDownload,
  IconHistory,
  IconHome,
  IconId,
  IconInfoCircle,
  IconMail,
  IconMailCog,
  IconNotes,
  IconUsersGroup,
  type Icon,
} from '#web/ui/icons/index.ts'
import type { ReactNode } from 'react'
import type { Member } from '#contract/members/members.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { fullName } from '#contract/members/full-name.ts'
import { useMemberImage } from '#web/api/files.ts'
import { paths } from '#web/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import page from '#web/ui/page.module.css'
import { formatDate } from '#web/ui/words/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Initials } from '#web/ui/initials.tsx'
import { m } from '#words/messages.js'
import { missingInProfile } from './address-rules.ts'
import styles from './profile-view.module.css'
import { genderWords, languageWords } from './profile-words.ts'
import { addressLines } from './words.ts'

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
          <Fact name={m.profile_address()}>
            {member.address && addressLines(member.address).map((line) => <div key={line}>{line}</div>)}
          </Fact>
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

/** Lists missing profile fields; hidden if the profile is complete. */
export function MissingPanel({ member, action }: { member: Member; action: ReactNode }) {
  const { required, wished } = missingInProfile(member)
  const stops = required.length > 0
  if (!stops && wished.length === 0) return null
  return (
    <Alert
      color={stops ? 'coral' : 'fjord'}
      icon={stops ? <IconAlertTriangle /> : <IconInfoCircle />}
      title={stops ? m.profile_missing_title() : m.profile_wished_title()}
    >
      <Stack gap="sm" align="flex-start">
        {stops && <Text size="sm">{m.profile_missing_explained()}</Text>}
        <Text component="ul" size="sm" my={0} pl={20} style={{ listStyle: 'disc' }}>
          {/* Optional fields are listed once the required ones are complete. */}
          {(stops ? required : wished).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Text>
        {action}
      </Stack>
    </Alert>
  )
}

export const ProfileLinks = () => (
  <SimpleGrid component="nav" aria-label={m.profile_links()} minColWidth="min(100%, 16rem)">
    <Entry
      icon={IconUsersGroup}
      to={paths.participants()}
      name={m.title_participants()}
      text={m.profile_link_family()}
    />
    <Entry icon={IconCreditCard} to={paths.savedCards()} name={m.cards_title()} text={m.profile_link_cards()} />
    <Entry icon={IconHistory} to={paths.acts()} name={m.title_acts()} text={m.profile_link_acts()} />
    <Entry
      icon={IconMailCog}
      to={paths.messagePreferences()}
      name={m.messages_section_title()}
      text={m.profile_link_messages()}
    />
    <Entry icon={IconDownload} to={paths.ownData()} name={m.title_own_data()} text={m.profile_link_data()} />
  </SimpleGrid>
)

function Entry({ icon: EntryIcon, to, name, text }: { icon: Icon; to: string; name: string; text: string }) {
  return (
    <PlainLink to={to} className={page.stat ?? ''}>
      <ThemeIcon variant="light" size={40} aria-hidden>
        <EntryIcon size={20} stroke={1.7} />
      </ThemeIcon>
      <Box component="span">
        <Text span fw={640} display="block">
          {name}
        </Text>
        <Text span size="sm" c="dimmed">
          {text}
        </Text>
      </Box>
      <IconChevronRight size={18} stroke={1.7} aria-hidden />
    </PlainLink>
  )
}
