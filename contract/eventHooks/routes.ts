/** Calls over webhooks that a company is told events by. An addition of ours. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, Flag, Id, Page, PageMeta } from '../core/schema.ts';
import { parseWebAddress } from '../text/webAddress.ts';
import { EventHook, EventHookWithSecret, HookDelivery } from './entities.ts';
import { hookEvents } from './enums.ts';
import { hookLimits as limits } from './limits.ts';

const ofCompany = { access: 'webhooks.manage', company: 'path.companyId', params: { companyId: Id } } as const;
const one = { access: 'webhooks.manage', company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

const url = z.string().check(
  z.trim(),
  z.maxLength(limits.url, `At most ${limits.url} characters`),
  z.refine(
    (typed) => /^https:\/\//i.test(typed) && parseWebAddress(typed) !== null,
    'Enter a public address with https, like https://hooks.example.com/keyline',
  ),
);
const events = z.array(z.enum(hookEvents)).check(
  z.minLength(1, 'Choose at least one event'),
  z.maxLength(hookEvents.length),
  z.refine((list) => new Set(list).size === list.length, 'Choose each event once'),
);

export const routes = {
  list: route('GET /companies/{companyId}/webhooks', {
    ...ofCompany,
    reply: createListSchema(EventHook, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'Webhooks of the company, by their address',
  }),
  create: route('POST /companies/{companyId}/webhooks', {
    notWhileActing: true,
    ...ofCompany,
    body: z.object({ url, events }),
    perMinute: 60,
    reply: EventHookWithSecret,
    spec: 'ours',
    summary:
      'Posts events to an address from now on, signed as Standard Webhooks are. `secret` is shown this once; an address the company has already is refused with 409',
  }),
  update: route('PUT /companies/{companyId}/webhooks/{id}', {
    notWhileActing: true,
    ...one,
    body: z.object({ url: z.optional(url), events: z.optional(events), isActive: z.optional(Flag) }),
    perMinute: 120,
    reply: EventHook,
    spec: 'ours',
    summary: 'Changes a webhook. Turned off it is sent nothing more, and what still waits is dropped',
  }),
  delete: route('DELETE /companies/{companyId}/webhooks/{id}', {
    ...one,
    spec: 'ours',
    summary: 'Deletes a webhook with its log; what still waits is never sent',
  }),
  rotateSecret: route('POST /companies/{companyId}/webhooks/{id}/secret', {
    notWhileActing: true,
    ...one,
    perMinute: 20,
    reply: EventHookWithSecret,
    spec: 'ours',
    summary: 'Makes another signing secret, shown this once. For a day deliveries are signed with the one before, too',
  }),
  test: route('POST /companies/{companyId}/webhooks/{id}/test', {
    ...one,
    callsProvider: true,
    perMinute: 20,
    reply: HookDelivery,
    spec: 'ours',
    summary: 'Posts `webhook.test` once, now, and tells what the receiver answered',
  }),
  deliveries: route('GET /companies/{companyId}/webhooks/{id}/deliveries', {
    ...one,
    query: { page: Page, per_page: createPageSizeSchema(limits.deliveriesPerPage, limits.deliveriesPerPage) },
    reply: createListSchema(HookDelivery, PageMeta),
    spec: 'ours',
    summary: `Deliveries of the last ${limits.logDays} days, newest first`,
  }),
  resend: route('POST /companies/{companyId}/webhooks/{id}/deliveries/{deliveryId}/resend', {
    access: 'webhooks.manage',
    company: 'path.companyId',
    params: { companyId: Id, id: Id, deliveryId: Id },
    perMinute: 60,
    reply: HookDelivery,
    spec: 'ours',
    summary: 'Sends a delivery again, under the same `webhook-id`. Refused while it waits, and while the webhook is off',
  }),
};
