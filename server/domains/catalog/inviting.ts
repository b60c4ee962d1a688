/** Sends invitations: the intent is committed before the request, and one that nobody settled is looked for at the carrier, never sent again by itself. */
import { findQuiet, listZones } from '#contract/text/quietHours.ts';
import type { SendOutcome } from '../../carrier/carrier.ts';
import { requestTimeoutMs } from '../../carrier/http.ts';
import { isCatalogOptedOut } from '../../compliance/catalogOptOuts.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { catalogInvite } from './jobs.ts';

/** An intent older than this belongs to a worker that is gone. */
const intentMs = requestTimeoutMs + 5_000;
/** Requests that surely did not reach the carrier are made again, this often at most. */
const mostAttempts = 12;

/** Says who writes and how to end it; nothing that an account typed goes to a stranger. Plain letters, so that it is one text. */
const formatInvitation = ({ config }: Services) =>
  `Keyline: someone you know invites you to get a second phone number for calls and texts: ${config.publicUrl}/catalog Sent once. Reply STOP to opt out.`;

type Step =
  | { readonly do: 'nothing' }
  | { readonly do: 'send'; readonly phone: string; readonly from: string }
  | { readonly do: 'look'; readonly phone: string; readonly from: string; readonly since: Date };
const nothing: Step = { do: 'nothing' };

const change = (id: number) => currentTransaction().updateTable('catalog_invitations').where('id', '=', id);

const enqueueAt = ({ jobs }: Services, id: number, startAt: Date) =>
  jobs.enqueue(catalogInvite, { id }, { startAt, key: `catalog-invitation-${id}-${startAt.getTime()}` });

/** Decides under the lock of its row what is to be done, and commits the intent when it is to be sent. STOP waits for the line that is held here. */
async function takeUp(services: Services, id: number): Promise<Step> {
  const { catalogSender: from, textingHours: hours } = services.config;
  const row = await currentTransaction()
    .selectFrom('catalog_invitations')
    .select(['phone', 'state', 'attempts', 'sending_at'])
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .forUpdate()
    .executeTakeFirst();
  if (!row || from === null) return nothing;
  const { phone } = row;
  if (row.state === 'sending') {
    const since = row.sending_at ?? new Date(0);
    const gone = new Date(since.getTime() + intentMs);
    if (gone.getTime() <= Date.now()) return { do: 'look', phone, from, since };
    await enqueueAt(services, id, gone);
    return nothing;
  }
  const reason = (await isCatalogOptedOut(phone))
    ? 'This number can’t be invited now.'
    : row.attempts >= mostAttempts
      ? 'The carrier could not be reached.'
      : null;
  if (reason !== null) {
    await change(id).set({ state: 'failed', reason, send_at: null }).execute();
    return nothing;
  }
  const quiet = hours === null ? null : findQuiet(listZones(phone, null), new Date(), hours);
  if (quiet !== null) {
    await change(id).set({ send_at: quiet.until }).execute();
    await enqueueAt(services, id, quiet.until);
    return nothing;
  }
  await change(id)
    .set((eb) => ({ state: 'sending', sending_at: new Date(), send_at: null, attempts: eb('attempts', '+', 1) }))
    .execute();
  return { do: 'send', phone, from };
}

const sent = (carrierSid: string) => ({ state: 'sent' as const, carrier_sid: carrierSid, sent_at: new Date(), reason: null });
const unknown = { state: 'unknown' as const, reason: 'The carrier didn’t confirm this text.' };

async function settle(services: Services, id: number, outcome: SendOutcome): Promise<void> {
  const mine = change(id).where('state', '=', 'sending');
  if (outcome.kind === 'accepted') await mine.set(sent(outcome.carrierSid)).execute();
  else if (outcome.kind === 'refused') await mine.set({ state: 'failed', reason: 'The carrier refused this number.' }).execute();
  else if (outcome.kind === 'unknown') await mine.set(unknown).execute();
  else {
    await mine.set({ state: 'waiting' }).execute();
    await enqueueAt(services, id, new Date(Date.now() + outcome.afterMs));
  }
}

/** The worker of `catalog.invite`. Safe to run again from the start, at any point. */
export async function sendInvitation(services: Services, { id }: { readonly id: number }): Promise<void> {
  const { carrier, tenancy } = services;
  failpoint('catalog.invite: before the intent');
  const step = await tenancy.identity(() => takeUp(services, id));
  if (step.do === 'nothing') return;
  const { from, phone: to } = step;
  const body = formatInvitation(services);
  if (step.do === 'look') {
    const found = await carrier.findByAttempt({ attemptId: `catalog-${id}`, from, to, body, since: step.since, taken: [] });
    await tenancy.identity(() =>
      change(id)
        .where('state', '=', 'sending')
        .set(found ? sent(found.carrierSid) : unknown)
        .execute(),
    );
    return;
  }
  failpoint('catalog.invite: after the intent');
  const outcome = await carrier.sendPlain({ from, to, body });
  failpoint('catalog.invite: after the request');
  await tenancy.identity(() => settle(services, id, outcome));
  failpoint('catalog.invite: after settling');
}
