import { Panel } from '#web/ui/panel.tsx'
import c from '../contact.module.css'
import { ThreadHead } from '../thread-head.tsx'
import { VisitorThread } from './visitor-thread.tsx'

/** A visitor's thread as all that its page shows. */
export const VisitorThreadPanel = ({ link }: { link: string }) => (
  <Panel className={c.thread ?? ''} padding={0}>
    <VisitorThread link={link} renderHead={(thread) => <ThreadHead thread={thread} />} />
  </Panel>
)
