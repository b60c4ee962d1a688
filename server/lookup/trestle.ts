/** Trestle's reverse phone interface, or what speaks its wire: GET /3.2/phone?phone=… with the key in `x-api-key`. */
import * as z from 'zod/mini';
import type { CallerDirectory, CallerInfo } from './lookup.ts';

const patienceMs = 8_000;
/** Of one number: a shared line has many. */
const mostOwners = 5;

const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const word = maybe(z.string().check(z.maxLength(300)));
const Address = z.object({ street_line_1: word, street_line_2: word, city: word, state_code: word, postal_code: word });
const Phone = z.object({
  line_type: word,
  carrier: word,
  is_prepaid: maybe(z.boolean()),
  is_commercial: maybe(z.boolean()),
  owners: maybe(z.array(z.object({ name: word, type: word, current_addresses: maybe(z.array(Address)) }))),
});

function onOneLine(address: z.output<typeof Address> | undefined): string | null {
  if (!address) return null;
  const place = [address.city, [address.state_code, address.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [address.street_line_1, address.street_line_2, place].filter(Boolean).join(', ') || null;
}

function found(phone: z.output<typeof Phone>): CallerInfo {
  const owners = (phone.owners ?? []).flatMap(({ name, type, current_addresses: addresses }) =>
    name ? [{ name, kind: type?.toLowerCase() === 'business' ? ('business' as const) : ('person' as const), address: onOneLine(addresses?.[0]) }] : [],
  );
  return {
    lineType: phone.line_type?.toLowerCase() || null,
    carrier: phone.carrier || null,
    isPrepaid: phone.is_prepaid ?? null,
    isCommercial: phone.is_commercial ?? null,
    owners: owners.slice(0, mostOwners),
  };
}

/** Makes the adapter. */
export function createTrestle({ url, apiKey }: { readonly url: string; readonly apiKey: string }): CallerDirectory {
  return {
    async look(number) {
      const answer = await fetch(`${url}/3.2/phone?phone=${encodeURIComponent(number)}`, {
        headers: { 'x-api-key': apiKey, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => {
        throw new Error('Caller lookup didn’t respond. Try again.');
      });
      if (!answer.ok) throw new Error(`The directory of callers answered ${answer.status}`);
      const read = Phone.safeParse(await answer.json().catch(() => null));
      if (!read.success) throw new Error('The directory of callers sent what cannot be read');
      return found(read.data);
    },
  };
}
