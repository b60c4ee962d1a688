/** Finding and buying numbers over HTTP (spec 1.7). */

import type { routes } from '#contract/index.ts';
import { findAreaState, listOverlays } from '#contract/text/areaCodes.ts';
import { matchLabel, matchModes, numberCategories } from '#contract/text/numberSearch.ts';
import { tollFreePrefixes } from '#contract/text/vanity.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { findCategory, parseNamedNumbers } from './asked.ts';
import { getNumberVendor } from './market.ts';
import { orderNumbers, readPurchase } from './orders.ts';
import { completeSearch, locate } from './searchAvailableNumbers.ts';

const anything = { overlays: true, match: 'contains', pattern: '' } as const;

export const handlers: Handlers<typeof routes.purchase> = {
  locate: async ({ body, services }) => {
    const wanted = completeSearch(body.searchUpdated ?? anything);
    const { offers, areaCodes } = await locate(getNumberVendor(services, wanted.category, 'search_updated.category'), wanted, body.limit);
    return { data: offers, meta: { total: offers.length, areaCodes } };
  },

  buy: async ({ body, membership, authUser, services }) => {
    const numbers = parseNamedNumbers(body);
    const [first = ''] = numbers;
    const category = findCategory(services, body, first);
    if (category === numberCategories.fax && body.routes !== undefined)
      throw new AppError('invalid', { field: 'routes', message: 'Fax numbers have no call routing' });
    const { key, providerId, quantity, label, vanity, routes, monthlyCost } = body;
    const order = { key, providerId, quantity, label, vanity, routes, monthlyCost, category, numbers };
    return orderNumbers(services, order, { membership, authUser });
  },

  get: ({ params }) => readPurchase(params.key),

  prefixes: async () => ({ data: tollFreePrefixes.map((prefix) => ({ prefix })), meta: { total: tollFreePrefixes.length } }),

  patterns: async () => ({ data: matchModes.map((match) => ({ match, label: matchLabel[match] })), meta: { total: matchModes.length } }),

  overlay: async ({ params: { areaCode } }) => {
    const region = findAreaState(areaCode);
    if (region === null) throw new AppError('not_found', { message: `${areaCode} is not a US area code` });
    return { areaCode, region, overlays: listOverlays(areaCode) };
  },
};
