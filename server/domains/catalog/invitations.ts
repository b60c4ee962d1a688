/** Invitations of accounts: a text to somebody who did not ask for one, so few, once, and never after STOP (RULE-237). */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { dailyInvitations } from '#contract/catalog/limits.ts';
import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { isCatalogOptedOut } from '../../compliance/catalogOptOuts.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { countAttempts, toCountedAddress, tooManyRequestsError } from '../auth/rateLimiter.ts';
import { computeKeyedHash } from '../auth/secrets.ts';
import { countCodePrefix } from './codes.ts';
import { catalogInvite } from './jobs.ts';
import { lockAccount } from './offers.ts';

const dayMs = 86_400_000;

const columns = ['id', 'phone', 'state', 'reason', 'send_at', 'sent_at', 'created_at'] as const;

interface InvitationRow {
  readonly id: number;
  readonly phone: string;
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';
  readonly reason: string | null;
  readonly send_at: Date | null;
  readonly sent_at: Date | null;
  readonly created_at: Date;
}

const toInvitation = ({ id, phone, state, reason, send_at, sent_at, created_at }: InvitationRow) => ({
  id,
  phoneNumber: phone,
  state,
  reason,
  sendAt: send_at?.toISOString() ?? null,
  sentAt: sent_at?.toISOString() ?? null,
  createdAt: created_at.toISOString(),
});

const known = (accountId: number) => currentTransaction().selectFrom('catalog_invitations').select(columns).where('account_id', '=', accountId);

/** One answer for who opted out and for who was invited by another account: neither is told. */
const notNow = () => new AppError('conflict', { title: 'Invitation', message: 'This number can’t be invited now.' });

/** Refuses beyond a day's invitations of an account, whose row is locked. */
async function checkDay(accountId: number): Promise<void> {
  const today = await known(accountId)
    .where('created_at', '>', new Date(Date.now() - dayMs))
    .orderBy('created_at')
    .execute();
  const [oldest] = today;
  if (oldest === undefined || today.length < dailyInvitations) return;
  const retryAfter = Math.max(1, Math.ceil((oldest.created_at.getTime() + dayMs - Date.now()) / 1_000));
  throw new AppError('too_many_requests', { retryAfter, message: `You can send ${dailyInvitations} invitations a day. Try again tomorrow.` });
}

interface Asked {
  readonly accountId: number;
  readonly phone: string;
  readonly key: string;
}

/** Records an invitation and the job that sends it; seconds to wait beyond a budget, which are counted and committed. In an identity transaction. */
async function record(services: Services, request: FastifyRequest, { accountId, phone, key }: Asked): Promise<InvitationRow | number | null> {
  await lockAccount(accountId);
  const [before] = await known(accountId)
    .where((eb) => eb.or([eb('client_key', '=', key), eb('phone', '=', phone)]))
    .execute();
  if (before) {
    const isSame = await known(accountId).where('client_key', '=', key).where('phone', '=', phone).executeTakeFirst();
    if (isSame) return isSame;
    throw new AppError('conflict', {
      title: 'Invitation',
      message: before.phone === phone ? 'You’ve already invited this number.' : 'This key is that of another invitation',
    });
  }
  await checkDay(accountId);
  const wait = await countAttempts([{ allowance: 'catalogInvitations', whose: toCountedAddress(request.ip) }, countCodePrefix(phone)]);
  if (wait > 0) return wait;
  if (await isCatalogOptedOut(phone)) return null;
  if ((await countAttempts([{ allowance: 'catalogInvited', whose: computeKeyedHash(services, 'catalog-invited', phone) }])) > 0) return null;
  const row = await currentTransaction()
    .insertInto('catalog_invitations')
    .values({ account_id: accountId, client_key: key, phone })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await services.jobs.enqueue(catalogInvite, { id: row.id }, { key: `catalog-invitation-${row.id}` });
  return row;
}

/** POST /caddy/invitations (CALL-268). The same key again is the same invitation. */
export const invite: Handler<typeof routes.catalog.invite> = async ({ body, account, request, services }) => {
  const phone = normalisePhone(body.phoneNumber);
  const fault = phone === null ? 'Enter a phone number like +1 212-555-0123' : checkMessageDestination(phone);
  if (phone === null || fault !== null) throw new AppError('invalid', { field: 'phone_number', message: fault ?? '' });
  if (services.config.catalogSender === null)
    throw new AppError('not_configured', { message: 'Invitations by text aren’t set up. Ask the operator of this server to set CATALOG_SENDER' });
  const made = await services.tenancy.identity(() => record(services, request, { accountId: account.id, phone, key: body.key ?? randomUUID() }));
  if (made === null) throw notNow();
  if (typeof made === 'number') throw tooManyRequestsError(made);
  return toInvitation(made);
};

/** GET /caddy/invitations (CALL-269): the latest first. */
export const invitations: Handler<typeof routes.catalog.invitations> = async ({ query: { page, perPage }, account }) => {
  const { total } = await currentTransaction()
    .selectFrom('catalog_invitations')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const rows = await known(account.id)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const count = Number(total);
  return { data: rows.map(toInvitation), meta: { currentPage: page, total: count, lastPage: Math.max(1, Math.ceil(count / perPage)), perPage } };
};
