/** Tags of numbers and calls (spec 1.3). */
import * as z from 'zod/mini';

/** A tag. `businessUnitId`: the organization whose companies all have it; its administrators alone change it. `numbers` counts the company's numbers that have it. */
export const Tag = z.object({ id: z.number(), name: z.string(), businessUnitId: z.nullable(z.number()), numbers: z.number() });
export type Tag = z.output<typeof Tag>;
