/** Numbers that a company lists for sale (spec 2.3). */
import * as z from 'zod/mini';

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
