/** Marketplace numbers (spec 2.7; AMB-50): which numbers of the company are offered to others, and for how much. */
import * as z from 'zod/mini';
import { route } from './route.ts';
import { clear, Flag, Id, list } from './schema.ts';

/** Dollars; the lowest and the highest price that can be asked. */
export const marketplacePrices = [1, 1_000_000] as const;
/** RULE-220. */
export const marketplaceReportName = 'marketplace_report.csv';
/** MSG-043, MSG-044. */
export const marketplaceMessages = { updated: 'Marketplace number updated successfully.', reported: 'Report generated successfully.' } as const;

/** A number of the company on the marketplace. `id` is the number's; `price` in dollars, null while none was named. */
export const MarketplaceNumber = z.object({
  id: z.number(),
  number: z.string(),
  label: z.string(),
  status: z.number(),
  vanity: z.nullable(z.string()),
  monthlyCost: z.number(),
  calls30Days: z.number(),
  isListed: z.boolean(),
  price: z.nullable(z.number()),
  listedAt: z.nullable(z.string()),
});
export type MarketplaceNumber = z.output<typeof MarketplaceNumber>;

/** Sums over the numbers a person works. Money in dollars; `averagePrice` null while nothing is listed; calls of the last 30 days. */
export const MarketplaceKpi = z.object({
  numbers: z.number(),
  listed: z.number(),
  askingTotal: z.number(),
  averagePrice: z.nullable(z.number()),
  monthlyCostListed: z.number(),
  calls30DaysListed: z.number(),
  /** Parked, without a call in 30 days, and not listed. */
  idle: z.number(),
});
export type MarketplaceKpi = z.output<typeof MarketplaceKpi>;

const [least, most] = marketplacePrices;
const price = z.coerce.number().check(z.gte(least, `At least $${least}`), z.lte(most, 'At most $1,000,000'), z.multipleOf(0.01, 'Dollars and whole cents'));

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;
const rows = list(MarketplaceNumber, z.object({ total: z.number() }));

export const marketplace = {
  list: route('GET /companies/{companyId}/marketplace-numbers', {
    ...ofCompany,
    access: 'numbers.read',
    reply: rows,
    spec: 'CALL-198',
    summary: 'Numbers of the company, each with what is asked for it',
  }),
  kpi: route('GET /companies/{companyId}/marketplace-numbers/kpi', {
    ...ofCompany,
    access: 'numbers.read',
    reply: MarketplaceKpi,
    spec: 'CALL-199',
    summary: 'How many numbers are listed, and for how much',
  }),
  get: route('GET /companies/{companyId}/marketplace-numbers/{id}', {
    ...one,
    access: 'numbers.read',
    reply: MarketplaceNumber,
    spec: 'CALL-200',
    summary: 'One number on the marketplace',
  }),
  listings: route('GET /companies/{companyId}/marketplace-numbers/listings', {
    ...ofCompany,
    access: 'numbers.read',
    reply: rows,
    spec: 'CALL-201',
    summary: 'The numbers that are listed, the latest first',
  }),
  report: route('GET /companies/{companyId}/marketplace-numbers/report', {
    ...ofCompany,
    access: 'numbers.read',
    raw: true,
    spec: 'CALL-202',
    summary: 'All of it as CSV: marketplace_report.csv',
    perMinute: 60,
  }),
  update: route('PUT /companies/{companyId}/marketplace-numbers/{id}', {
    ...one,
    access: 'numbers.buy',
    body: z.object({ isListed: z.optional(Flag), price: z.optional(price), clear: clear(['price']) }),
    reply: MarketplaceNumber,
    spec: 'CALL-203',
    summary: 'Names a price, lists the number or takes it off; a number is listed with a price only',
  }),
};
