/** The first company: an auto dealer in Los Angeles with two years behind it. */
import { createBackgroundCalls } from './calls.ts';
import { addContact, addGroups, pickCity } from './contacts.ts';
import type { Episode } from './dialogues/script.ts';
import { type FeaturedConversation, featuredConversations, knownContacts, parseOne } from './featured.ts';
import { addDealerNumbers, type Desk, type Directory } from './numbers.ts';
import { addListings, addTemplates } from './offers.ts';
import { addPorts } from './ports.ts';
import { computeRunningTotals } from './random.ts';
import type { Chunk, ContactRow } from './rows.ts';
import type { Shop, ThreadPlan } from './shop.ts';
import { addThread, countEpisodeItems, removeTrailingReplies, type ScheduledLine, scheduleEpisodes } from './thread.ts';
import { autoEpisodes } from './trades.ts';

/** Amounts of data of a busy company. */
export interface Volume {
  readonly calls: number;
  readonly contacts: number;
  readonly conversations: number;
  /** In conversations; calls outside of threads come on top. */
  readonly items: number;
}

/** The first company's volume. */
export const northwindVolume: Volume = { calls: 100_000, contacts: 20_000, conversations: 5_000, items: 60_000 };

const minute = 60_000;
const pieceRows = 20_000;
const share = { open: 0.1, unread: 0.0055, withContact: 0.86, blocked: 0.005 } as const;
const groups = { 'Spring promo': 0.09, 'Test drives': 0.03, VIP: 0.012, 'Fleet buyers': 0.01, 'Service plan': 0.07, 'Lease ending': 0.03, Newsletter: 0.16 };
const labels = { Hot: 0.01, 'Follow up': 0.02, 'Trade-in': 0.02, Financing: 0.015, VIP: 0.004, 'Do not call': 0.003 };

/** Rows of the company's numbers' tags. */
export function addTags(shop: Shop, desks: readonly Desk[]): void {
  const ids = new Map<string, number>();
  for (const { number, tag } of desks) {
    let id = ids.get(tag);
    if (id === undefined) {
      id = shop.nextId('tags');
      ids.set(tag, id);
      shop.rows.add('tags', { id, company_id: shop.id, name: tag });
    }
    shop.rows.add('number_tags', { company_id: shop.id, number_id: number.id, tag_id: id });
  }
}

/** Numbers that once were another carrier's. */
export const listPortedNumbers = (desks: readonly Desk[]) => desks.slice(4, 6).map(({ number }) => number);

function listEvents(shop: Shop, told: FeaturedConversation, endsAt: number): ScheduledLine[] {
  const agent = shop.agents[0];
  if (!agent) throw new Error('A company without anybody who works there');
  const lines = told.lines.map(({ before, text }) => ({ line: parseOne(text), at: endsAt - before * minute, agent, slots: {} }));
  const lastCall = lines.findLastIndex(({ line }) => ['answered', 'missed', 'called'].includes(line.kind));
  return lines.map((line, index) => ({
    ...line,
    ...(index === lastCall && told.call ? { call: told.call } : {}),
    ...(told.voicemail === undefined ? {} : { voicemail: told.voicemail }),
  }));
}

/** The threads and contacts of the pictures, in a company whose numbers have the labels they name. Returns the contacts. */
export function addFeatured(shop: Shop, desks: readonly Desk[]): ContactRow[] {
  const contacts: ContactRow[] = [];
  for (const told of featuredConversations) {
    const number = desks.find((desk) => desk.number.label === told.on)?.number;
    if (!number) continue;
    const contact =
      told.name === null
        ? null
        : addContact(shop, {
            name: told.name,
            number: told.number,
            company_name: told.businessName ?? null,
            city: told.city ?? 'San Francisco',
            state: told.state ?? 'CA',
            is_invalid: false,
            is_unsubscribed: false,
            optin_type: 'inbound',
            optin_source: 'wrote first',
            ...(told.email ? { email: told.email } : {}),
          });
    if (contact) contacts.push(contact);
    const endsAt = shop.clock.now - told.minutesAgo * minute;
    const plan: ThreadPlan = {
      number,
      recipient: told.number,
      contact,
      endsAt,
      isArchived: false,
      isUnread: told.isUnread,
      ...(told.marks ? { marks: told.marks } : {}),
    };
    addThread(shop, plan, listEvents(shop, told, endsAt));
  }
  return [...contacts, ...knownContacts.map((known) => addContact(shop, { ...known, is_unsubscribed: false }))];
}

/** Fills a thread with exactly `target` items, episode by episode. */
function pickEpisodes(shop: Shop, desk: Desk, contact: ContactRow | null, target: number): Episode[] {
  const stories = desk.desks.flatMap((name) => autoEpisodes.get(name) ?? []).filter((episode) => !episode.optsOut || contact?.is_unsubscribed);
  const singles = desk.number.sms_enabled ? (autoEpisodes.get('desk') ?? []).filter((episode) => countEpisodeItems(episode) === 1) : stories;
  const chosen: Episode[] = [];
  let left = target;
  while (left > 0) {
    const isLast = chosen.length === 0;
    const fits = (episode: Episode) => countEpisodeItems(episode) <= left && (isLast || !episode.optsOut) && !chosen.includes(episode);
    const wanted = shop.random.pick(stories);
    const filler = shop.random.pick(singles);
    const next =
      [wanted, shop.random.pick(stories), shop.random.pick(stories), filler].find(fits) ??
      singles.find((episode) => !('text' in (episode.lines[0] ?? {}))) ??
      filler;
    chosen.unshift(next);
    left -= countEpisodeItems(next);
  }
  return chosen;
}

