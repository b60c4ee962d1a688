/** Marketplace numbers (spec 2.7; AMB-50): which numbers of the company are offered to others, and for how much. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createClearSchema, createListSchema, Flag, Id } from '../core/schema.ts';
import { MarketplaceKpi, MarketplaceNumber } from './entities.ts';
import { marketplacePrices } from './enums.ts';

const [least, most] = marketplacePrices;

const price = z.coerce.number().check(z.gte(least, `At least $${least}`), z.lte(most, 'At most $1,000,000'), z.multipleOf(0.01, 'Dollars and whole cents'));

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;

const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

const rows = createListSchema(MarketplaceNumber, z.object({ total: z.number() }));

export const routes = {
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
    body: z.object({ isListed: z.optional(Flag), price: z.optional(price), clear: createClearSchema(['price']) }),
    reply: MarketplaceNumber,
    spec: 'CALL-203',
    summary: 'Names a price, lists the number or takes it off; a number is listed with a price only',
  }),
};
