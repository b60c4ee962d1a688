/** The directory of callers, in the shapes of Trestle's reverse phone interface: the same number is the same person at every start. */
import type { FastifyInstance } from 'fastify';
import { findAreaState } from '#contract/text/areaCodes.ts';

const firsts = ['Maria', 'James', 'Linda', 'Robert', 'Aisha', 'Daniel', 'Karen', 'Tom', 'Grace', 'Miguel', 'Hannah', 'Omar'];
const lasts = ['Alvarez', 'Bennett', 'Carter', 'Diaz', 'Edwards', 'Foster', 'Grant', 'Huang', 'Ibrahim', 'Jensen', 'Kowalski', 'Lopez'];
const trades = ['Plumbing', 'Bakery', 'Realty', 'Auto Body', 'Dental', 'Landscaping'];
const streets = ['Main St', 'Oak Ave', 'Maple Dr', 'Sunset Blvd', '2nd St', 'Lakeview Rd'];
const cities = ['Springfield', 'Fairview', 'Riverside', 'Franklin', 'Greenville'];
const carriers = ['Verizon Wireless', 'AT&T', 'T-Mobile', 'Comcast', 'Bandwidth'];
const lines = ['Mobile', 'Mobile', 'Landline', 'NonFixedVOIP'];

/** Numbers with a known outcome, by their last four digits. */
export const magicLookups: readonly { readonly ending: string; readonly title: string }[] = [
  { ending: '0404', title: 'No owner known' },
  { ending: '0500', title: 'The directory fails with 500' },
  { ending: '0600', title: 'A business' },
];

const pick = <T>(from: readonly T[], seed: number, fallback: T): T => from[seed % from.length] ?? fallback;

function createOwner(number: string) {
  const seed = Number(number.slice(-7));
  const isBusiness = number.endsWith('0600') || seed % 7 === 0;
  const last = pick(lasts, Math.floor(seed / 13), 'Grant');
  const first = pick(firsts, seed, 'Maria');
  return {
    id: `Person.${number.slice(1)}`,
    name: isBusiness ? `${last} ${pick(trades, seed, 'Bakery')}` : `${first} ${last}`,
    firstname: isBusiness ? null : first,
    lastname: isBusiness ? null : last,
    type: isBusiness ? 'Business' : 'Person',
    current_addresses: [
      {
        location_type: 'Address',
        street_line_1: `${100 + (seed % 900)} ${pick(streets, seed, 'Main St')}`,
        street_line_2: null,
        city: pick(cities, Math.floor(seed / 5), 'Franklin'),
        postal_code: String(10_000 + (seed % 89_000)),
        state_code: findAreaState(number.slice(2, 5)) ?? 'CA',
        country_code: 'US',
        is_active: true,
      },
    ],
  };
}

/** Registers it; any key is right. */
export async function registerTrestleRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { phone?: string } }>('/3.2/phone', async ({ headers, query }, reply) => {
    const given = headers['x-api-key'];
    if (typeof given !== 'string' || given === '') return reply.code(403).send({ message: 'Forbidden' });
    const number = (query.phone ?? '').trim().replace(/^(?=\d)/, '+');
    if (!/^\+[1-9]\d{6,14}$/.test(number)) return reply.code(400).send({ error: { name: 'InvalidInput', message: 'phone is not valid' } });
    if (number.endsWith('0500')) return reply.code(500).send({ error: { name: 'InternalError', message: 'Could not retrieve the entire response' } });
    const isKnown = !number.endsWith('0404');
    const seed = Number(number.slice(-7));
    const owner = createOwner(number);
    return {
      id: `Phone.${number.slice(1)}`,
      phone_number: number,
      is_valid: true,
      country_calling_code: '1',
      line_type: pick(lines, seed, 'Mobile'),
      carrier: pick(carriers, seed, 'AT&T'),
      is_prepaid: seed % 9 === 0,
      is_commercial: isKnown && owner.type === 'Business',
      owners: isKnown ? [owner] : [],
      error: null,
      warnings: [],
    };
  });
}
