/** Finding and buying numbers over HTTP (spec 1.7). */
import { overlaysOf, stateOfArea } from '#contract/areaCodes.ts';
import type { routes } from '#contract/index.ts';
import { matchLabel, matchModes } from '#contract/numberSearch.ts';
import { tollFreePrefixes } from '#contract/vanity.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { locate } from './locate.ts';
import { orderNumbers, readPurchase } from './orders.ts';

const anything = { category: 1, overlays: true, match: 'contains', pattern: '' } as const;

export const handlers: Handlers<typeof routes.purchase> = {
  locate: async ({ body, services }) => {
    const { offers, areaCodes } = await locate(services.carrier.numbers, body.searchUpdated ?? anything, body.limit);
    return { data: offers, meta: { total: offers.length, areaCodes } };
  },

  buy: ({ body, seat, caller, services }) => orderNumbers(services, body, { seat, caller }),

  get: ({ params }) => readPurchase(params.key),

  prefixes: async () => ({ data: tollFreePrefixes.map((prefix) => ({ prefix })), meta: { total: tollFreePrefixes.length } }),

  patterns: async () => ({ data: matchModes.map((match) => ({ match, label: matchLabel[match] })), meta: { total: matchModes.length } }),

  overlay: async ({ params: { areaCode } }) => {
    const region = stateOfArea(areaCode);
    if (region === null) throw new Refusal('not_found', { message: `${areaCode} is no area code of the United States` });
    return { areaCode, region, overlays: overlaysOf(areaCode) };
  },
};
