/** Asking for numbers to be brought in: what was pasted is read and checked, the papers are kept, and one row is the truth of the request. */
import { randomUUID } from 'node:crypto';
import type { routes } from '#contract/index.ts';
import { displayPhone } from '#contract/phone.ts';
import { type PortCheck, type PortDocumentKind, type PortRequest, portDocumentKinds, portLeadDays, portMost } from '#contract/porting.ts';
import type { BodyOf } from '#contract/route.ts';
import type { CarrierPorting } from '../../carrier/porting.ts';
import { changed, companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import type { Caller, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { monthlyCosts } from '../purchase/locate.ts';
import { checkRoom } from '../purchase/orders.ts';
import { onePort, portOfKey } from './queries.ts';
import { type Pasted, readPasted } from './reading.ts';

type Given = BodyOf<(typeof routes)['porting']['create']>;
type Paper = UploadedFile & { readonly kind: PortDocumentKind };

/** What a secret of a request is sealed for. */
export const portSecret = 'port-account';

const dayMs = 86_400_000;
/** Numbers that are asked about at once. */
const atOnce = 5;
/** What a losing carrier reads. */
const readable: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
]);
const wanted: Readonly<Record<PortDocumentKind, string>> = {
  letter: 'Add the letter of authorisation: without it the losing carrier does not let the numbers go',
  bill: 'Add a bill of the losing carrier: it shows that the numbers are yours',
};

const isOurs = (number: string) => /^\+1[2-9]\d{9}$/.test(number);
const named = (numbers: readonly string[]) => numbers.slice(0, 3).map(displayPhone).join(', ') + (numbers.length > 3 ? ` and ${numbers.length - 3} more` : '');

function checkCount({ numbers }: Pasted): void {
  if (numbers.length > portMost) throw new Refusal('invalid', { field: 'numbers', message: `At most ${portMost} numbers in one request` });
}

async function ask(carrier: CarrierPorting, number: string): Promise<PortCheck['data'][number]> {
  if (!isOurs(number)) return { number, portable: false, pinRequired: false, reason: 'Only numbers of the United States can be brought in' };
  return { number, ...(await carrier.portability(number)) };
}

/** Reads what was pasted, and asks the carrier about each number, and us whether it is here or on its way already. */
export async function checkPasted({ carrier }: Services, text: string): Promise<PortCheck> {
  const pasted = readPasted(text);
  checkCount(pasted);
  if (pasted.numbers.length === 0) throw new Refusal('invalid', { field: 'numbers', message: 'No number can be read here: one a line, such as 212-555-0123' });
  const held = await heldOf(pasted.numbers);
  const data: PortCheck['data'] = [];
  try {
    for (let at = 0; at < pasted.numbers.length; at += atOnce)
      data.push(...(await Promise.all(pasted.numbers.slice(at, at + atOnce).map((number) => ask(carrier.porting, number)))));
  } catch (cause) {
    throw new Refusal('upstream', { message: 'The carrier did not answer; nothing was lost, try again', cause });
  }
  const checked = data.map((each) => {
    const why = held.get(each.number);
    return why === undefined ? each : { ...each, portable: false, reason: why };
  });
  return { data: checked, twice: [...pasted.twice], unread: [...pasted.unread] };
}

/** Why numbers need not or cannot come: they are here, or on their way. */
async function heldOf(numbers: readonly string[]): Promise<Map<string, string>> {
  const here = await db()
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('status', '<>', 2)
    .where('number', 'in', numbers)
    .execute();
  const coming = await db()
    .selectFrom('port_numbers')
    .select('number')
    .where('company_id', '=', companyId())
    .where('is_open', '=', true)
    .where('number', 'in', numbers)
    .execute();
  return new Map([
    ...coming.map(({ number }): [string, string] => [number, 'It is on its way already']),
    ...here.map(({ number }): [string, string] => [number, 'It is one of your numbers already']),
  ]);
}

