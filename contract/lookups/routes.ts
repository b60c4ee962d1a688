/** Looking up who is behind a number (spec 2.7). Neither payload nor answer is shown: the number goes, and what the trade calls a reverse lookup comes back. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Id, PhoneInput } from '../core/schema.ts';
import { CallerLookup } from './entities.ts';

export const routes = {
  caller: route('POST /company/{companyId}/trestle/lookup', {
    access: 'callers.lookup',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ number: PhoneInput }),
    reply: CallerLookup,
    callsProvider: true,
    perMinute: 20,
    spec: 'CALL-197',
    summary: 'Who is behind a number: name, line type, carrier, address. Paid; the same number is answered from what is known for 30 days',
  }),
};
