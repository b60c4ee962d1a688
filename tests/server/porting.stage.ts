/** A port-in request as tests make it: everything it needs, and papers of each kind. */
import type { routes } from '#contract/index.ts';
import type { BodyInputOf } from '#contract/route.ts';
import type { FormFile } from './client.ts';

type Given = BodyInputOf<(typeof routes)['porting']['create']>;

const encoder = new TextEncoder();
/** The smallest PDF that is one. */
export const pdf = encoder.encode(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

export const letter: FormFile = { field: 'letter', name: 'letter.pdf', type: 'application/pdf', bytes: pdf };
export const bill: FormFile = { field: 'bill', name: 'bill.png', type: 'image/png', bytes: png };
export const papers = [letter, bill];

/** A day far enough ahead. */
export const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

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
