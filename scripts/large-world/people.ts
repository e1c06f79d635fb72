import { sql } from '#server/database/sql.ts'
import type { LargeWorld } from './size.ts'

const first =
  'Anne Kirsten Mette Hanne Helle Susanne Lene Maria Marianne Camilla Inge Pia Karen Louise Charlotte Tina Peter Michael Jens Lars Thomas Henrik Søren Christian Martin Jan Morten Jesper Anders Niels Mads Rasmus Emma Ida Clara Freja Sofie Alma Agnes Karla Laura Oscar William Carl Noah Oliver Alfred Malthe Valdemar Åse'
const last =
  'Nielsen Jensen Hansen Andersen Pedersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Poulsen Johansen Møller Mortensen Krogh Vest Lund Bech Dahl Friis Winther Skov Bang Quist Zøllner'

/**
 * Ten people are five families: two single, a couple with two children, a parent with one, and a couple. Couples are linked,
 * children have no address of their own. `pg_temp.person` has everybody with their family's number and who buys for them.
 */
export const insertFamilies = ({ members }: LargeWorld) => [
  sql`create temp table person on commit drop as
    select n as number, pg_temp.id_at(joined) as id, joined, n / 10 * 5 + families[1 + n % 10] as family, heads[1 + n % 10] as head_slot,
      n % 10 in (4, 5, 7) as is_child,
      given[1 + (n * 7919::bigint + n / 50) % cardinality(given)] as first_name,
      names[1 + (n / 10 * 5 + families[1 + n % 10]) * 31::bigint % cardinality(names)] as last_name
    from generate_series(0, ${members}::int - 1) n,
      (select ${sql`string_to_array(${first}, ' ')`} as given, ${sql`string_to_array(${last}, ' ')`} as names,
        array[0, 1, 2, 2, 2, 2, 3, 3, 4, 4] as families, array[0, 1, 2, 2, 2, 2, 6, 6, 8, 8] as heads) lists,
      lateral (select portal_now() - interval '2 years' - n * interval '3 years' / ${members}::int as joined) times`,
  sql`analyze person`,
  sql`insert into members (id, parent_id, first_name, last_name, email, phone, gender, date_of_birth, address_line1, city, post_code, country,
      language, registration_date, update_date)
    select person.id, case when person.is_child then head.id end, person.first_name, person.last_name,
      case when not person.is_child then 'medlem' || person.number || '@post.example' end,
      case when not person.is_child then '+4520' || lpad((person.number % 1000000)::text, 6, '0') else '' end, '',
      case when person.is_child then current_date - 365 * (6 + person.number % 10) - person.number % 300
        else current_date - 365 * (20 + person.number % 60) - person.number % 300 end,
      'Havnevej ' || person.family % 200, 'Roskilde', '4000', 'Denmark', 'da', person.joined, person.joined
    from person join person head on head.number = person.number / 10 * 10 + person.head_slot`,
  sql`insert into family_invitations (id, inviter_id, invitee_id, invitee_email, family_id, status, created_at, answered_at)
    select pg_temp.id_at(asked.joined), asker.id, asked.id, 'medlem' || asked.number || '@post.example', gen_random_uuid(), 'approved', asked.joined, asked.joined
    from person asker join person asked on asked.number = asker.number + 1 and asker.number % 10 in (2, 8)`,
]

/** Anna's family joins them as number 0, and everybody's clubs stand in `pg_temp.joined`: one to three, ten of them ten times as large. */
export const listPeople = ({ clubs }: LargeWorld) => [
  sql`create temp table buyer on commit drop as
    select person.*, head.id as head_id from person join person head on head.number = person.number / 10 * 10 + person.head_slot
    where person.family > 0`,
  sql`insert into buyer (number, id, joined, family, is_child, first_name, last_name, head_id)
    select -row_number() over (), members.id, registration_date, 0, parent_id is not null, first_name, last_name, coalesce(parent_id, members.id)
    from members where email = 'anna@example.com' or parent_id = (select id from members where email = 'anna@example.com')`,
  sql`create index on buyer (family)`,
  sql`create temp table joined on commit drop as
    select distinct on (buyer.id, club.number) buyer.id as member_id, buyer.head_id, buyer.family, buyer.is_child, club.number as club,
      club.id as org_id, portal_new_id() as membership_id
    from buyer
      cross join generate_series(0, case family % 6 when 0 then 2 when 1 then 1 when 2 then 1 else 0 end) k
      join club on club.number = case when k = 0 and family % 10 = 0 then 1 + family / 10 % least(10, ${clubs}::int)
        else 1 + (family * 31::bigint + k * 337) % ${clubs}::int end`,
  sql`insert into memberships (id, org_id, member_id, enabled) select membership_id, org_id, member_id, true from joined`,
  sql`analyze buyer`,
  sql`analyze joined`,
]

/** One in twenty has asked a club something, and most were answered. */
export const insertConversations = [
  sql`create temp table asked on commit drop as
    select pg_temp.id_at(at) as id, at, org_id, member_id, family, family % 3 = 0 as is_open
    from (select *, portal_now() - (family % 200) * interval '1 day' - interval '1 hour' as at from joined
      where member_id = head_id and family % 11 = 0) asking`,
  sql`insert into threads (id, org_id, member_id, subject, state, created_at, last_at, waiting_since, preview, answered_by, search)
    select id, org_id, member_id, 'Spørgsmål om sæsonen', case when is_open then 'open' else 'answered' end, at, at + interval '20 minutes', at,
      case when is_open then 'Hvornår begynder træningen?' else 'Den begynder på tirsdag.' end, case when not is_open then 'Klubbens kontor' end,
      'spørgsmål om sæsonen hvornår begynder træningen'
    from asked`,
  sql`insert into thread_messages (id, thread_id, sender, member_id, author, text, token_hash, created_at)
    select pg_temp.id_at(at + later), asked.id, sender, case when sender = 'asker' then member_id end, 'Medlem', words, md5(asked.id::text || sender), at + later
    from asked cross join (values ('asker', interval '0', 'Hvornår begynder træningen?'), ('club', interval '20 minutes', 'Den begynder på tirsdag.'))
      said (sender, later, words)
    where sender = 'asker' or not is_open`,
]

/** Three for everybody who buys, one of them unread; every hundredth family has three hundred. */
export const insertNotifications = [
  sql`insert into notifications (id, receiver_id, type, title, message, danish, read, read_date, created_at)
    select pg_temp.id_at(at), head_id, (array['PAYMENT_RECEIVED', 'EVENT_REGISTRATION', 'MEMBERSHIP_RENEW'])[1 + n % 3], 'Payment received',
      'Thank you. Your receipt is ready.', '{"title": "Betaling modtaget", "message": "Tak. Din kvittering er klar."}', n % 3 > 0,
      case when n % 3 > 0 then at end, at
    from (select distinct head_id, family from buyer) heads,
      generate_series(1, case when family % 100 = 0 then 300 else 3 end) n,
      lateral (select portal_now() - n * interval '29 hours' - family % 1000 * interval '1 minute' as at) times`,
  sql`insert into notes (id, member_id, text) select portal_new_id(), id, 'Husk madpakken' from buyer where family % 10 = 0 and not is_child`,
]
