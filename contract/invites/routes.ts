/** Calls over invitations (spec 2.7), and accepting one by its link. */
import * as z from 'zod/mini';
import { CurrentUser } from '../auth/entities.ts';
import { NewPassword } from '../auth/secrets.ts';
import { roles } from '../core/permissions.ts';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Email, Id } from '../core/schema.ts';
import { CheckedAddress, Invite, InviteView } from './entities.ts';
import { inviteLimits } from './limits.ts';

const managed = { access: 'users.manage', company: 'path.companyId' } as const;
const one = { ...managed, params: { companyId: Id, id: Id } } as const;
const tooMany = `Up to ${inviteLimits.addresses} addresses`;
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'The token of the link in an invitation'));

/** People who are invited, and the rights the invitation confers. */
const InviteBody = z.object({
  email: z.optional(Email),
  emails: z.optional(z.array(Email).check(z.minLength(1, 'Send at least one address'), z.maxLength(inviteLimits.addresses, tooMany))),
  role: z.optional(z.enum(roles)),
  numbers: z.optional(z.array(Id).check(z.maxLength(1_000, 'Up to 1,000 IDs'))),
  businessUnitId: z.optional(Id),
  likeUserId: z.optional(Id),
});
export type InviteBody = z.output<typeof InviteBody>;

export const routes = {
  list: route('GET /invites', {
    access: 'users.manage',
    company: 'query.company_id',
    query: { company_id: z.optional(Id) },
    reply: createListSchema(Invite, z.object({ total: z.number() })),
    spec: 'CALL-125',
    summary: 'Open and expired invitations of a company, newest first',
  }),
  create: route('POST /company/{companyId}/invite', {
    ...managed,
    isPersonal: true,
    params: { companyId: Id },
    body: InviteBody,
    reply: z.object({ data: z.array(Invite) }),
    spec: 'CALL-126',
    summary: `Invites an address (email) or up to ${inviteLimits.addresses} (emails), and mails each a link. An address that is invited already is sent a new link in place. With business_unit_id the role is administrator (RULE-181); with like_user_id role, numbers and muted numbers are those of a colleague. What is conferred must be the inviter’s own`,
  }),
  check: route('POST /company/{companyId}/invite/check', {
    ...managed,
    // Looks into the caller’s other companies: it opens a transaction of its own.
    callsProvider: true,
    params: { companyId: Id },
    body: z.object({
      lines: z
        .array(z.string().check(z.maxLength(inviteLimits.lineCharacters, `Up to ${inviteLimits.lineCharacters} characters per line`)))
        .check(z.minLength(1, 'Send at least one address'), z.maxLength(inviteLimits.addresses, tooMany)),
    }),
    reply: z.object({ data: z.array(CheckedAddress) }),
    spec: 'ours',
    summary: 'Says of pasted lines who is new, known from another company of the caller, invited before or a member. Sends nothing',
  }),
  retract: route('POST /company/{companyId}/invite/retract', {
    ...managed,
    params: { companyId: Id },
    body: z.object({ ids: z.array(Id).check(z.minLength(1, 'Send at least one ID'), z.maxLength(inviteLimits.addresses, tooMany)) }),
    reply: z.object({ retracted: z.array(z.number()), opened: z.number() }),
    spec: 'ours',
    summary: 'Removes those of these invitations that weren’t opened; `opened` counts the others that are still pending',
  }),
  get: route('GET /company/{companyId}/invite/{id}', { ...one, reply: Invite, spec: 'CALL-127', summary: 'One invitation' }),
  delete: route('DELETE /company/{companyId}/invite/{id}', {
    ...one,
    spec: 'CALL-128',
    summary: 'Removes an invitation, expired or not; its link is worth nothing from then on',
  }),
  resend: route('GET /company/{companyId}/invite/{id}/resend', {
    ...one,
    changes: true,
    reply: z.object({ message: z.string() }),
    spec: 'CALL-129',
    summary: 'Mails a new link and begins its time again; the link before is worth nothing from then on',
  }),
  open: route('GET /invites/{token}', {
    access: 'public',
    params: { token: Token },
    changes: true,
    perMinute: 60,
    reply: InviteView,
    spec: 'ours',
    summary: 'What the holder of a link is invited to; marks the invitation as opened. A used, replaced, removed or old link is refused alike (410)',
  }),
  accept: route('POST /invites/{token}', {
    access: 'public',
    params: { token: Token },
    body: z.object({
      firstName: z.optional(createNameSchema(100)),
      lastName: z.optional(createNameSchema(100)),
      password: z.optional(NewPassword),
    }),
    reply: z.object({ companyId: z.number(), user: CurrentUser }),
    keepsSession: true,
    perMinute: 30,
    spec: 'ours',
    summary: 'Accepts an invitation, once: with the session of the invited address, or with a password as a new account of that address, which is signed in',
  }),
};
