/** Available numbers and purchases (spec 2.3). */
import * as z from 'zod/mini';

/** A number that can be bought. Costs in US dollars; `type` as it will be stored (ENUM-012…014). */
export const Offer = z.object({
  number: z.string(),
  nationalNumber: z.string(),
  /** With the letters that were looked for: `800-55P-LUMB`. */
  vanity: z.nullable(z.string()),
  locality: z.nullable(z.string()),
  region: z.nullable(z.string()),
  category: z.number(),
  type: z.number(),
  lineType: z.number(),
  providerId: z.number(),
  smsCapable: z.boolean(),
  monthlyCost: z.number(),
});
export type Offer = z.output<typeof Offer>;

/** Status of one number of a purchase. */
const purchaseItemStates = ['waiting', 'intent', 'bought', 'taken', 'refused'] as const;

const PurchaseItem = z.object({
  number: z.string(),
  state: z.enum(purchaseItemStates),
  monthlyCost: z.number(),
  numberId: z.nullable(z.number()),
  /** Why not, in words. */
  reason: z.nullable(z.string()),
});

/** Status of a purchase: being bought, all bought, some, none. */
const purchaseStates = ['buying', 'bought', 'partly', 'refused'] as const;

export const Purchase = z.object({
  key: z.string(),
  companyId: z.number(),
  state: z.enum(purchaseStates),
  items: z.array(PurchaseItem),
  /** Of what was bought. */
  monthlyCost: z.number(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type Purchase = z.output<typeof Purchase>;
