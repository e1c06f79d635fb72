import { register, signIn } from '#web/api/session/session.ts'
import { CouponField } from '#web/features/events/coupons/coupon-field.tsx'
import type { EventDetail } from '#web/features/events/registration/use-registration.ts'
import { SignedOutRegistration } from '#web/features/events/registration/signed-out-registration.tsx'

/** The registration of somebody who signs in later; both ways in come back here. */
export const RegisteringSignedOut = ({ event }: { event: EventDetail }) => (
  <SignedOutRegistration
    event={event}
    onSignIn={() => void signIn()}
    onRegister={() => void register()}
    renderCoupon={(value, onChange, onTyped) => (
      <CouponField
        orgId={event.orgId}
        eveId={event.id}
        value={value}
        onChange={onChange}
        onTyped={onTyped}
        result={null}
        pending={false}
        signedIn={false}
      />
    )}
  />
)
