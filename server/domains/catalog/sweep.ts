/** Upkeep of the catalog: warns before a number is removed, gives back what is due, forgets what has run out. Safe to repeat from any point. */
import { sql } from 'kysely';
import { displayPhone } from '#contract/text/phone.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { findBought } from './buying.ts';
import { forgetUploads } from './uploads.ts';

/** Days before a removal on which it is told, the last one first. */
const warnings = [1, 7] as const;
const atOnce = 100;

/** Takes numbers whose time has come away from their accounts: from here on they cannot be activated. */
const claimDue = () =>
  currentTransaction()
    .updateTable('catalog_numbers')
    .set({ state: 'leaving' })
    .where('state', 'in', ['ordered', 'ready', 'failed'])
    .where('is_active', '=', false)
    .where('will_be_removed_at', '<=', sql<Date>`now()`)
    .execute();

async function giveBack({ carrier, tenancy }: Services): Promise<void> {
  const due = await tenancy.identity(async () => {
    await claimDue();
    return currentTransaction()
      .selectFrom('catalog_numbers')
      .select(['id', 'number', 'carrier_sid'])
      .where('state', '=', 'leaving')
      .where('will_be_removed_at', '<=', sql<Date>`now()`)
      .orderBy('id')
      .limit(atOnce)
      .execute();
  });
  const failed: unknown[] = [];
  for (const row of due) {
    try {
      const sid = row.carrier_sid ?? (await findBought(carrier.numbers, row));
      if (sid !== null) await carrier.numbers.release(sid);
      failpoint('catalog.sweep: after the release');
      await tenancy.identity(() => currentTransaction().deleteFrom('catalog_numbers').where('id', '=', row.id).where('state', '=', 'leaving').execute());
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} numbers could not be given back`);
}

/** Mails those whose number will be removed; one mail for each number and warning, under an id of its own. */
async function warn({ mailer, tenancy, config }: Services): Promise<void> {
  for (const days of warnings) {
    const rows = await tenancy.identity(() =>
      currentTransaction()
        .selectFrom('catalog_numbers as n')
        .innerJoin('catalog_accounts as a', 'a.id', 'n.account_id')
        .select(['n.id', 'n.number', 'a.email', 'n.will_be_removed_at as at'])
        .where('n.state', '=', 'ready')
        .where('n.is_active', '=', false)
        .where('a.email', 'is not', null)
        .where('n.will_be_removed_at', '>', sql<Date>`now()`)
        .where('n.will_be_removed_at', '<=', sql<Date>`now() + make_interval(days => ${days})`)
        .where((eb) => eb.or([eb('n.warned_days', 'is', null), eb('n.warned_days', '>', days)]))
        .limit(atOnce)
        .execute(),
    );
    for (const { id, number, email, at } of rows) {
      if (email === null || at === null) continue;
      const day = at.toISOString().slice(0, 10);
      await mailer.send(
        {
          to: email,
          subject: `${displayPhone(number)} will be removed ${days === 1 ? 'within a day' : 'within a week'}`,
          text: `Your number ${displayPhone(number)} is inactive and will be removed on ${day} (UTC). To keep it, sign in and activate it before then.`,
          messageId: `<catalog-${id}-${day}-${days}@${new URL(config.publicUrl).hostname}>`,
        },
        null,
      );
      failpoint('catalog.sweep: after the mail');
      await tenancy.identity(() =>
        currentTransaction().updateTable('catalog_numbers').set({ warned_days: days }).where('id', '=', id).where('will_be_removed_at', '=', at).execute(),
      );
    }
  }
}

const forget = () =>
  Promise.all([
    currentTransaction().deleteFrom('catalog_numbers').where('state', '=', 'offered').where('held_until', '<=', sql<Date>`now()`).execute(),
    currentTransaction().deleteFrom('catalog_sessions').where('expires_at', '<=', sql<Date>`now()`).execute(),
    currentTransaction().deleteFrom('catalog_challenges').where('expires_at', '<=', sql<Date>`now() - interval '1 day'`).execute(),
  ]);

/** The worker of `catalog.sweep`. */
export async function sweepCatalog(services: Services): Promise<void> {
  const done = await Promise.allSettled([giveBack(services), warn(services), forgetUploads(services), services.tenancy.identity(forget)]);
  const failure = done.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}
