/** Use of an account, counted from its numbers and from the periods a trigger keeps (migration 0290). */
import { sql } from 'kysely';
import { channelGrammar } from '#contract/core/realtime.ts';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';

interface UsageRow {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly active: number;
  readonly inactive: number;
  readonly ordered: number;
  readonly bought: number;
  readonly days: number;
  readonly invitations: number;
}

/** GET /caddy/billing/usage (CALL-267): the current month of UTC. A number counts on each day on which it was held at all. */
export const usage: Handler<typeof routes.catalog.usage> = async ({ account }) => {
  const { rows } = await sql<UsageRow>`
    with month as (
      select date_trunc('month', now(), 'UTC') as starts_at, date_trunc('month', now() at time zone 'UTC') + interval '1 month' as local_end
    ), held as (
      select p.began_at, p.began_at >= m.starts_at as is_new,
        (coalesce(p.ended_at, now()) at time zone 'UTC')::date - (greatest(p.began_at, m.starts_at) at time zone 'UTC')::date + 1 as days
      from catalog_periods p, month m
      where p.account_id = ${account.id} and (p.ended_at is null or p.ended_at >= m.starts_at)
    ), numbers as (
      select state, is_active from catalog_numbers where account_id = ${account.id} and state in ('ordered', 'ready')
    )
    select m.starts_at, m.local_end at time zone 'UTC' as ends_at,
      (select count(*)::int from numbers where state = 'ready' and is_active) as active,
      (select count(*)::int from numbers where state = 'ready' and not is_active) as inactive,
      (select count(*)::int from numbers where state = 'ordered') as ordered,
      (select count(*)::int from held where is_new) as bought,
      (select coalesce(sum(days), 0)::int from held) as days,
      (select count(*)::int from catalog_invitations where account_id = ${account.id} and state = 'sent' and sent_at >= m.starts_at) as invitations
    from month m`.execute(currentTransaction());
  const [row] = rows;
  if (!row) throw new AppError('unauthenticated');
  return {
    periodStart: row.starts_at.toISOString(),
    periodEnd: row.ends_at.toISOString(),
    activeNumbers: row.active,
    inactiveNumbers: row.inactive,
    orderedNumbers: row.ordered,
    boughtNumbers: row.bought,
    numberDays: row.days,
    sentInvitations: row.invitations,
  };
};

/** POST /caddy/realtime/auth: an account hears its own channel alone; those of companies and people are none here (404). */
export const channelAuth: Handler<typeof routes.catalog.channelAuth> = async ({ body, account, services }) => {
  const [, kind, digits] = channelGrammar.exec(body.channelName) ?? [];
  if (kind !== 'account') throw new AppError('not_found');
  if (Number(digits) !== account.id) throw new AppError('forbidden');
  return { auth: services.realtime.authorize(body.socketId, body.channelName, { accountId: account.id, sessionId: account.sessionId }) };
};
