import { fullName } from '#contract/members/full-name.ts'
import { createHash } from 'node:crypto'
import { answerScenes } from './answer-scenes.ts'
import { addDays, momentAt } from './calendar.ts'
import type { SeededClub } from './club-rows.ts'
import { demoId } from './demo-id.ts'
import type { MemberRow } from './member-rows.ts'
import type { RowOf } from './row-of.ts'
import { threadScenes, type Line, type ThreadScene } from './thread-scenes.ts'

export interface ThreadRows {
  readonly threads: RowOf<'threads'>[]
  readonly messages: RowOf<'threadMessages'>[]
  readonly notes: RowOf<'threadNotes'>[]
  /** How far each side has read. */
  readonly reads: RowOf<'threadReads'>[]
  readonly templates: RowOf<'answerTemplates'>[]
  /** Who is notified of a question before their first sign-in. */
  readonly admins: RowOf<'organisationAdmins'>[]
}

interface World {
  readonly clubs: readonly SeededClub[]
  readonly members: readonly MemberRow[]
  readonly events: readonly RowOf<'events'>[]
  readonly today: string
}

/** Questions to the clubs, the offices' answers, and answer templates. */
export function threadRows(world: World): ThreadRows {
  const rows = threadScenes.map((scene) => rowsOfThread(scene, world))
  const written = momentAt(addDays(world.today, -200), '09:30')
  return {
    threads: rows.map(({ thread }) => thread),
    messages: rows.flatMap(({ messages }) => messages),
    notes: rows.flatMap(({ notes }) => notes),
    reads: rows.flatMap(({ reads }) => reads),
    templates: answerScenes.map(([key, title, text]) => ({
      id: demoId(`template ${key} ${title}`, written),
      orgId: clubOf(key, world).id,
      title,
      text,
      updatedAt: written,
    })),
    admins: (['ROKLUB', 'TENNIS'] as const).map((key) => ({
      orgId: clubOf(key, world).id,
      memberId: memberOf(`admin@${key.toLowerCase()}.example`, world).id,
      seenAt: written,
    })),
  }
}

function rowsOfThread(scene: ThreadScene, world: World) {
  const club = clubOf(scene.club, world)
  const member = typeof scene.asker === 'string' ? memberOf(scene.asker, world) : null
  const visitor = typeof scene.asker === 'string' ? null : scene.asker
  const name = member ? fullName(member) : visitor!.name
  const createdAt = momentOf(scene.messages[0]!, world)
  const last = scene.messages.at(-1)!
  const lastAt = momentOf(last, world)
  const answers = scene.messages.filter(({ by }) => by !== 'asker')
  const id = demoId(`thread ${club.key} ${scene.subject}`, createdAt)

  const thread: RowOf<'threads'> = {
    id,
    orgId: club.id,
    memberId: member?.id ?? null,
    ...(visitor && { visitorName: visitor.name, visitorEmail: visitor.email, visitorLanguage: 'da' }),
    subject: scene.subject,
    state: scene.closed ? 'closed' : last.by === 'asker' ? 'open' : 'answered',
    ...topicOf(scene, club, world),
    createdAt,
    lastAt,
    waitingSince: momentOf(startOfTurn(scene), world),
    preview: initialState(last.text),
    answeredBy: answers.length > 0 ? memberOf(answers.at(-1)!.by, world).firstName : null,
    search: [scene.subject, name, member?.email ?? visitor?.email ?? '', ...scene.messages.map(({ text }) => text)]
      .join('\n')
      .toLowerCase(),
  }
  const messages = scene.messages.map((line): RowOf<'threadMessages'> => {
    const at = momentOf(line, world)
    const writer = line.by === 'asker' ? member : memberOf(line.by, world)
    return {
      id: demoId(`message ${id} ${at.toISOString()}`, at),
      threadId: id,
      sender: line.by === 'asker' ? 'asker' : 'club',
      memberId: writer?.id ?? null,
      author: line.by === 'asker' ? name : writer!.firstName,
      text: line.text,
      tokenHash: hashOf(`message ${id} ${at.toISOString()}`),
      createdAt: at,
    }
  })
  const notes = (scene.notes ?? []).map((line): RowOf<'threadNotes'> => {
    const at = momentOf(line, world)
    const writer = memberOf(line.by, world)
    return {
      id: demoId(`note ${id} ${at.toISOString()}`, at),
      threadId: id,
      memberId: writer.id,
      author: writer.firstName,
      text: line.text,
      tokenHash: hashOf(`note ${id} ${at.toISOString()}`),
      createdAt: at,
    }
  })
  // A last message by the club is unread.
  const askersOwn = momentOf(
    scene.messages.findLast(({ by }) => by === 'asker')!,
    world,
  )
  const readers = new Map([
    ...(member ? [[member.id, scene.closed ? lastAt : askersOwn] as const] : []),
    ...answers.map((line) => [memberOf(line.by, world).id, momentOf(line, world)] as const),
  ])
  const reads = [...readers].map(([memberId, readAt]) => ({ threadId: id, memberId, readAt }))
  return { thread, messages, notes, reads }
}

function topicOf({ about }: ThreadScene, club: SeededClub, { events }: World) {
  if (!about) return {}
  if ('event' in about) {
    const event = events.find(({ orgId, title }) => orgId === club.id && title === about.event)
    if (!event?.id) throw new Error(`${club.key} has no event ${about.event}`)
    return { topicKind: 'event' as const, topicId: event.id, topicTitle: event.title }
  }
  const offer = club.configurations.find(({ kind, season }) => kind === about.membership && season === 'current')
  if (!offer?.id) throw new Error(`${club.key} sells no ${about.membership}`)
  return { topicKind: 'membership' as const, topicId: offer.id, topicTitle: offer.name }
}

/** The asker's first message since the club's last answer. */
const startOfTurn = ({ messages }: ThreadScene): Line =>
  messages.findLast(({ by }, index) => by === 'asker' && messages[index - 1]?.by !== 'asker') ?? messages[0]!

const momentOf = ({ at: [daysAgo, clock] }: Line, { today }: World) => momentAt(addDays(today, -daysAgo), clock)

function clubOf(key: string, { clubs }: World): SeededClub {
  const club = clubs.find((one) => one.key === key)
  if (!club) throw new Error(`The demo world has no club ${key}`)
  return club
}

function memberOf(key: string, { members }: World): MemberRow {
  const member = members.find(({ person }) => person.key === key)
  if (!member) throw new Error(`The demo world has no ${key}`)
  return member
}

function initialState(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 159).trimEnd()}…` : line
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
