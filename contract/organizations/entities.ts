/** Organizations (spec 2.3). */
import * as z from 'zod/mini';
import { AttributeValue } from '../customFields/entities.ts';
import { accountStatuses } from './enums.ts';

/** An organization (business unit). */
export const Organization = z.object({
  id: z.number(),
  name: z.string(),
  companyCount: z.number(),
  eavAttributeValues: z.array(AttributeValue),
  /** Number of accounts in each status. */
  accountStatuses: z.array(z.object({ status: z.enum(accountStatuses), count: z.number() })),
  users: z.array(z.object({ id: z.number(), userId: z.number(), name: z.string(), email: z.string(), eavAttributeValues: z.array(AttributeValue) })),
});
export type Organization = z.output<typeof Organization>;
