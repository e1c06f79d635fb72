import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/db.ts'
import { isOneOf } from '#server/database/is-one-of.ts'

/**
 * Ends the paid trials that share days with these terms, the day before each begins, which is never before today; one statement for any
 * number. The rule is `givesWay` and `lastDayOfTrial`. The memberships are locked already.
 */
export const endTrials = (tx: Tx, termIds: readonly string[], today: string) =>
  tx.execute(sql`
    update membership_terms trial
    set planned_end_date = coalesce(trial.planned_end_date, trial.end_date), gave_way_to = bought.id,
      end_date = greatest(trial.start_date, least(trial.end_date, greatest(bought.start_date, ${today}::date) - 1))
    from membership_terms bought
    join membership_configurations sold on sold.id = bought.configuration_id and not sold.combinable and not sold.is_trial,
    membership_configurations tried
    where ${isOneOf(sql`bought.id`, termIds)}
      and trial.membership_id = bought.membership_id and trial.status = 'active'
      and tried.id = trial.configuration_id and tried.is_trial and not tried.combinable
      and trial.start_date <= bought.end_date and bought.start_date <= trial.end_date`)

/** Gives trials their days again where what they gave way to is gone, unless another membership has those days. */
export const restoreTrials = (tx: Tx, termIds: readonly string[]) =>
  tx.execute(sql`
    update membership_terms trial set end_date = planned_end_date, planned_end_date = null, gave_way_to = null
    where gave_way_to = any(${sql.param([...termIds])}::uuid[]) and status = 'active' and not exists (
      select from membership_terms other join membership_configurations held on held.id = other.configuration_id and not held.combinable
      where other.membership_id = trial.membership_id and other.id <> trial.id and other.status in ('held', 'active')
        and other.start_date <= trial.planned_end_date and trial.start_date <= other.end_date
    )`)
