import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLogin2 } from '#web/ui/icons/index.ts'
import { type ReactNode, useState } from 'react'
import type { EventCategory, EventDetail } from '#contract/events/answers.ts'
import { register, signIn } from '#web/api/session/session.ts'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import page from '#web/ui/page.module.css'
import { formatMoney } from '#web/ui/words/format.ts'
import { PriceText } from '#web/ui/words/money-text.tsx'
import { Total } from '#web/ui/words/total.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { langOf } from '#web/ui/own-text.tsx'
import { m } from '#words/messages.js'
import { CouponField } from '../coupons/coupon-field.tsx'
import { phaseWords, placesLeftWords, registerPurpose } from '../words.ts'
import { ageWords } from '../requirement-words.ts'
import { saveRegistration, openRegistration } from './registration-draft.ts'
import styles from './registration.module.css'

const maxPerCategory = 10

/** Registration before signing in: prices and number of places. The selection is stored for afterwards. */
export function SignedOutRegistration({ event }: { event: EventDetail }) {
  const [draft, setDraft] = useState(() => openRegistration(event.id, null))
  const change = (next: Partial<Pick<typeof draft, 'wanted' | 'coupon'>>) => {
    saveRegistration(event.id, null, next)
    setDraft({ ...draft, ...next })
  }
  const wantedOf = ({ category }: EventCategory) => draft.wanted[category] ?? 0
  const chosen = event.categories.filter((category) => wantedOf(category) > 0)
  const total =
    chosen.length === 0 ? null : chosen.reduce((sum, category) => sum + category.price.minor * wantedOf(category), 0)
  return (
    <div className={page.columns}>
      <div>
        <Panel title={m.register_how_many()} subtitle={placesLeftWords(event)}>
          <Stack component="ul" gap="sm">
            {event.categories.map((category) => (
              <Group component="li" key={category.id} wrap="nowrap" className={styles.person ?? ''}>
                <Group flex={1} gap="4px 16px" justify="space-between">
                  <div>
                    <Text fw={620} lang={langOf(category, 'name')}>
                      {category.name}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {aboutWords(category, event.timeZone)}
                    </Text>
                  </div>
                  <div>
                    <Text fw={680}>
                      <PriceText value={category.price} />
                    </Text>
                    {category.memberPrice && (
                      <Text size="sm" c="dimmed">
                        {m.register_member_price({ price: formatMoney(category.memberPrice) })}
                      </Text>
                    )}
                  </div>
                </Group>
                <ChoiceField
                  w={84}
                  flex="none"
                  aria-label={m.register_count_of({ category: category.name })}
                  value={String(wantedOf(category))}
                  disabled={category.places.left === 0 && wantedOf(category) === 0}
                  data={counts(category, wantedOf(category))}
                  onChange={({ currentTarget }) =>
                    change({ wanted: { ...draft.wanted, [category.category]: Number(currentTarget.value) } })
                  }
                />
              </Group>
            ))}
          </Stack>
        </Panel>
      </div>
      <div className={styles.side}>
        <Stack component="section" className={styles.summary} aria-labelledby="register-sign-in">
          <Title order={2} fz="xl" id="register-sign-in">
            {registerPurpose(event)}
          </Title>
          <Text>{m.register_sign_in_explained()}</Text>
          {total !== null && <Total value={{ minor: total, currency: event.categories[0]!.price.currency }} />}
          {event.categories.some(({ price }) => price.minor > 0) && (
            <CouponField
              orgId={event.orgId}
              eveId={event.id}
              value={draft.coupon}
              onChange={(code) => change({ coupon: code })}
              // The user may sign in without applying the code.
              onTyped={(text) => saveRegistration(event.id, null, { coupon: text })}
              result={null}
              pending={false}
              signedIn={false}
            />
          )}
        </Stack>
        <div className={styles.bar}>
          <Group gap="sm" grow preventGrowOverflow={false}>
            <Button size="lg" onClick={() => void signIn()} leftSection={<IconLogin2 size={20} stroke={1.7} />}>
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

/** Those that were chosen stay in the list when so many are no longer left. */
const counts = ({ places: { left } }: EventCategory, wanted: number) =>
  Array.from({ length: Math.max(Math.min(maxPerCategory, left ?? maxPerCategory), wanted) + 1 }, (_, count) => ({
    value: String(count),
    label: String(count),
  }))

function aboutWords(category: EventCategory, timeZone: string): ReactNode {
  const { left } = category.places
  const places =
    left === 0
      ? m.event_rule_sold_out()
      : left !== null && left <= maxPerCategory
        ? m.event_rule_few_left({ count: left })
        : ''
  const rest = [category.membersOnly && m.event_rule_category_members(), places].filter(Boolean).join(' ')
  return (
    <>
      {ageWords(category)} {rest}
      {category.phase && (
        <>
          <br />
          {phaseWords(category.phase, { asMember: false, timeZone })}
        </>
      )}
    </>
  )
}
