/** Calls in the app (spec 2.7): status, the browser as a phone, and answering or declining what rings there. */
import * as z from 'zod/mini';
import { inAppCallingStatuses } from '../companies/enums.ts';
import { Item } from '../conversations/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createTextSchema, Flag, Id, Key, OwnKey } from '../core/schema.ts';
import { AnswerPermit, CallToken, Colleague, PhoneState, PhoneToken, StartedCall, TransferredCall } from './entities.ts';

const inCompany = { company: 'path.companyId', access: 'calls.take', inPerson: true } as const;
const ofCompany = { companyId: Id };
const ofCall = { companyId: Id, callId: Id };
const offerId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'The callContextId of a ringing call'));
const leaveId = z.uuid('The callContextId of a call that was allowed');
const placing = { company: 'header', access: 'calls.take', inPerson: true } as const;

export const routes = {
  state: route('GET /companies/{companyId}/in-app-calling', {
    ...inCompany,
    params: ofCompany,
    reply: PhoneState,
    spec: 'ours',
    summary: 'The person’s status, and the calls that ring for them now',
  }),
  token: route('POST /companies/{companyId}/in-app-calling/token', {
    ...inCompany,
    params: ofCompany,
    perMinute: 60,
    reply: PhoneToken,
    spec: 'CALL-182',
    summary: 'A token with which a browser registers at the carrier and rings; it expires after an hour',
  }),
  presence: route('POST /companies/{companyId}/in-app-calling/presence', {
    ...inCompany,
    params: ofCompany,
    perMinute: 60,
    body: z.object({ deviceId: Key, isReady: Flag }),
    spec: 'ours',
    summary: 'Reports that a browser is registered, or isn’t any more; calls stop ringing in one that is silent for 40 s',
  }),
  canAnswer: route('GET /companies/{companyId}/in-app-calling/calls/{callId}/can-answer-call', {
    ...inCompany,
    params: ofCall,
    changes: true,
    reply: AnswerPermit,
    spec: 'CALL-183',
    summary: 'May the person answer? If so the call is reserved for them for ten seconds',
  }),
  pickUp: route('POST /companies/{companyId}/in-app-calling/calls/{callId}/pick-up', {
    ...inCompany,
    params: ofCall,
    body: z.object({ clientId: OwnKey }),
    callsProvider: true,
    perMinute: 30,
    spec: 'ours',
    summary: 'Leads a call that rings for the person to their browser, for a page that was loaded while it rang; the same client_id twice is one pickup',
  }),
  reject: route('POST /companies/{companyId}/in-app-calling/calls/{callId}/reject', {
    ...inCompany,
    params: ofCall,
    body: z.object({ joinToken: z.string().check(z.maxLength(500)) }),
    spec: 'CALL-184',
    summary: 'Declines a ringing call for the person alone; the token proves the offer, once',
  }),
  acceptOrReject: route('POST /acceptOrRejectIncomingCall', {
    company: 'header',
    access: 'calls.take',
    inPerson: true,
    body: z.object({ callContextId: offerId, hangup: Flag }),
    spec: 'CALL-185',
    summary: 'Reports that the person accepts (hangup 0) or rejects (hangup 1) what rings for them',
  }),
  converse: route('POST /calls/{callId}/converse', {
    company: 'header',
    access: 'messages.send',
    params: { callId: Id },
    body: z.object({ message: createTextSchema(limits.smsCharacters), clientId: OwnKey }),
    callsProvider: true,
    perMinute: 120,
    reply: Item,
    spec: 'CALL-190',
    summary: 'Texts the other party of a call from the call’s own number; the same client_id twice is one text',
  }),
  createOutgoingToken: route('POST /v1/calls/token', {
    ...placing,
    body: z.object({ numberId: Id, destination: z.string().check(z.trim(), z.minLength(1, 'Enter a phone number'), z.maxLength(40)) }),
    perMinute: 30,
    reply: CallToken,
    spec: 'CALL-187',
    summary: 'Allows one call from a number to a destination: a token with which the browser makes that call, within a minute',
  }),
  outgoingInitiated: route('POST /outgoingCallInitiated', {
    ...placing,
    body: z.object({ callContextId: leaveId }),
    perMinute: 60,
    reply: StartedCall,
    spec: 'CALL-188',
    summary: 'Reports that the call was started, and tells which call it is; refused while the carrier dials nothing',
  }),
  endOutgoing: route('POST /endOutgoingCall', {
    ...placing,
    body: z.object({ callContextId: leaveId }),
    callsProvider: true,
    perMinute: 60,
    spec: 'CALL-189',
    summary: 'Ends the person’s own call from the app at the carrier, or cancels one that hasn’t started; a call that is over stays so',
  }),
  colleagues: route('GET /companies/{companyId}/in-app-calling/calls/{callId}/colleagues', {
    ...inCompany,
    params: ofCall,
    reply: z.object({ data: z.array(Colleague) }),
    spec: 'ours',
    summary: 'Colleagues to whom a call may be transferred, those whose browser rings first; with why the others’ doesn’t',
  }),
  transfer: route('POST /companies/{companyId}/in-app-calling/calls/{callId}/transfer', {
    ...inCompany,
    params: ofCall,
    body: z.object({
      userId: z.optional(Id),
      destination: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a phone number'), z.maxLength(40))),
      clientId: OwnKey,
    }),
    callsProvider: true,
    perMinute: 30,
    reply: TransferredCall,
    spec: 'ours',
    summary: 'Transfers a call that the person talks in, to a colleague’s browser or a phone, and lets the person go; the same client_id twice is one transfer',
  }),
  saveStatus: route('POST /companies/{companyId}/in-app-calling/status', {
    ...inCompany,
    params: ofCompany,
    body: z.object({ status: z.enum(inAppCallingStatuses) }),
    reply: z.object({ status: z.enum(inAppCallingStatuses) }),
    spec: 'CALL-186',
    summary: 'Sets whether calls ring for the person in the app',
  }),
};
