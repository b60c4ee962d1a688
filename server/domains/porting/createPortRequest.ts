/** Asking for numbers to be brought in: what was pasted is read and checked, the papers are kept, and one row is the truth of the request. */

import { randomUUID } from 'node:crypto';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import { maxPortNumbers, type PortDocumentKind, portDocumentKinds, portLeadDays } from '#contract/porting/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { checkApproved } from '../../access/approval.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import type { CarrierPorting } from '../../carrier/porting.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { isOfUnitedStates } from '../../destinations.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { assertWithinPlanLimits, type Buyer, lockPlanUsage } from '../purchase/orders.ts';
import { loadMonthlyCosts, toCarrierError } from '../purchase/searchAvailableNumbers.ts';
import { portsSend } from './jobs.ts';
import { type PastedNumbers, parsePhoneList } from './parsePastedNumbers.ts';
import { findPortByKey, getPortRequest } from './queries.ts';

type Given = RouteBody<(typeof routes)['porting']['create']>;
type Paper = UploadedFile & { readonly kind: PortDocumentKind };

/** The key of the job that works on a request: one waits at a time. */
export const formatPortKey = (portId: number) => `port-${portId}`;

/** Purpose under which a secret of a request is sealed. */
export const portSecret = 'port-account';

/** Values that are erased from a request that is over. */
export const forgotten = { account_number: '', pin: null } as const;

const dayMs = 86_400_000;
/** Numbers that are asked about at once. */
const atOnce = 5;
/** Media types a losing carrier reads. */
const readable: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
]);
const wanted: Readonly<Record<PortDocumentKind, string>> = {
  letter: 'Upload a Letter of Authorization. Your current carrier requires it.',
  bill: 'Upload a recent phone bill as proof of ownership.',
};

const named = (numbers: readonly string[]) => numbers.slice(0, 3).map(displayPhone).join(', ') + (numbers.length > 3 ? ` and ${numbers.length - 3} more` : '');

function checkCount({ numbers }: PastedNumbers): void {
  if (numbers.length > maxPortNumbers) throw new AppError('invalid', { field: 'numbers', message: `At most ${maxPortNumbers} numbers in one request` });
}

async function ask(carrier: CarrierPorting, number: string): Promise<PortCheck['data'][number]> {
  if (!isOfUnitedStates(number)) return { number, portable: false, pinRequired: false, reason: 'Only US numbers can be ported' };
  return { number, ...(await carrier.portability(number)) };
}

/** Reads what was pasted, and asks the carrier about each number, and us whether it is here or on its way already. No transaction may be open. */
export async function checkPortability(services: Services, text: string, buyer: Buyer): Promise<PortCheck> {
  const pasted = parsePhoneList(text);
  checkCount(pasted);
  if (pasted.numbers.length === 0)
    throw new AppError('invalid', { field: 'numbers', message: 'No valid numbers found. Enter one per line, such as 212-555-0123.' });
  await withCompanyTransaction(services, buyer)(checkApproved);
  const data: PortCheck['data'] = [];
  try {
    for (let at = 0; at < pasted.numbers.length; at += atOnce)
      data.push(...(await Promise.all(pasted.numbers.slice(at, at + atOnce).map((number) => ask(services.carrier.porting, number)))));
  } catch (cause) {
    throw toCarrierError(cause);
  }
  const held = await withCompanyTransaction(services, buyer)(() => findHeldNumbers(pasted.numbers));
  const checked = data.map((each) => {
    const why = held.get(each.number);
    return why === undefined ? each : { ...each, portable: false, reason: why };
  });
  return { data: checked, twice: [...pasted.twice], unread: [...pasted.unread] };
}

/** Why numbers need not or cannot come: they are here, or on their way. */
async function findHeldNumbers(numbers: readonly string[]): Promise<Map<string, string>> {
  const here = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where('number', 'in', numbers)
    .execute();
  const coming = await currentTransaction()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('is_open', '=', true)
    .where('number', 'in', numbers)
    .execute();
  return new Map([
    ...coming.map(({ number }): [string, string] => [number, 'Already being ported']),
    ...here.map(({ number }): [string, string] => [number, 'Already one of your numbers']),
  ]);
}

const wrong = (message: string) => new AppError('invalid', { field: 'numbers', message });

/** The numbers of a request. Refuses what is no number, stands twice or cannot be brought in at all. */
function parseNumbers(text: string): readonly string[] {
  const pasted = parsePhoneList(text);
  checkCount(pasted);
  if (pasted.unread.length > 0) throw wrong(`“${pasted.unread[0]}” is not a phone number`);
  if (pasted.twice.length > 0) throw wrong(`${named(pasted.twice)} ${pasted.twice.length === 1 ? 'stands' : 'stand'} there twice`);
  if (pasted.numbers.length === 0) throw wrong('Paste the numbers first');
  const foreign = pasted.numbers.filter((number) => !isOfUnitedStates(number));
  if (foreign.length > 0) throw wrong(`${named(foreign)}: only US numbers can be ported in`);
  return pasted.numbers;
}

