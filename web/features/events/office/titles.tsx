import type { OfficeCoupon } from '#contract/events/office-coupons.ts'
import type { EventFields } from '#contract/events/office.ts'
import { Local } from '#web/parts/local-text.tsx'
import { m } from '#words/messages.js'

// `titleOf` and `couponTitle` where more than words can stand: Danish says that it is Danish.

/** An event's title in an office's lists and headings. */
export const EventTitle = ({ event: { title } }: { readonly event: { readonly title: EventFields['title'] } }) => (
  <Local text={title} none={m.office_events_untitled()} />
)

/** A batch is called by its name. */
export const CouponTitle = ({
  coupon: { code, codes, fields },
}: {
  readonly coupon: Pick<OfficeCoupon, 'code' | 'codes' | 'fields'>
}) => (codes === null ? code : <Local text={fields.name} />)
