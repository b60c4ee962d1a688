/** The call of support tickets. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createTextSchema, Flag, Id, Key, PhoneInput } from '../core/schema.ts';
import { SupportTicket, supportMessageLength } from './entities.ts';

export const routes = {
  ask: route('POST /contact/support-ticket/{companyId}', {
    access: 'support.write',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({
      /** The same key again is the same ticket. */
      key: z.optional(Key),
      message: createTextSchema(supportMessageLength),
      callbackNumber: z.optional(PhoneInput),
      callbackRequested: z.optional(Flag),
      pageUrl: z.optional(z.string().check(z.maxLength(2_000))),
    }),
    isForSuspended: true,
    multipart: true,
    files: ['attachments'],
    callsProvider: true,
    perMinute: 5,
    reply: SupportTicket,
    spec: 'CALL-252',
    summary:
      'Asks support: the ticket is stored and mailed to the support address with its attachments; replies go to the user. Idempotent by key. People of a suspended company can ask, too',
  }),
};
