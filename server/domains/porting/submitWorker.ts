/**
 * The work of sending a request: its papers first, then the intent committed before the carrier is asked, once. The papers' ids at the carrier are ours alone and
 * stand in its list beside the request: whoever comes after a crash or a lost reply looks there first, so nothing is asked for twice.
 */

import { buffer } from 'node:stream/consumers';
import { finalPortStatuses, type PortStatus, portDocumentLabel } from '#contract/porting/enums.ts';
import { CarrierNotConfiguredError } from '../../carrier/http.ts';
import { PortDocumentRejectedError, type PortOutcome } from '../../carrier/porting.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { forgotten, formatPortKey, portSecret } from './createPortRequest.ts';
import { portsFollow } from './jobs.ts';

interface Job {
  readonly companyId: number;
  readonly portId: number;
}

/** Milliseconds until a request whose answer was lost may be asked for anew: by then it stands in the carrier's list if it was taken. */
const landsMs = 120_000;

/** Error for data of ours that is lost and that no later try brings back; the message is shown to the requesting user. */
class NeverSent extends Error {}

/** Sends a request, from wherever it stands. Rejects when the carrier cannot say what became of it: the job comes back. */
export async function submitPortRequest(services: Services, job: Job): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([job.companyId], null, work);
  const open = await within(() => loadOpenRequest(job.portId));
  if (!open) return;
  failpoint('ports.send: before the documents');
  const outcome = await sent(services, job, open).catch((error: unknown) => {
    if (error instanceof PortDocumentRejectedError || error instanceof NeverSent || isNeverAsked(error, open))
      return { kind: 'refused' as const, message: error.message };
    throw error;
  });
  failpoint('ports.send: after the request');
  await within(() => settle(services, job.portId, outcome));
  failpoint('ports.send: after settling');
}

/** Checks whether there is no carrier to ask, and there was none before: a request whose answer was lost stays open until its carrier is connected again. */
const isNeverAsked = (error: unknown, { askedAt }: Open): error is CarrierNotConfiguredError => error instanceof CarrierNotConfiguredError && askedAt === null;

/** A request that is not known to be with the carrier. `askedAt`: when the carrier was asked last and its answer was lost. */
interface Open {
  readonly createdAt: Date;
  readonly askedAt: Date | null;
}

async function loadOpenRequest(portId: number): Promise<Open | null> {
  const row = await currentTransaction()
    .selectFrom('port_requests')
    .select(['created_at', 'intent_at'])
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .where('carrier_sid', 'is', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row ? { createdAt: row.created_at, askedAt: row.intent_at } : null;
}

type Ended = Extract<PortOutcome, { kind: 'taken' | 'refused' }>;

/** Hands the papers over and asks the carrier, and its list wherever an answer leaves a doubt. */
async function sent(services: Services, job: Job, { createdAt, askedAt }: Open): Promise<Ended> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([job.companyId], null, work);
  const { porting } = services.carrier;
  const documentSids = await handOver(services, job);
  const mine = async () => {
    const carrierSid = await porting.findByDocuments(documentSids, createdAt);
    return carrierSid === null ? null : { kind: 'taken' as const, carrierSid };
  };
  if (askedAt) {
    const found = await mine();
    if (found) return found;
    if (Date.now() - askedAt.getTime() < landsMs) throw new Error('The carrier may still be taking a port-in request: its list is looked at again first');
  }
  const order = await within(() => loadOrder(services, job.portId));
  failpoint('ports.send: before the intent');
  const intentAt = await within(() => intend(job.portId, askedAt));
  failpoint('ports.send: after the intent');
  const outcome = await porting.ask({ ...order, documentSids });
  switch (outcome.kind) {
    case 'taken':
      return outcome;
    case 'refused':
      return (await mine()) ?? outcome;
    case 'retriable':
      await within(() => withdraw(job.portId, intentAt, askedAt));
      throw new Error('The carrier asks to come back later');
    case 'unknown': {
      const taken = await mine();
      if (taken) return taken;
      throw new Error('The carrier did not say what became of a port-in request');
    }
  }
}