/** The numbers of a request. Refuses what is no number, stands twice, is here already or on its way. */
async function numbersOf(text: string): Promise<readonly string[]> {
  const wrong = (message: string) => new Refusal('invalid', { field: 'numbers', message });
  const pasted = readPasted(text);
  checkCount(pasted);
  if (pasted.unread.length > 0) throw wrong(`“${pasted.unread[0]}” is no number`);
  if (pasted.twice.length > 0) throw wrong(`${named(pasted.twice)} ${pasted.twice.length === 1 ? 'stands' : 'stand'} there twice`);
  if (pasted.numbers.length === 0) throw wrong('Paste the numbers first');
  const foreign = pasted.numbers.filter((number) => !isOurs(number));
  if (foreign.length > 0) throw wrong(`${named(foreign)}: only numbers of the United States can be brought in`);
  const held = await heldOf(pasted.numbers);
  for (const [number, why] of held) throw wrong(`${displayPhone(number)}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
  return pasted.numbers;
}

/** The papers among the files of a form. Refuses a request without one of them, and what a losing carrier cannot read. */
function papersOf(files: readonly UploadedFile[]): Paper[] {
  return portDocumentKinds.map((kind) => {
    const [file, another] = files.filter(({ field }) => field === kind);
    if (!file) throw new Refusal('invalid', { field: kind, message: wanted[kind] });
    if (another) throw new Refusal('invalid', { field: kind, message: 'One file for each paper: put several pages into one PDF' });
    if (!readable.has(file.contentType))
      throw new Refusal('media_type', { field: kind, message: `A paper is a PDF, PNG or JPG, and this file is ${file.contentType}` });
    return { ...file, kind };
  });
}

function checkDay(day: string | undefined): void {
  if (day === undefined) return;
  const earliest = new Date(Date.now() + portLeadDays * dayMs).toISOString().slice(0, 10);
  if (day < earliest) throw new Refusal('invalid', { field: 'target_date', message: `The earliest day is ${earliest}: carriers need a week` });
}

async function keepPaper({ files }: Services, { name, contentType, bytes }: Paper): Promise<number> {
  const storage_key = `${companyId()}/ports/${randomUUID()}.${readable.get(contentType) ?? 'pdf'}`;
  await files.put(storage_key, bytes);
  const row = { company_id: companyId(), name, content_type: contentType, bytes: bytes.length, storage_key };
  return (await db().insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Makes a request and enqueues its sending, in the open transaction. The same key again answers with the request that is there. Refuses one without its
 * papers, and numbers the company has no room for.
 */
export async function askForPort(services: Services, given: Given, files: readonly UploadedFile[], caller: Caller): Promise<PortRequest> {
  const there = await portOfKey(given.key);
  if (there !== null) return onePort(services, there);
  const numbers = await numbersOf(given.numbers);
  const papers = papersOf(files);
  checkDay(given.targetDate);
  const costOf = await monthlyCosts(services.carrier.numbers);
  await checkRoom(
    numbers.length,
    numbers.reduce((sum, number) => sum + costOf(number), 0),
  );
  const { sealer } = services;
  const made = await db()
    .insertInto('port_requests')
    .values({
      company_id: companyId(),
      key: given.key,
      created_by: caller.userId,
      losing_carrier: given.losingCarrier,
      customer_name: given.customerName,
      account_number: sealer.seal(portSecret, given.accountNumber),
      account_ending: given.accountNumber.length > 4 ? given.accountNumber.slice(-4) : '',
      pin: given.pin?.trim() ? sealer.seal(portSecret, given.pin.trim()) : null,
      authorized_name: given.authorizedName,
      authorized_email: given.authorizedEmail,
      street: given.street,
      city: given.city,
      state: given.state,
      zip: given.zip,
      target_date: given.targetDate ?? null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return onePort(services, (await portOfKey(given.key)) ?? 0);
  await keepParts(services, made.id, numbers, papers);
  await services.jobs.enqueue('ports.send', { companyId: companyId(), portId: made.id }, { key: `port-${made.id}` });
  changed({ kind: 'port-updated', id: made.id, actorId: caller.userId });
  return onePort(services, made.id);
}

async function keepParts(services: Services, portId: number, numbers: readonly string[], papers: readonly Paper[]): Promise<void> {
  const company_id = companyId();
  const kept = await db()
    .insertInto('port_numbers')
    .values(numbers.map((number, position) => ({ company_id, port_id: portId, position, number })))
    .onConflict((conflict) => conflict.column('number').where('is_open', '=', true).doNothing())
    .returning('number')
    .execute();
  if (kept.length < numbers.length) {
    const lost = numbers.filter((number) => !kept.some((each) => each.number === number));
    throw new Refusal('conflict', { field: 'numbers', message: `${named(lost)}: somebody else is bringing it in at this moment` });
  }
  for (const paper of papers)
    await db()
      .insertInto('port_documents')
      .values({ company_id, port_id: portId, kind: paper.kind, file_id: await keepPaper(services, paper) })
      .execute();
  await db().insertInto('port_steps').values({ company_id, port_id: portId, status: 'requested' }).execute();
}
