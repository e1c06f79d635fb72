import {
  IconChevronRight,
  IconCreditCard,
  IconHistory,
  IconMailCog,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { m } from '#words/messages.js'
import styles from './profile-links.module.css'

/** Where else the reader finds what is about them. */
export const ProfileLinks = () => (
  <nav aria-label={m.profile_links()} className={styles.links}>
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
  </nav>
)

function Entry({ icon: EntryIcon, to, name, text }: { icon: Icon; to: string; name: string; text: string }) {
  return (
    <PlainLink to={to} className={styles.link ?? ''}>
      <span className={styles.icon} aria-hidden>
        <EntryIcon size={20} stroke={1.7} />
      </span>
      <span className={styles.words}>
        <strong>{name}</strong>
        <span>{text}</span>
      </span>
      <IconChevronRight size={18} stroke={1.7} aria-hidden />
    </PlainLink>
  )
}
