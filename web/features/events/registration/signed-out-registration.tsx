import { Button, Group, Text } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { EventCategory, EventDetail } from '#contract/event-answers.ts'
import { register, signIn } from '#web/api/session/session.ts'
import { formatMoney } from '#web/ui/words/format.ts'
import { MoneyText } from '#web/ui/words/money-text.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { m } from '#words/messages.js'
import { CouponField } from '../coupons/coupon-field.tsx'
import { isMembersOnly } from '../words.ts'
import { ageWords } from '../gate-words.ts'
import { CategorySelect } from './place-fields.tsx'
import { keepRegistration, openRegistration } from './registration-draft.ts'
import styles from './registration.module.css'

const most = 10

/** Before the sign-in: what it costs, how many are coming, and what signing in brings. What is chosen stays for then; both ways in come back here. */
export function SignedOutRegistration({ event }: { event: EventDetail }) {
  const [draft, setDraft] = useState(() => openRegistration(event.id, null))
  const change = (next: Partial<Pick<typeof draft, 'wanted' | 'coupon'>>) => {
    keepRegistration(event.id, null, next)
    setDraft({ ...draft, ...next })
  }
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {isMembersOnly(event) ? (
          <Panel title={m.event_members_only()}>
            <Text mb="sm">{m.register_members_how({ club: event.orgName })}</Text>
            <TextLink to={paths.organisation(event.orgId)} fw={600}>
              {m.event_see_memberships()}
            </TextLink>
          </Panel>
        ) : (
          <Panel title={m.register_how_many()} subtitle={placesWords(event)}>
            <ul className={styles.people}>
              {event.categories.map((category) => (
                <li key={category.id} className={styles.person}>
                  <div className={styles.wanted}>
                    <div className={styles.name}>
                      <span className={styles.nameText}>{category.name}</span>
                      <span className={styles.self}>{aboutWords(category)}</span>
                    </div>
                    <div className={styles.price}>
                      <span className={styles.amount}>
                        {category.price.minor === 0 ? m.event_free() : <MoneyText value={category.price} />}
                      </span>
                      {category.memberPrice && (
                        <span className={styles.kind}>
                          {m.register_member_price({ price: formatMoney(category.memberPrice) })}
                        </span>
                      )}
                    </div>
                    <div className={styles.count}>
                      <CategorySelect
                        aria-label={m.register_count_of({ category: category.name })}
                        value={String(draft.wanted[category.category] ?? 0)}
                        disabled={category.places.left === 0}
                        options={counts(category)}
                        onChange={({ currentTarget }) =>
                          change({ wanted: { ...draft.wanted, [category.category]: Number(currentTarget.value) } })
                        }
                      />
                    </div>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <div className={styles.side}>
        <section className={styles.summary} aria-labelledby="register-sign-in">
          <h2 id="register-sign-in" className={styles.summaryTitle}>
            {m.register_sign_in_title()}
          </h2>
          <Text>{m.register_sign_in_explained()}</Text>
          {event.categories.some(({ price }) => price.minor > 0) && (
            <CouponField
              orgId={event.orgId}
              eveId={event.id}
              value={draft.coupon}
              onChange={(code) => change({ coupon: code })}
              // Whoever signs in without a press on its button meant it all the same.
              onTyped={(text) => keepRegistration(event.id, null, { coupon: text })}
              result={null}
              pending={false}
              signedIn={false}
            />
          )}
        </section>
        <div className={styles.bar}>
          <Group gap="sm" className={styles.doors ?? ''}>
            <Button
              size="lg"
              onClick={() => void signIn()}
              leftSection={<IconLogin2 size={20} stroke={1.7} aria-hidden />}
            >
              {m.welcome_sign_in()}
            </Button>
            <Button size="lg" variant="default" onClick={() => void register()}>
              {m.welcome_register()}
            </Button>
          </Group>
        </div>
      </div>
    </div>
  )
}

/** As many as there are left, and no more than a family. */
const counts = ({ places: { left } }: EventCategory) =>
  Array.from({ length: Math.min(most, left ?? most) + 1 }, (_, count) => ({
    value: String(count),
    label: String(count),
  }))

function aboutWords(category: EventCategory): string {
  const { left } = category.places
  const places =
    left === 0 ? m.event_gate_sold_out() : left !== null && left <= most ? m.event_gate_few_left({ count: left }) : ''
  return [ageWords(category), category.membersOnly && m.event_gate_category_members(), places].filter(Boolean).join(' ')
}

const placesWords = ({ places: { left } }: EventDetail): string | undefined =>
  left === null ? undefined : m.register_places_left({ count: left })