/** Hands the papers over that are not yet with the carrier; one that is handed over twice is only a copy that nobody uses. */
async function handOver({ tenancy, carrier, files }: Services, { companyId: company, portId }: Job): Promise<string[]> {
  const within = <T>(work: () => Promise<T>) => tenancy.company([company], null, work);
  const papers = await within(() =>
    currentTransaction()
      .selectFrom('port_documents')
      .innerJoin('files', 'files.id', 'port_documents.file_id')
      .where('port_documents.company_id', '=', companyId())
      .where('port_id', '=', portId)
      .select(['port_documents.id', 'kind', 'carrier_sid', 'files.name', 'files.content_type', 'files.storage_key'])
      .orderBy('port_documents.id')
      .execute(),
  );
  const sids: string[] = [];
  for (const paper of papers) {
    if (paper.carrier_sid !== null) {
      sids.push(paper.carrier_sid);
      continue;
    }
    const stream = await files.read(paper.storage_key);
    if (!stream) throw new NeverSent(`${portDocumentLabel[paper.kind]}: the file has expired. Start again and add it`);
    const carrier_sid = await carrier.porting.upload({ name: paper.name, kind: paper.kind, contentType: paper.content_type, bytes: await buffer(stream) });
    await within(() =>
      currentTransaction().updateTable('port_documents').set({ carrier_sid }).where('company_id', '=', companyId()).where('id', '=', paper.id).execute(),
    );
    sids.push(carrier_sid);
  }
  return sids;
}

/** Says that the carrier is asked now; answers since when. Throws when somebody else does so at this moment. */
async function intend(portId: number, before: Date | null): Promise<Date> {
  const intent_at = new Date();
  if (!(await replaceIntent(portId, before, intent_at))) throw new Error('Another worker is sending this port-in request');
  return intent_at;
}

/** The carrier took nothing: what was intended was not done, and may be done at once. */
async function withdraw(portId: number, intent: Date, before: Date | null): Promise<void> {
  await replaceIntent(portId, intent, before);
}

/** Puts another intent in the place of the one that was read; false when it is no longer there. */
async function replaceIntent(portId: number, before: Date | null, intent_at: Date | null): Promise<boolean> {
  const row = await currentTransaction()
    .updateTable('port_requests')
    .set({ intent_at })
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .where('carrier_sid', 'is', null)
    .where('intent_at', before === null ? 'is' : '=', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function loadOrder({ sealer }: Services, portId: number) {
  const row = await currentTransaction()
    .selectFrom('port_requests')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .executeTakeFirstOrThrow();
  const numbers = await currentTransaction()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('port_id', '=', portId)
    .orderBy('position')
    .execute();
  const accountNumber = sealer.open(portSecret, row.account_number);
  const pin = row.pin === null ? null : sealer.open(portSecret, row.pin);
  if (accountNumber === null || (row.pin !== null && pin === null)) throw new NeverSent('Submit the request again: the saved account number can’t be read');
  return {
    numbers: numbers.map(({ number }) => number),
    pin,
    customerName: row.customer_name,
    accountNumber,
    authorizedName: row.authorized_name,
    authorizedEmail: row.authorized_email,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    targetDate: row.target_date,
  };
}

/** Writes down what became of asking, once. */
async function settle({ jobs }: Services, portId: number, outcome: Ended): Promise<void> {
  const isTaken = outcome.kind === 'taken';
  const status: PortStatus = isTaken ? 'submitted' : 'refused';
  const kept = await currentTransaction()
    .updateTable('port_requests')
    .set({
      status,
      updated_at: new Date(),
      ...(outcome.kind === 'taken' ? { carrier_sid: outcome.carrierSid } : { reason: outcome.message, finished_at: new Date(), ...forgotten }),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .where('carrier_sid', 'is', null)
    .where('status', 'not in', [...finalPortStatuses])
    .returning('id')
    .executeTakeFirst();
  if (!kept) return;
  const detail = outcome.kind === 'refused' ? outcome.message : null;
  await currentTransaction().insertInto('port_steps').values({ company_id: companyId(), port_id: portId, status, detail }).execute();
  const numbers = isTaken ? ({ status: 'submitted' } as const) : ({ status: 'canceled', is_open: false } as const);
  await currentTransaction().updateTable('port_numbers').set(numbers).where('company_id', '=', companyId()).where('port_id', '=', portId).execute();
  if (isTaken) await jobs.enqueue(portsFollow, { companyId: companyId(), portId }, { key: formatPortKey(portId) });
  recordChange({ kind: 'port-updated', id: portId });
}