/** Refuses numbers that are here already or on their way. */
async function checkHeld(numbers: readonly string[]): Promise<void> {
  for (const [number, why] of await findHeldNumbers(numbers)) throw wrong(`${displayPhone(number)}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
}

/** The papers among the files of a form. Refuses a request without one of them, and what a losing carrier cannot read. */
function papersOf(files: readonly UploadedFile[]): Paper[] {
  return portDocumentKinds.map((kind) => {
    const [file, another] = files.filter(({ field }) => field === kind);
    if (!file) throw new AppError('invalid', { field: kind, message: wanted[kind] });
    if (another) throw new AppError('invalid', { field: kind, message: 'Upload one file per document. Combine pages into one PDF.' });
    if (!readable.has(file.contentType))
      throw new AppError('media_type', { field: kind, message: `Documents must be PDF, PNG or JPG; this file is ${file.contentType}` });
    return { ...file, kind };
  });
}

function checkDay(day: string | undefined): void {
  if (day === undefined) return;
  const earliest = new Date(Date.now() + portLeadDays * dayMs).toISOString().slice(0, 10);
  if (day < earliest) throw new AppError('invalid', { field: 'target_date', message: `Earliest date is ${earliest}. Carriers need at least a week.` });
}

interface StoredPaper {
  readonly kind: PortDocumentKind;
  readonly file: StoredFile;
}

async function store({ files }: Services, company: number, paper: Paper): Promise<StoredPaper> {
  const key = `${company}/ports/${randomUUID()}.${readable.get(paper.contentType) ?? 'pdf'}`;
  return { kind: paper.kind, file: await storeFile(files, key, paper) };
}

/** The request of a key in the open company; null when there is none. */
async function findRequestByKey(services: Services, key: string): Promise<PortRequest | null> {
  const there = await findPortByKey(key);
  return there === null ? null : getPortRequest(services, there);
}

/**
 * Makes a request and enqueues its sending, in a transaction of its own: none is open while the carrier is asked for its prices and the papers are stored. The same
 * key again answers with the request that is there. Refuses one without its papers, and numbers the company has no room for.
 */
export async function createPortRequest(services: Services, given: Given, files: readonly UploadedFile[], buyer: Buyer): Promise<PortRequest> {
  const within = withCompanyTransaction(services, buyer);
  const before = await within(() => findRequestByKey(services, given.key));
  if (before) return before;
  const numbers = parseNumbers(given.numbers);
  const papers = papersOf(files);
  checkDay(given.targetDate);
  const costOf = await loadMonthlyCosts(services.carrier.numbers);
  const priced = numbers.map((number) => ({ number, monthly_cost: costOf(number) }));
  const stored = await Promise.all(papers.map((paper) => store(services, buyer.membership.companyId, paper)));
  const papersKept = stored.map(({ file }) => file);
  const { port } = await withStoredFiles(services.files, papersKept, () => within(() => keepRequest(services, given, { priced, stored }, buyer)));
  return port;
}

interface Parts {
  readonly priced: readonly { readonly number: string; readonly monthly_cost: number }[];
  readonly stored: readonly StoredPaper[];
}

/** Writes a request down, in the open transaction. */
async function keepRequest(
  services: Services,
  given: Given,
  parts: Parts,
  { authUser }: Buyer,
): Promise<{ readonly port: PortRequest; readonly isRecorded: boolean }> {
  const { priced } = parts;
  await lockPlanUsage();
  // The same request may have been made meanwhile: its numbers are counted already.
  const there = await findRequestByKey(services, given.key);
  if (there) return { port: there, isRecorded: false };
  await checkHeld(priced.map(({ number }) => number));
  await assertWithinPlanLimits(
    priced.length,
    priced.reduce((sum, { monthly_cost: cost }) => sum + cost, 0),
  );
  const { sealer } = services;
  const pin = given.pin?.trim();
  const { id } = await currentTransaction()
    .insertInto('port_requests')
    .values({
      company_id: companyId(),
      key: given.key,
      created_by: authUser.userId,
      losing_carrier: given.losingCarrier,
      customer_name: given.customerName,
      account_number: sealer.seal(portSecret, given.accountNumber),
      account_ending: given.accountNumber.length > 4 ? given.accountNumber.slice(-4) : '',
      pin: pin ? sealer.seal(portSecret, pin) : null,
      authorized_name: given.authorizedName,
      authorized_email: given.authorizedEmail,
      street: given.street,
      city: given.city,
      state: given.state,
      zip: given.zip,
      target_date: given.targetDate ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepParts(id, parts);
  await services.jobs.enqueue(portsSend, { companyId: companyId(), portId: id }, { key: formatPortKey(id) });
  recordChange({ kind: 'port-updated', id, actorId: authUser.userId });
  return { port: await getPortRequest(services, id), isRecorded: true };
}

async function keepParts(portId: number, { priced, stored }: Parts): Promise<void> {
  const company_id = companyId();
  const kept = await currentTransaction()
    .insertInto('port_numbers')
    .values(priced.map((each, position) => ({ company_id, port_id: portId, position, ...each })))
    .onConflict((conflict) => conflict.column('number').where('is_open', '=', true).doNothing())
    .returning('number')
    .execute();
  if (kept.length < priced.length) {
    const lost = priced.map(({ number }) => number).filter((number) => !kept.some((each) => each.number === number));
    const them = lost.length === 1 ? 'it' : 'them';
    throw new AppError('conflict', { field: 'numbers', message: `${named(lost)}: another port-in request for ${them} is in progress` });
  }
  for (const { kind, file } of stored) {
    const file_id = await recordFile(file);
    await currentTransaction().insertInto('port_documents').values({ company_id, port_id: portId, kind, file_id }).execute();
  }
  await currentTransaction().insertInto('port_steps').values({ company_id, port_id: portId, status: 'requested' }).execute();
}
