/**
 * The work of sending a request: its papers first, then the intent committed before the carrier is asked, once. The papers' ids at the carrier are ours alone and
 * stand in its list beside the request: whoever comes after a crash or a lost reply looks there first, so nothing is asked for twice.
 */
import { buffer } from 'node:stream/consumers';
import { type PortStatus, portEnds } from '#contract/porting.ts';
import { PaperRefused, type PortOutcome } from '../../carrier/porting.ts';
import { changed, companyId, db } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { portSecret } from './asking.ts';

interface Job {
  readonly companyId: number;
  readonly portId: number;
}

/** Sends a request, from wherever it stands. Rejects when the carrier cannot say what became of it: the job comes back. */
export async function sendPort(services: Services, job: Job): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([job.companyId], null, work);
  if (!(await within(() => isOpen(job.portId)))) return;
  failpoint('ports.send: before the papers');
  const handed = await handOver(services, job).catch((error: unknown) => {
    if (error instanceof PaperRefused) return error;
    throw error;
  });
  if (handed instanceof PaperRefused) return within(() => settle(services, job.portId, { kind: 'refused', message: handed.message }));
  failpoint('ports.send: before the intent');
  const before = await within(() => intend(job.portId));
  failpoint('ports.send: after the intent');
  const outcome = await outcomeOf(services, job, handed, before);
  failpoint('ports.send: after the request');
  await within(() => settle(services, job.portId, outcome));
  failpoint('ports.send: after settling');
}

async function isOpen(portId: number): Promise<boolean> {
  const row = await db()
    .selectFrom('port_requests')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .where('carrier_sid', 'is', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Hands the papers over that are not yet with the carrier; one that is handed over twice is only a copy that nobody uses. */
async function handOver({ tenancy, carrier, files }: Services, { companyId: company, portId }: Job): Promise<string[]> {
  const within = <T>(work: () => Promise<T>) => tenancy.company([company], null, work);
  const papers = await within(() =>
    db()
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
    if (!stream) throw new Error('A paper of a port-in request is not in the file store');
    const carrier_sid = await carrier.porting.upload({ name: paper.name, kind: paper.kind, contentType: paper.content_type, bytes: await buffer(stream) });
    await within(() => db().updateTable('port_documents').set({ carrier_sid }).where('company_id', '=', companyId()).where('id', '=', paper.id).execute());
    sids.push(carrier_sid);
  }
  return sids;
}

/** Says that the carrier will be asked; answers since when it may have been asked already, null: never. */
async function intend(portId: number): Promise<Date | null> {
  const row = await db()
    .selectFrom('port_requests')
    .select('intent_at')
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.intent_at === null)
    await db().updateTable('port_requests').set({ intent_at: new Date() }).where('company_id', '=', companyId()).where('id', '=', portId).execute();
  return row.intent_at;
}

/** Asks the carrier, and its list wherever its answer leaves a doubt. */
async function outcomeOf(
  services: Services,
  { companyId: company, portId }: Job,
  documentSids: readonly string[],
  before: Date | null,
): Promise<Extract<PortOutcome, { kind: 'taken' | 'refused' }>> {
  const { porting } = services.carrier;
  const since = before ?? new Date();
  const mine = async () => {
    const carrierSid = await porting.findByDocuments(documentSids, since);
    return carrierSid === null ? null : { kind: 'taken' as const, carrierSid };
  };
  const found = before ? await mine() : null;
  if (found) return found;
  const order = await services.tenancy.company([company], null, () => orderOf(services, portId));
  const outcome = await porting.ask({ ...order, documentSids });
  switch (outcome.kind) {
    case 'taken':
      return outcome;
    case 'refused':
      return (await mine()) ?? outcome;
    case 'retriable':
      throw new Error('The carrier asks to come back later');
    case 'unknown': {
      const taken = await mine();
      if (taken) return taken;
      throw new Error('The carrier did not say what became of a port-in request');
    }
  }
}

async function orderOf({ sealer }: Services, portId: number) {
  const row = await db().selectFrom('port_requests').selectAll().where('company_id', '=', companyId()).where('id', '=', portId).executeTakeFirstOrThrow();
  const numbers = await db()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('port_id', '=', portId)
    .orderBy('position')
    .execute();
  const accountNumber = sealer.open(portSecret, row.account_number);
  const pin = row.pin === null ? null : sealer.open(portSecret, row.pin);
  if (accountNumber === null) throw new Error('The account of a port-in request cannot be opened with this secret');
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
async function settle({ jobs }: Services, portId: number, outcome: Extract<PortOutcome, { kind: 'taken' | 'refused' }>): Promise<void> {
  const isTaken = outcome.kind === 'taken';
  const status: PortStatus = isTaken ? 'submitted' : 'refused';
  const kept = await db()
    .updateTable('port_requests')
    .set({
      status,
      updated_at: new Date(),
      ...(outcome.kind === 'taken' ? { carrier_sid: outcome.carrierSid } : { reason: outcome.message, finished_at: new Date() }),
    })
    .where('company_id', '=', companyId())
    .where('id', '=', portId)
    .where('carrier_sid', 'is', null)
    .where('status', 'not in', [...portEnds])
    .returning('id')
    .executeTakeFirst();
  if (!kept) return;
  const detail = outcome.kind === 'refused' ? outcome.message : null;
  await db().insertInto('port_steps').values({ company_id: companyId(), port_id: portId, status, detail }).execute();
  const numbers = isTaken ? ({ status: 'submitted' } as const) : ({ status: 'canceled', is_open: false } as const);
  await db().updateTable('port_numbers').set(numbers).where('company_id', '=', companyId()).where('port_id', '=', portId).execute();
  if (isTaken) await jobs.enqueue('ports.follow', { companyId: companyId(), portId }, { key: `port-${portId}` });
  changed({ kind: 'port-updated', id: portId });
}
