/** Users of a company (spec 2.3). */
import * as z from 'zod/mini';
import { roles } from '../core/permissions.ts';
import { id } from '../core/schema.ts';
import { AttributeValue } from '../customFields/entities.ts';

/** A person of a company (spec 2.3 User). */
export const CompanyUser = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  numbers: z.array(id),
  /** Ours: the user’s own phones, E.164. */
  phones: z.array(z.string()),
  eavAttributeValues: z.array(AttributeValue),
});
export type CompanyUser = z.output<typeof CompanyUser>;
