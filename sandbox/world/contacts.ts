/** Contacts: people and a few businesses, with what a company knows of them. */
import { formatInstant } from './clock.ts';
import { type City, createBusinessName, createPersonName, customerCities, pickJobTitle, toPlainName } from './names.ts';
import { computeRunningTotals, type Random } from './random.ts';
import type { ContactRow } from './rows.ts';
import type { Shop } from './shop.ts';

const day = 86_400_000;
const optIns = ['manual', 'import', 'inbound', 'web_form', 'keyword'] as const;
const optInWeights = computeRunningTotals([20, 38, 24, 12, 6]);
const sources: Readonly<Record<(typeof optIns)[number], readonly (string | null)[]>> = {
  manual: [null, 'front desk', 'trade fair'],
  import: ['contacts-2024.xlsx', 'dealer system', 'newsletter.csv'],
  inbound: ['called first', 'wrote first'],
  web_form: ['website', 'test drive form', 'finance form'],
  keyword: ['SPRING', 'TIRES'],
};
const remarks = [
  'Prefers texts to calls.',
  'Call after 5 pm only.',
  'Speaks Spanish.',
  'Has two cars with us.',
  'Very happy with the last visit.',
  'Ask about the lease end.',
  'Pays by company card.',
  'Allergic to strong air freshener.',
];
const cityWeights = computeRunningTotals(customerCities.map((_, index) => 40 / (index + 3)));

/** A city near the first company, the nearer the more often. */
export const pickCity = (random: Random): City => random.weighted(customerCities, cityWeights);

/** Writes a contact down; whatever is given stands instead of what chance would say. Who is unsubscribed is also opted out by number. */
export function addContact(shop: Shop, given: Pick<ContactRow, 'number' | 'city' | 'state'> & Partial<ContactRow>): ContactRow {
  const { random } = shop;
  const { first, last } = createPersonName(random);
  const isBusiness = random.chance(0.06);
  const optin = random.weighted(optIns, optInWeights);
  const born = shop.clock.now - Math.round(random.next() * 728 * day) - 3_600_000;
  const changed = Math.min(shop.clock.now - 60_000, born + Math.round(random.next() ** 3 * 200 * day));
  const row: ContactRow = {
    id: shop.nextId('contacts'),
    company_id: shop.id,
    name: `${first} ${last}`,
    company_name: isBusiness ? createBusinessName(random) : null,
    email: random.chance(0.72) ? `${toPlainName(first)}.${toPlainName(last)}${random.int(1, 99)}@example.com` : null,
    zip: given.state === 'CA' ? String(random.int(90_001, 96_100)) : null,
    notes: random.chance(0.08) ? random.pick(remarks) : null,
    optin_type: optin,
    optin_source: random.pick(sources[optin]),
    is_invalid: random.chance(0.008),
    is_unsubscribed: random.chance(0.025),
    custom: isBusiness ? JSON.stringify({ title: pickJobTitle(random), country: null }) : '{}',
    added_at: formatInstant(born),
    created_at: formatInstant(born),
    updated_at: formatInstant(changed),
    ...given,
  };
  shop.rows.add('contacts', row);
  if (row.is_unsubscribed) {
    const at = Math.min(shop.clock.now - day, born + random.int(1, 300) * day);
    shop.rows.add('opt_outs', {
      company_id: shop.id,
      number: row.number,
      source: random.pick(['keyword', 'keyword', 'manual']),
      at: formatInstant(Math.max(born, at)),
    });
  }
  return row;
}

/** Groups and labels by name, and who is in them; `share` of the contacts, by chance. */
export function addGroups(
  shop: Shop,
  contacts: readonly ContactRow[],
  groups: Readonly<Record<string, number>>,
  labels: Readonly<Record<string, number>>,
): void {
  const { random } = shop;
  for (const [name, share] of Object.entries(groups)) {
    const id = shop.nextId('contact_groups');
    shop.rows.add('contact_groups', { id, company_id: shop.id, name });
    for (const contact of contacts)
      if (random.chance(share) || isInitialMember(contact, name))
        shop.rows.add('contact_group_members', { company_id: shop.id, group_id: id, contact_id: contact.id });
  }
  for (const [label, share] of Object.entries(labels)) {
    const id = shop.nextId('contact_labels');
    shop.rows.add('contact_labels', { id, company_id: shop.id, label });
    for (const contact of contacts)
      if (random.chance(share) || isInitialMember(contact, label))
        shop.rows.add('contact_label_members', { company_id: shop.id, label_id: id, contact_id: contact.id });
  }
}

/** The first contact of the first company is who the documentation's pictures show. */
const isInitialMember = (contact: ContactRow, name: string): boolean =>
  contact.name === 'Dana Whitfield' && ['Spring promo', 'Test drives', 'VIP'].includes(name);
