/**
 * Codes of the catalog: asked for within budgets, made and sent in a job, kept as a keyed hash, tried five times under the lock of their row. Budgets and tries are those
 * of who asks, so that a stranger who knows an address neither keeps its owner from a code nor uses one up.
 */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { displayPhone } from '#contract/text/phone.ts';
import { isCatalogOptedOut } from '../../compliance/catalogOptOuts.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { countAttempts, toCountedAddress, tooManyRequestsError } from '../auth/rateLimiter.ts';
import { computeKeyedHash, createSixDigits, isSameText } from '../auth/secrets.ts';
import { fromNow } from '../auth/sessions.ts';
import { catalogCode } from './jobs.ts';

/** Address a code goes to. */
export interface CodeAddress {
  readonly provider: 'email' | 'phone_number';
  readonly address: string;
}

type Purpose = 'register' | 'login' | 'reset';

/** Minutes a code is good for. */
const codeMinutes = 10;
const maxTries = 5;
/** Country, area and exchange: numbers next to each other share one budget, since pumped texts go to ranges. */
const prefixLength = 8;

/** A text that is counted for the range of the number it goes to. */
export const countCodePrefix = (phone: string) => ({ allowance: 'catalogPrefix', whose: phone.slice(0, prefixLength) }) as const;

const hashCode = (services: Services, { id, address, code }: { readonly id: string; readonly address: string; readonly code: string }) =>
  computeKeyedHash(services, 'catalog-code', `${id}.${address.toLowerCase()}.${code}`);

/** The refusal of a text to who said STOP: the carrier would not deliver it, and a code that never comes helps nobody. */
const optedOut = ({ config }: Services) =>
  new AppError('conflict', {
    title: 'Code',
    message: `This phone number opted out of our texts. Text START from it to ${displayPhone(config.catalogSender ?? '')}, then ask for a code again.`,
  });

/** Asks for a code. Refuses (429) beyond the budgets of the address, of the network it is asked from and, for texts, of the range of numbers. */
export async function requestCode(
  services: Services,
  request: FastifyRequest,
  { provider, address, purpose }: CodeAddress & { readonly purpose: Purpose },
): Promise<void> {
  if (provider === 'phone_number' && services.config.catalogSender === null)
    throw new AppError('not_configured', { message: 'Codes by text aren’t set up. Ask the operator of this server to set CATALOG_SENDER' });
  const wait = await services.tenancy.identity(async () => {
    if (provider === 'phone_number' && (await isCatalogOptedOut(address))) throw optedOut(services);
    const askedFrom = toCountedAddress(request.ip);
    const seconds = await countAttempts([
      { allowance: 'catalogCodes', whose: `${purpose} ${address} ${askedFrom}` },
      { allowance: 'catalogAsked', whose: askedFrom },
      // A text is a text whatever it is for; a mail to sign in follows a right password, and is kept from no one by a stranger's mails.
      { allowance: 'catalogSent', whose: provider === 'phone_number' ? address : `${purpose} ${address}` },
      ...(provider === 'phone_number' ? [countCodePrefix(address)] : []),
    ]);
    if (seconds > 0) return seconds;
    const { id } = await currentTransaction()
      .insertInto('catalog_challenges')
      .values({ purpose, provider, address, asked_from: askedFrom, expires_at: fromNow(codeMinutes * 60) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await services.jobs.enqueue(catalogCode, { challengeId: id }, { key: id });
    return 0;
  });
  if (wait > 0) throw tooManyRequestsError(wait);
}

/**
 * Tries a code in the open identity transaction, which must commit: the try counts. The codes that were asked from here have five tries of their own; those asked from
 * elsewhere share a few an hour.
 */
export async function tryCode(
  services: Services,
  { ip }: Pick<FastifyRequest, 'ip'>,
  { provider, address, purpose }: CodeAddress & { readonly purpose: Purpose },
  code: string,
): Promise<boolean> {
  const open = await currentTransaction()
    .selectFrom('catalog_challenges')
    .select(['id', 'code_hash', 'tries', 'asked_from'])
    .where('purpose', '=', purpose)
    .where('provider', '=', provider)
    .where('address', '=', address)
    .where('code_hash', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', maxTries)
    .forUpdate()
    .execute();
  const askedFrom = toCountedAddress(ip);
  const isFit = ({ id, code_hash: hash }: (typeof open)[number]) => hash !== null && isSameText(hash, hashCode(services, { id, address, code }));
  const here = open.filter(({ asked_from: from }) => from === askedFrom);
  const away = open.filter(({ asked_from: from }) => from !== askedFrom);
  const change = (ids: readonly string[]) =>
    currentTransaction()
      .updateTable('catalog_challenges')
      .where('id', 'in', [...ids]);
  const isHere = here.some(isFit);
  if (!isHere && here.length > 0)
    await change(here.map(({ id }) => id))
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .execute();
  const mayTryAway = !isHere && away.length > 0 && (await countAttempts([{ allowance: 'catalogAway', whose: address }])) === 0;
  if (!isHere && !(mayTryAway && away.some(isFit))) return false;
  await change(open.map(({ id }) => id))
    .set({ used_at: sql<Date>`now()` })
    .execute();
  return true;
}

/** Finds whether a code is to be sent: none goes to an address without an account, except to sign up. */
async function makeCode(services: Services, challengeId: string) {
  return services.tenancy.identity(async () => {
    const row = await currentTransaction()
      .selectFrom('catalog_challenges')
      .select(['id', 'purpose', 'provider', 'address'])
      .where('id', '=', challengeId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (!row) return null;
    if (row.purpose !== 'register') {
      const account = await currentTransaction()
        .selectFrom('catalog_accounts')
        .select('id')
        .where(row.provider === 'email' ? 'email' : 'phone', '=', row.address)
        .executeTakeFirst();
      if (!account) return null;
    }
    const code = createSixDigits();
    await currentTransaction()
      .updateTable('catalog_challenges')
      .set({ code_hash: hashCode(services, { id: row.id, address: row.address, code }) })
      .where('id', '=', row.id)
      .execute();
    return { ...row, code };
  });
}

/** The worker of `catalog.code`. Repeated, it makes another code, and the one sent before is worth nothing. */
export async function sendCode(services: Services, { challengeId }: { readonly challengeId: string }): Promise<void> {
  const made = await makeCode(services, challengeId);
  if (made === null) return;
  const words = `Your Keyline code is ${made.code}. It works once, within ${codeMinutes} minutes.`;
  if (made.provider === 'email') {
    const subject = made.purpose === 'reset' ? 'Your code for a new password' : 'Your Keyline code';
    await services.mailer.send({ to: made.address, subject, text: `${words}\n\nIf you didn’t request it, ignore this email.` }, null);
    return;
  }
  const { catalogSender } = services.config;
  if (catalogSender === null) return;
  const outcome = await services.carrier.sendPlain({ from: catalogSender, to: made.address, body: words });
  // An unsure one is not repeated: the person asks for another code.
  if (outcome.kind === 'retriable') throw new Error('The carrier did not take the text');
}
