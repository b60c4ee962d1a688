/** Calls over SMS verifications (spec 2.7). Submit, cancel and the two calls over numbers carry the id in their body (AMB-52). */
import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { createListSchema, Flag, Id, OwnKey } from '../core/schema.ts';
import { BrandInput, NumberChoice, ShownCampaignInput, SmsBrand, SmsCheck, SmsVerification, shownFields } from './entities.ts';
import { smsLanes } from './enums.ts';

const read = { access: 'registration.read', company: 'path.companyId' } as const;
const write = { access: 'registration.write', company: 'path.companyId' } as const;
const params = { companyId: Id };
const PageToken = z.string().check(z.minLength(1), z.maxLength(60));
const one = { params: { companyId: Id, id: Id } } as const;

export const routes = {
  list: route('GET /companies/{companyId}/sms-verification/campaign', {
    ...read,
    params,
    reply: createListSchema(SmsVerification, z.object({ total: z.number() })),
    spec: 'CALL-243',
    summary: 'SMS verifications of a company, newest first',
  }),
  get: route('GET /companies/{companyId}/sms-verification/campaign/{id}', {
    ...read,
    ...one,
    reply: SmsVerification,
    spec: 'CALL-244',
    summary: 'One SMS verification',
  }),
  create: route('POST /companies/{companyId}/sms-verification/campaign', {
    ...write,
    params,
    body: z.object({ key: OwnKey, brandId: z.optional(Id), brand: BrandInput, campaign: ShownCampaignInput }),
    reply: SmsVerification,
    spec: 'CALL-245',
    summary:
      'Creates a draft. Idempotent by key. With `brand_id` it joins a brand of the organization, whose fields then hold. Of what only the server writes, what a new draft has may be sent',
  }),
  update: route('POST /companies/{companyId}/sms-verification/campaign/{id}/{brandId}', {
    ...write,
    params: { companyId: Id, id: Id, brandId: Id },
    body: z.object({ ...shownFields, brand: BrandInput, campaign: ShownCampaignInput, _method: z.literal('PUT') }),
    reply: SmsVerification,
    spec: 'CALL-246',
    summary:
      'Changes a draft or a rejected registration as a whole, with the method override `_method=PUT` (RULE-206). What only the server writes may be sent as it was shown; another value is refused',
  }),
  submit: route('POST /companies/{companyId}/sms-verification/campaign/submit', {
    ...write,
    params,
    body: z.object({ id: Id, dueToday: z.optional(z.number().check(z.gte(0), z.lte(10_000))) }),
    callsProvider: true,
    perMinute: 20,
    reply: SmsVerification,
    spec: 'CALL-247',
    summary: 'Checks a registration and submits it; a rejected one again. `due_today`: the fees the person was shown, 409 where they differ. Twice is once',
  }),
  cancel: route('POST /companies/{companyId}/sms-verification/campaign/cancel', {
    ...write,
    params,
    body: z.object({ id: Id, part: z.enum(smsLanes) }),
    reply: SmsVerification,
    spec: 'CALL-248',
    summary: 'Cancels the local or the toll-free part: it is expired at once, and withdrawn from the carrier afterwards (RULE-202)',
  }),
  addNumbers: route('POST /companies/{companyId}/sms-verification/campaign/add-numbers', {
    ...write,
    params,
    body: z.object({ id: Id, numbers: NumberChoice }),
    reply: SmsVerification,
    spec: 'CALL-249',
    summary: 'Adds numbers; ones that are in it already stay',
  }),
  removeNumbers: route('POST /companies/{companyId}/sms-verification/campaign/remove-numbers', {
    ...write,
    params,
    body: z.object({ id: Id, numbers: NumberChoice }),
    reply: SmsVerification,
    spec: 'CALL-250',
    summary: 'Removes numbers; ones that are not in it are left alone',
  }),
  delete: route('DELETE /companies/{companyId}/sms-verification/campaign/{id}', {
    ...write,
    ...one,
    query: { removeSuperfluousBrand: z.optional(z.literal(['0', '1'])) },
    spec: 'CALL-251',
    summary: 'Deletes a draft, or a registration whose lanes are over; with `removeSuperfluousBrand=1` also its brand when no other campaign has it',
  }),
  brands: route('GET /companies/{companyId}/sms-verification/brands', {
    ...read,
    params,
    reply: z.object({ data: z.array(SmsBrand) }),
    spec: 'ours',
    summary: 'Brands of the company and of the other companies of its organization',
  }),
  check: route('POST /companies/{companyId}/sms-verification/check', {
    ...write,
    params,
    body: z.object({ id: Id }),
    callsProvider: true,
    perMinute: 30,
    reply: SmsCheck,
    spec: 'ours',
    summary: 'What carriers would reject of a registration as it is saved, read from its fields and from the pages it names; costs nothing',
  }),
  upload: route('POST /companies/{companyId}/sms-verification/pictures', {
    ...write,
    params,
    body: z.object({}),
    multipart: true,
    files: ['picture'],
    callsProvider: true,
    perMinute: 60,
    reply: Media,
    spec: 'ours',
    summary: 'Stores a picture that shows how people opt in. It is read by the carrier without a sign-in once the registration names it',
  }),
  optInPage: route('GET /opt-in/{token}', {
    access: 'public',
    params: { token: PageToken },
    raw: true,
    perMinute: 120,
    spec: 'ours',
    summary: 'The public opt-in page of a company, with the words of consent',
  }),
  optIn: route('POST /opt-in/{token}', {
    access: 'public',
    params: { token: PageToken },
    body: z.object({ phone: z.optional(z.string().check(z.maxLength(40))), consent: z.optional(Flag) }),
    multipart: true,
    files: [],
    raw: true,
    callsProvider: true,
    // The page has no session: there is no one to forge.
    tokens: true,
    perMinute: 10,
    spec: 'ours',
    summary: 'Takes a number that opts in on the page: a new contact with its source; one that is known stays as it is',
  }),
};