/** When a thread last moved: open ones within weeks but behind the pictures' threads, archived ones at any time. */
function getEnd(shop: Shop, isOpen: boolean): number {
  const { random, clock } = shop;
  const days = isOpen ? 5 + Math.floor(random.next() ** 2 * 45) : 1 + Math.floor(random.next() ** 1.4 * 722);
  return clock.at(days, 8 * 60 + random.next() * 600);
}

function createPlan(shop: Shop, desk: Desk, contact: ContactRow | null, recipient: string): ThreadPlan {
  const { random } = shop;
  const drawn = random.next();
  const isOpen = drawn < share.open;
  const isSale = desk.desks.includes('sales') || desk.desks.includes('ads');
  return {
    number: desk.number,
    recipient,
    contact,
    endsAt: getEnd(shop, isOpen),
    isArchived: !isOpen,
    isUnread: drawn < share.unread,
    isBlocked: drawn > 1 - share.blocked,
    marks: { is_lead: random.chance(isSale ? 0.45 : 0.08), is_appointment: random.chance(isSale ? 0.22 : 0.3) },
  };
}

/** With whom a thread is. */
type Recipient = readonly [number: string, contact: ContactRow | null];

/** A thread with each recipient, with so many items in all, piece by piece. */
function* threads(shop: Shop, desks: readonly Desk[], recipients: readonly Recipient[], items: number): Generator<Chunk[]> {
  const told = desks.filter((desk) => desk.number.status === 0);
  const weights = computeRunningTotals(told.map((desk) => desk.weight ** 0.8));
  let leftItems = items;
  for (const [index, [recipient, contact]] of recipients.entries()) {
    const left = recipients.length - index;
    const drawn = Math.max(1, Math.round((leftItems / left) * (0.25 + 1.5 * shop.random.next())));
    const desk = shop.random.weighted(told, weights);
    const plan = createPlan(shop, desk, contact, recipient);
    // The last thread takes what is left over, so it is never cut short.
    const whole = left === 1 ? { ...plan, isUnread: false } : plan;
    leftItems -= writeThread(shop, whole, pickEpisodes(shop, desk, contact, left === 1 ? leftItems : Math.min(drawn, leftItems - left + 1)));
    if (shop.rows.size >= pieceRows) yield shop.rows.takeChunk();
  }
}

function writeThread(shop: Shop, plan: ThreadPlan, episodes: readonly Episode[]): number {
  const all = scheduleEpisodes(shop, plan, episodes);
  const theirs = plan.isUnread ? removeTrailingReplies(all) : [];
  return theirs.length > 0 ? addThread(shop, plan, theirs) : addThread(shop, { ...plan, isUnread: false }, all);
}

function listRecipients(
  shop: Shop,
  contacts: readonly ContactRow[],
  count: number,
  directory: Directory,
): { recipients: Recipient[]; rest: readonly ContactRow[] } {
  const withContact = Math.min(contacts.length, Math.round(count * share.withContact));
  const recipients = Array.from({ length: count }, (_, index): Recipient => {
    const contact = index < withContact ? contacts[index] : undefined;
    return contact ? [contact.number, contact] : [directory(shop.random.pick(pickCity(shop.random).areaCodes)), null];
  });
  return { recipients, rest: contacts.slice(withContact) };
}

/** All of a busy dealer, piece by piece, so that memory stays bounded; the first company has the pictures' threads on top. */
export function* createBusyCompany(shop: Shop, volume: Volume, directory: Directory, isFirst: boolean): Generator<Chunk[]> {
  const { random, rows } = shop;
  const desks = addDealerNumbers(shop, isFirst ? '555' : '556');
  addTags(shop, desks);
  if (isFirst) addPorts(shop, listPortedNumbers(desks));
  addTemplates(shop);
  addListings(shop, desks);
  const shown = isFirst ? addFeatured(shop, desks) : [];
  const contacts: ContactRow[] = [];
  while (shown.length + contacts.length < volume.contacts) {
    const { city, state, areaCodes } = pickCity(random);
    contacts.push(addContact(shop, { number: directory(random.pick(areaCodes)), city, state }));
  }
  addGroups(shop, [...shown, ...contacts], groups, labels);
  yield rows.takeChunk();
  const { recipients, rest } = listRecipients(shop, contacts, volume.conversations - (isFirst ? featuredConversations.length : 0), directory);
  yield* threads(shop, desks, recipients, volume.items - shop.threadItems);
  const strangers = Array.from({ length: Math.round(volume.contacts / 5) }, () => directory(random.pick(pickCity(random).areaCodes)));
  const callers = [...rest.map((contact) => contact.number), ...strangers];
  yield* createBackgroundCalls(
    shop,
    { numbers: desks.map((desk) => desk.number), weights: desks.map((desk) => desk.weight), callers },
    volume.calls - shop.calls,
  );
}
