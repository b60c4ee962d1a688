/** Finding and buying numbers (spec 1.2, 1.7; issue of one truth per number: SAFETY.md). */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { AreaCode, createListSchema, createNameSchema, createTextSchema, E164, Flag, Id, Key, OwnKey, PhoneInput } from '../core/schema.ts';
import { numberLimits } from '../numbers/limits.ts';
import { RoutingInput } from '../routing/entities.ts';
import { matchModes, maxBulkNumbers, maxPatternLength } from '../text/numberSearch.ts';
import { tollFreePrefixes } from '../text/vanity.ts';
import { Offer, Purchase } from './entities.ts';

/** `search_updated` of the call: what is looked for. Of category, purchase type and prefix one is enough; those that contradict each other are refused. */
const Search = z.object({
  category: z.optional(z.literal([1, 2, 3])),
  type: z.optional(z.literal([1, 2, 3, 4])),
  areaCode: z.optional(AreaCode),
  overlays: z._default(Flag, true),
  prefix: z.optional(z.enum(tollFreePrefixes)),
  match: z._default(z.enum(matchModes), 'contains'),
  pattern: z._default(
    z.string().check(z.regex(/^[A-Za-z0-9]*$/, 'Digits and letters only'), z.maxLength(maxPatternLength, `At most ${maxPatternLength} digits or letters`)),
    '',
  ),
});

export const routes = {
  locate: route('POST /numbers/locate', {
    access: 'numbers.buy',
    company: 'header',
    callsProvider: true,
    body: z.object({
      country: z._default(z.literal('US', { error: 'Only US numbers are available' }), 'US'),
      searchUpdated: z.optional(Search),
      limit: z._default(z.int('A whole number').check(z.gte(1), z.lte(maxBulkNumbers, `At most ${maxBulkNumbers} at a time`)), numberLimits.numberSearchLimit),
    }),
    reply: createListSchema(Offer, z.object({ total: z.number(), areaCodes: z.array(z.string()) })),
    perMinute: 120,
    spec: 'CALL-047',
    summary: 'Numbers that can be bought; the same search within 300 s is answered from what was found',
  }),
  buy: route('POST /numbers', {
    access: 'numbers.buy',
    company: 'body.companyId',
    callsProvider: true,
    body: z.object({
      companyId: z.optional(Id),
      /** The client's key: the same key twice is one purchase. The server makes one where none is sent. */
      key: OwnKey,
      providerId: z._default(z.literal([1, 2, 3, 4]), 1),
      /** One number, in any spelling, or several; with `quantity` as many more as are missing, of the same area code or prefix. */
      number: z.optional(PhoneInput),
      numbers: z.optional(z.array(E164).check(z.minLength(1, 'Choose a number first'), z.maxLength(maxBulkNumbers, `At most ${maxBulkNumbers} at a time`))),
      quantity: z.optional(z.coerce.number().check(z.multipleOf(1, 'A whole number'), z.gte(1), z.lte(maxBulkNumbers, `At most ${maxBulkNumbers} at a time`))),
      /** Checked against the numbers: toll-free numbers are type 2, fax numbers type 3. */
      numberType: z.optional(z.literal([1, 2, 3, 4])),
      category: z.optional(z.literal([1, 3])),
      label: z.optional(createNameSchema(100)),
      /** Call routing that each number gets once it is bought. */
      routes: z.optional(RoutingInput.shape.routes),
      vanity: z.optional(
        z.string().check(z.regex(/^[A-Za-z0-9]*$/, 'Digits and letters only'), z.maxLength(maxPatternLength, `At most ${maxPatternLength} digits or letters`)),
      ),
      /** Monthly price that the person was shown, all numbers together; another price is refused. Absent: the carrier's current price. */
      monthlyCost: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
    }),
    reply: Purchase,
    perMinute: 60,
    spec: 'CALL-046',
    summary: 'Buys numbers. Idempotent by key; a number is bought once whatever happens; refused beyond the plan, the spend cap, or at another price',
  }),
  get: route('GET /companies/{companyId}/numbers/purchases/{key}', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    reply: Purchase,
    spec: 'ours',
    summary: 'How far a purchase is',
  }),
  prefixes: route('GET /companies/{companyId}/numberPrefixes', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: createListSchema(z.object({ prefix: z.enum(tollFreePrefixes) }), z.object({ total: z.number() })),
    spec: 'CALL-055',
    summary: 'Toll-free prefixes on offer, in order',
  }),
  patterns: route('GET /companies/{companyId}/patterns', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: createListSchema(z.object({ match: z.enum(matchModes), label: z.string() }), z.object({ total: z.number() })),
    spec: 'CALL-056',
    summary: 'How a pattern may match, in order',
  }),
  overlay: route('GET /numbers/overlay/{areaCode}', {
    access: 'numbers.read',
    company: 'header',
    params: { areaCode: createTextSchema(3) },
    reply: z.object({ areaCode: z.string(), region: z.string(), overlays: z.array(z.string()) }),
    spec: 'CALL-059',
    summary: 'Area codes that serve the same area',
  }),
};
