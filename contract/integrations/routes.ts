/** Calls over integrations (spec 2.7): streams of Google Analytics, and what became of the conversions of a call. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Count, createListSchema, Flag, Id } from '../core/schema.ts';
import { CallConversions, ConversionForecast, Ga4Integration, Ga4Test } from './entities.ts';
import { conversionKinds, parameterFields } from './enums.ts';
import { integrationLimits as limits } from './limits.ts';
import { checkParameterName } from './parameters.ts';

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

const measurementId = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^G-[A-Z0-9]{4,20}$/, 'Enter the measurement ID of a web stream, like G-AB12CD34EF'));
const apiSecret = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,100}$/, 'Enter the API secret of the stream: 8 to 100 characters without spaces'));
const events = z.array(z.enum(conversionKinds)).check(
  z.minLength(1, 'Choose at least one event'),
  z.maxLength(conversionKinds.length),
  z.refine((kinds) => new Set(kinds).size === kinds.length, 'Choose each event once'),
);
const parameterName = z.string().check(
  z.maxLength(limits.parameterName, `Use a name of up to ${limits.parameterName} letters`),
  z.refine((name) => checkParameterName(name) === null, 'Use a name like call_source that Google Analytics doesn’t reserve'),
);
const parameters = z.array(z.object({ name: parameterName, field: z.enum(parameterFields) })).check(
  z.maxLength(limits.parameters, `Up to ${limits.parameters} parameters`),
  z.refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'Use each parameter name once'),
);

export const routes = {
  ga4: route('GET /companies/{companyId}/ga4integrations', {
    access: 'integrations.read',
    ...ofCompany,
    reply: createListSchema(Ga4Integration, z.object({ total: z.number() })),
    spec: 'CALL-239',
    summary: 'Streams of Google Analytics that events are sent to, with the counts of their conversions',
  }),
  createGa4: route('POST /companies/{companyId}/ga4integrations', {
    access: 'integrations.manage',
    ...ofCompany,
    body: z.object({ measurementId, apiSecret, events, parameters: z.optional(parameters), isActive: z.optional(Flag) }),
    perMinute: 60,
    reply: Ga4Integration,
    spec: 'CALL-240',
    summary: 'Sends events to a stream from now on (AMB-127). `api_secret` is never read back; a stream the company has already is refused with 409',
  }),
  updateGa4: route('PUT /companies/{companyId}/ga4integrations/{id}', {
    access: 'integrations.manage',
    ...one,
    body: z.object({
      measurementId: z.optional(measurementId),
      apiSecret: z.optional(apiSecret),
      events: z.optional(events),
      parameters: z.optional(parameters),
      isActive: z.optional(Flag),
    }),
    perMinute: 120,
    reply: Ga4Integration,
    spec: 'CALL-241',
    summary: 'Changes a stream. Turned off it sends nothing more, and what still waits is withdrawn. Another measurement_id needs its own api_secret',
  }),
  deleteGa4: route('DELETE /companies/{companyId}/ga4integrations/{id}', {
    access: 'integrations.manage',
    ...one,
    spec: 'CALL-242',
    summary: 'Deletes a stream with the record of its conversions; what still waits is never sent',
  }),
  testGa4: route('POST /companies/{companyId}/ga4integrations/{id}/test', {
    access: 'integrations.manage',
    ...one,
    callsProvider: true,
    perMinute: 20,
    reply: Ga4Test,
    spec: 'ours',
    summary: 'Has Google’s validation server check a test event, and sends it where it has no objection. Google checks the event, not the API secret',
  }),
  resendGa4: route('POST /companies/{companyId}/ga4integrations/{id}/resend', {
    access: 'integrations.manage',
    ...one,
    body: z.object({ count: Count }),
    perMinute: 20,
    reply: Ga4Integration,
    spec: 'ours',
    summary:
      'Sends events again that were refused or not confirmed; `count` is how many were shown, another count is refused with 409. Google may count one not confirmed twice',
  }),
  forecast: route('GET /companies/{companyId}/conversions/forecast', {
    access: 'integrations.read',
    ...ofCompany,
    perMinute: 60,
    reply: ConversionForecast,
    spec: 'ours',
    summary: `What of the last ${limits.forecastDays} days would have counted, by kind, and how much of it with the visitor’s own client id`,
  }),
  callConversions: route('GET /companies/{companyId}/calls/{callId}/conversions', {
    access: 'integrations.read',
    company: 'path.companyId',
    params: { companyId: Id, callId: Id },
    reply: CallConversions,
    spec: 'ours',
    summary: 'What of a call counts at each integration, what became of it there, and why',
  }),
};
