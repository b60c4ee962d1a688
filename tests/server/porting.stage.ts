/** A port-in request as tests make it: everything it needs, and papers of each kind. */

import type { RouteBodyInput } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { FormFile } from './client.ts';
import { pdf, png } from './samples.ts';

type Given = RouteBodyInput<(typeof routes)['porting']['create']>;

/** The letter of authorization. */
export const letter: FormFile = { field: 'letter', name: 'letter.pdf', type: 'application/pdf', bytes: pdf };
/** A bill of the number's present carrier. */
export const bill: FormFile = { field: 'bill', name: 'bill.png', type: 'image/png', bytes: png };
/** All the papers a request needs. */
export const papers = [letter, bill];

/** A day far enough ahead. */
export const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A request that is complete, for these numbers. */
export const portBody = (numbers: readonly string[], given: Partial<Given> = {}): Given => ({
  key: `port-${crypto.randomUUID()}`,
  numbers: numbers.join('\n'),
  losingCarrier: 'Old Bell',
  customerName: 'Northwind Motors LLC',
  accountNumber: 'NW-556677',
  pin: '4711',
  authorizedName: 'Ana Ruiz',
  authorizedEmail: 'ana@northwind.example',
  street: '1 Harbor Way',
  city: 'Los Angeles',
  state: 'ca',
  zip: '90012',
  ...given,
});
