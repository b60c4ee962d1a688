/** Labels of contacts (spec 2.3). */
import * as z from 'zod/mini';
import { id } from '../core/schema.ts';

/** A label. `contactCount`: the contacts that have it, deleted ones aside. */
export const ContactLabel = z.object({ id, label: z.string(), contactCount: z.number() });
export type ContactLabel = z.output<typeof ContactLabel>;
