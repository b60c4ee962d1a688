/** Templates of a busy company, and which of its numbers are on the marketplace. */

import type { RingRoute } from '#contract/routing/entities.ts';
import { createRoute, getRouteType } from '#contract/routing/rules.ts';
import type { Preset } from '#contract/text/hour.ts';
import { applyPreset, createHours } from '#contract/text/hours.ts';
import { formatInstant } from './clock.ts';
import type { Desk } from './numbers.ts';
import type { Shop } from './shop.ts';

const day = 86_400_000;
const [desk, mobile, night] = ['+14155550120', '+14155550121', '+14155550122'];

type Extension = Pick<RingRoute, 'label'> & Partial<Pick<RingRoute, 'stagger' | 'timeout' | 'confirmKey'>> & { readonly phones: readonly string[] };
const templates: readonly { readonly name: string; readonly preset: Preset; readonly records: boolean; readonly routes: readonly Extension[] }[] = [
  { name: 'Campaign line', preset: 1, records: true, routes: [{ label: 'Sales', phones: [desk, mobile] }] },
  {
    name: 'Sales and service menu',
    preset: 2,
    records: true,
    routes: [
      { label: 'Sales', phones: [desk, mobile], stagger: true, timeout: 15 },
      { label: 'Service', phones: [mobile], confirmKey: true },
      { label: 'After hours', phones: [night] },
    ],
  },
  { name: 'Voicemail only', preset: 5, records: false, routes: [{ label: 'Voicemail', phones: [] }] },
];

/** Adds templates to a company. */
export function addTemplates(shop: Shop): void {
  for (const [at, { name, preset, records, routes }] of templates.entries()) {
    const id = shop.nextId('number_templates');
    const made = routes.map(({ phones, ...route }, place): RingRoute => {
      const forwards = phones.map((number, phone) => ({ id: `t${id}-${place}-${phone}`, number }));
      const whole = { ...createRoute(`t${id}-${place}`, place + 1), ...route, forwards };
      return { ...whole, type: getRouteType({ ...whole, type: undefined }, preset) };
    });
    shop.rows.add('number_templates', {
      id,
      company_id: shop.id,
      name,
      routes: JSON.stringify(made),
      hours: JSON.stringify(applyPreset(createHours(shop.clock.timezone, preset), preset)),
      record_calls: records,
      created_at: formatInstant(shop.clock.now - (90 - at * 20) * day),
      updated_at: formatInstant(shop.clock.now - (30 - at * 9) * day),
    });
  }
}

/** Lists the parked numbers and a few campaigns; two more have a price and are not listed. */
export function addListings(shop: Shop, desks: readonly Desk[]): void {
  const parked = desks.filter(({ number }) => number.status === 1);
  const campaigns = desks.filter(({ number, tag }) => number.status === 0 && tag === 'Ads').slice(-7);
  for (const [at, { number }] of [...parked, ...campaigns].entries()) {
    const isListed = at < parked.length + campaigns.length - 2;
    const since = formatInstant(shop.clock.now - (3 + at * 6) * day);
    shop.rows.add('marketplace_listings', {
      number_id: number.id,
      company_id: shop.id,
      number: number.number,
      is_listed: isListed,
      price: 150 + ((at * 135) % 700),
      listed_at: isListed ? since : null,
      updated_at: since,
    });
  }
}
