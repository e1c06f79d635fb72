import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import type { Store } from '../store.ts'

export const schema = `
create table if not exists message (
  number integer primary key, id text not null unique, message_id text, receiver text not null collate nocase, sender text not null,
  subject text not null, text text not null, html text not null, copies integer not null default 1, received_at text not null
);
create unique index if not exists message_once on message (receiver, message_id) where message_id is not null;
create index if not exists message_receiver on message (receiver, number);
create table if not exists attachment (
  message text not null, position integer not null, file_name text not null, content_type text not null, content_id text, content blob not null,
  primary key (message, position)
);
`

export interface Message {
  number: number
  id: string
  message_id: string | null
  receiver: string
  sender: string
  subject: string
  text: string
  html: string
  copies: number
  received_at: string
}

export interface Attachment {
  message: string
  position: number
  file_name: string
  content_type: string
  content_id: string | null
  size: number
}

const attachmentColumns = 'message, position, file_name, content_type, content_id, length(content) as size'

export function messagesIn(store: Store) {
  return {
    /** Stores a mail once for each receiver. A repeated Message-ID is only counted, as mail services do. */
    async keep(raw: Buffer, sender: string, receivers: string[]) {
      const mail = await PostalMime.parse(raw)
      // Real attachments first, then inline pictures.
      const attachments = mail.attachments.toSorted(
        (one, other) => Number(one.related ?? false) - Number(other.related ?? false),
      )
      const from = mail.from?.address
        ? mail.from.name
          ? `${mail.from.name} <${mail.from.address}>`
          : mail.from.address
        : sender
      store.together(() => {
        for (const receiver of new Set(receivers.map((one) => one.toLowerCase()))) {
          const known =
            mail.messageId &&
            store.one<Message>('select * from message where receiver = ? and message_id = ?', receiver, mail.messageId)
          if (known) {
            store.run('update message set copies = copies + 1 where id = ?', known.id)
            continue
          }
          const id = randomUUID()
          store.run(
            'insert into message (id, message_id, receiver, sender, subject, text, html, received_at) values (?, ?, ?, ?, ?, ?, ?, ?)',
            id,
            mail.messageId ?? null,
            receiver,
            from,
            mail.subject ?? '',
            mail.text ?? '',
            mail.html ?? '',
            new Date().toISOString(),
          )
          attachments.forEach(({ filename, mimeType, contentId, content }, position) =>
            store.run(
              'insert into attachment (message, position, file_name, content_type, content_id, content) values (?, ?, ?, ?, ?, ?)',
              id,
              position,
              filename ?? `attachment-${position + 1}`,
              mimeType,
              contentId?.replace(/^<|>$/g, '') ?? null,
              typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
            ),
          )
        }
      })
    },

    /** Newest first, optionally of one receiver and from one sender. */
    list(receiver?: string, from?: string): Message[] {
      const [to, sender] = [receiver?.trim() || null, from?.trim() || null]
      return store.all<Message>(
        `select * from message where (? is null or receiver = ?) and (? is null or instr(sender, ?) > 0)
         order by number desc limit 500`,
        to,
        to,
        sender,
        sender,
      )
    },

    /** All messages without their content, oldest first. */
    ledger: () =>
      store.all<Pick<Message, 'id' | 'message_id' | 'receiver' | 'subject' | 'copies' | 'received_at'>>(
        'select id, message_id, receiver, subject, copies, received_at from message order by number',
      ),

    one: (id: string) => store.one<Message>('select * from message where id = ?', id),

    attachments: (id: string) =>
      store.all<Attachment>(`select ${attachmentColumns} from attachment where message = ? order by position`, id),

    attachment: (id: string, position: number) =>
      store.one<Attachment & { content: Uint8Array }>(
        `select ${attachmentColumns}, content from attachment where message = ? and position = ?`,
        id,
        position,
      ),
  }
}

export type Messages = ReturnType<typeof messagesIn>
