import { sql } from '#server/database/sql.ts'

/** The owner and the people they may act for now. */
const reach = sql`array(
  select feeds.owner_id
  union select member_id from people_in_reach where actor_id = feeds.owner_id and not archived)`

/** The person is the owner, their participant, or was linked before the feed was made: a new link does not revive an old feed. */
const isSameTie = sql`exists (
  select from members people
  where people.id = feeds.person_id and (feeds.owner_id in (people.id, people.parent_id) or exists (
    select from family_invitations links
    where links.status = 'approved' and coalesce(links.answered_at, links.created_at) <= feeds.created_at and (
      links.inviter_id = feeds.owner_id and links.invitee_id in (people.id, people.parent_id)
      or links.invitee_id = feeds.owner_id and links.inviter_id in (people.id, people.parent_id)))))`

/**
 * Whether a feed may be read now: it is not revoked, its owner is enabled and has a sign-in, and they may still see what it shows. A person's
 * ends with the family link, a club's when nobody of the family has or had a membership there, or when the club is closed. Needs
 * `calendar_feeds feeds`.
 */
export const isLive = sql`(feeds.revoked_at is null
  and exists (
    select from members owners join member_identities on member_identities.member_id = owners.id
    where owners.id = feeds.owner_id and owners.enabled)
  and case feeds.kind
    when 'person' then feeds.person_id = any(${reach}) and ${isSameTie}
    when 'club' then exists (
      select from clubs_of_members clubs join organisations on organisations.id = clubs.org_id and organisations.enabled
      where clubs.org_id = feeds.org_id and clubs.member_id = any(${reach}))
    else true end)`
