/** The other companies: a few numbers, a few dozen people, threads that fit their trade. */

import type { CompanyPlan } from './companies.ts';
import { addContact, addGroups } from './contacts.ts';
import { addTags } from './northwind.ts';
import { addCompanyNumbers, type Directory, fillPattern } from './numbers.ts';
import type { ContactRow, NumberRow } from './rows.ts';
import type { Shop, ThreadPlan } from './shop.ts';
import { addThread, removeTrailingReplies, scheduleEpisodes } from './thread.ts';
import { groupNames, listEpisodes } from './trades.ts';

const minute = 60_000;

function getTime(shop: Shop, index: number): number {
  const { random, clock } = shop;
  if (index < 3) return clock.now - (8 + index * 70 + random.int(0, 60)) * minute;
  return clock.at(1 + Math.floor(random.next() ** 2 * 60), 9 * 60 + random.next() * 500);
}

function writeThread(shop: Shop, plan: CompanyPlan, numbers: readonly NumberRow[], contact: ContactRow, index: number, unread: number): void {
  const { random } = shop;
  const textable = numbers.filter((number) => number.sms_enabled);
  const episodes = Array.from({ length: random.int(1, 2) }, () => random.pick(listEpisodes(plan.trade)));
  const isUnread = index < unread;
  const thread: ThreadPlan = {
    number: random.pick(textable.length > 0 ? textable : numbers),
    recipient: contact.number,
    contact: random.chance(0.9) ? contact : null,
    endsAt: getTime(shop, index),
    isArchived: !isUnread && index > 2 && random.chance(0.6),
    isUnread,
    marks: { is_lead: random.chance(0.2), is_appointment: random.chance(0.2) },
  };
  const all = scheduleEpisodes(shop, thread, episodes);
  const theirs = isUnread ? removeTrailingReplies(all) : [];
  addThread(shop, { ...thread, isUnread: theirs.length > 0 }, theirs.length > 0 ? theirs : all);
}

/** Everything of a small company. `index` is its place in the list of companies, `size` how many people it knows. */
export function addLocalCompany(shop: Shop, plan: CompanyPlan, index: number, directory: Directory, size: number): void {
  const { random } = shop;
  const numbers = addCompanyNumbers(shop, plan, index);
  addTags(
    shop,
    numbers.map((number) => ({ number, desks: [], weight: 1, tag: /ads|signs|Website|Instagram|Billboard/.test(number.label) ? 'Marketing' : 'Office' })),
  );
  const contacts = Array.from({ length: size }, (_, at) => {
    const number = 'areaCodes' in plan.numbers ? directory(random.pick(plan.numbers.areaCodes)) : fillPattern(plan.numbers.theirs, index * 11 + at * 2);
    return addContact(shop, { number, city: plan.city, state: plan.state });
  });
  const [first = 'Regulars', ...others] = groupNames[plan.trade];
  addGroups(shop, contacts, { [first]: 0.4, ...Object.fromEntries(others.map((name) => [name, 0.2])) }, { VIP: 0.05, 'Follow up': 0.1 });
  const unread = index === 7 ? 12 : random.int(0, 4);
  for (const [at, contact] of contacts.slice(0, Math.max(3, Math.round(size * 0.9))).entries()) writeThread(shop, plan, numbers, contact, at, unread);
}
