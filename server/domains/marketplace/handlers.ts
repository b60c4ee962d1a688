/** Marketplace numbers over HTTP (spec 2.7). */

import type { routes } from '#contract/index.ts';
import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { marketplaceReportName } from '#contract/marketplace/texts.ts';
import { numberStatusLabel } from '#contract/numbers/enums.ts';
import type { Handlers } from '../../http/handlers.ts';
import { type Cell, csvStart, formatCsvLine } from '../exports/serializers.ts';
import { updateListing } from './commands.ts';
import { computeKpi, getMarketplaceNumber, listListings, listMarketplaceNumbers } from './queries.ts';

/** Columns of the report, in order. */
const columns: Readonly<Record<string, (row: MarketplaceNumber) => Cell>> = {
  Number: (row) => row.number,
  Label: (row) => row.label,
  Vanity: (row) => row.vanity,
  Status: (row) => numberStatusLabel[row.status === 1 ? 1 : 0],
  Listed: (row) => (row.isListed ? 'yes' : 'no'),
  'Price ($)': (row) => row.price,
  'Listed since': (row) => row.listedAt,
  'Calls of 30 days': (row) => row.calls30Days,
  'Monthly cost ($)': (row) => row.monthlyCost,
};

const all = <T>(data: T[]) => ({ data, meta: { total: data.length } });

export const handlers: Handlers<typeof routes.marketplace> = {
  list: async ({ membership }) => all(await listMarketplaceNumbers(membership)),
  listings: async ({ membership }) => all(await listListings(membership)),
  kpi: ({ membership }) => computeKpi(membership),
  get: ({ params, membership }) => getMarketplaceNumber(membership, params.id),
  update: ({ params, body, membership, authUser }) => updateListing(membership, authUser, params.id, body),

  report: async ({ membership, reply }) => {
    const lines = (await listMarketplaceNumbers(membership)).map((row) => formatCsvLine(Object.values(columns).map((cell) => cell(row))));
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${marketplaceReportName}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send([csvStart, formatCsvLine(Object.keys(columns)), ...lines].join(''));
  },
};
