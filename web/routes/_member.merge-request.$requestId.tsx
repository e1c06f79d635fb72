import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#web/api/query-client.ts'
import { mergeRequestQuery } from '#web/features/people/duplicate-queries.ts'
import { MergeRequestPage } from '#web/features/people/merge-request.tsx'
import { m } from '#words/messages.js'

/** Where a club's question leads whether two people are one. */
export const Route = createFileRoute('/_member/merge-request/$requestId')({
  loader: ({ params: { requestId } }) => prefetch(mergeRequestQuery(requestId)),
  component: function MergeRequest() {
    const { requestId } = Route.useParams()
    return <MergeRequestPage key={requestId} requestId={requestId} />
  },
  staticData: { name: 'mergeRequest', title: m.title_merge_request },
})
