import { Box, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import {
  IconChevronRight,
  IconCreditCard,
  IconDownload,
  IconHistory,
  IconMailCog,
  IconUsersGroup,
  type Icon,
} from '#web/ui/icons/index.ts'
import { paths } from '#web/paths.ts'
import page from '#web/ui/page.module.css'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'

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
