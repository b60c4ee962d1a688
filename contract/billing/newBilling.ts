/** Fields with which billing is saved (CALL-108, and CALL-094 for a new company). */
import * as z from 'zod/mini';
import { createLineSchema } from '../core/schema.ts';
import type { billingFields } from './entities.ts';

const address = (max: number) => z.optional(createLineSchema(max));

/** The billing address, and the token that the page of the card service gave. */
export const newBilling = {
  billingName: address(100),
  billingAddress: address(200),
  billingAddress_2: address(200),
  billingCity: address(100),
  billingState: address(50),
  billingZip: address(20),
  billingCountry: z.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z]{2}$/, 'Two letters, such as US'))),
  chargifyToken: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_]{8,255}$/, 'The token of the card service'))),
} satisfies Record<keyof typeof billingFields | 'chargifyToken', unknown>;
