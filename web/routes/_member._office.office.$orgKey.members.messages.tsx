import { createFileRoute } from '@tanstack/react-router'
import { MemberMessages } from '#web/features/people/member-messages.tsx'
import { m } from '#words/messages.js'
import { membersCrumb } from './-office-crumbs.ts'
import { useOffice } from './-office.tsx'

export const Route = createFileRoute('/_member/_office/office/$orgKey/members/messages')({
  component: MemberMessagesPage,
  staticData: {
    name: 'memberMessages',
    title: m.member_messages,
    crumbs: [membersCrumb],
  },
})

function MemberMessagesPage() {
  const { club, can, readOnly } = useOffice()
  return (
    <MemberMessages
      key={club.id}
      orgId={club.id}
      maySend={can('members.write') && can('messages.send') && !readOnly}
      money={can('money.read')}
    />
  )
}
