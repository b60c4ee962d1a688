/** Calls and queues over the carrier's REST interface, in Twilio's shapes: ringing a phone, letting it go, leading somebody out of a queue, or away from a conversation. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { reject } from './replies.ts';
import type { PhoneRequest } from './voice/outgoing.ts';
import type { RungPhone, Switchboard } from './voice/switchboard.ts';
import type { OngoingCall } from './voice/world.ts';

/** Dependencies of these routes: the account, and the calls on the switchboard. */
export interface CallsRest {
  readonly accountSid: string;
  readonly switchboard: Switchboard<OngoingCall>;
  /** Ends a call of a browser, one that rings alone where it is to be `canceled`; false where there is none. */
  endBrowser(sid: string, status: 'canceled' | 'completed'): boolean;
  /** Plays a phone that is rung for a caller. */
  play(phone: RungPhone, line: OngoingCall, request: PhoneRequest): void;
}

const NewCall = z.object({
  To: z.string(),
  From: z.string(),
  Url: z.string(),
  Timeout: z._default(z.coerce.number(), 60),
  StatusCallback: z.optional(z.string()),
  StatusCallbackEvent: z._default(z.union([z.string(), z.array(z.string())]), 'completed'),
  CallToken: z.optional(z.string()),
});
const Change = z.object({
  Status: z.optional(z.enum(['canceled', 'completed'])),
  Url: z.optional(z.url()),
  FallbackUrl: z.optional(z.url()),
});
const Lead = z.object({ Url: z.string() });
const base = '/2010-04-01/Accounts/:account';
type Params = { Params: { sid: string; call: string } };

const over: ReadonlySet<RungPhone['status']> = new Set(['completed', 'busy', 'no-answer', 'canceled', 'failed']);
const rejectNotFound = (reply: FastifyReply) => reject(reply, 404, 20404, 'The requested resource was not found');
const stripExtension = (sid: string) => sid.replace(/\.json$/, '');

/** Registers them; what guards the messages guards these. */
export function registerCallRoutes(app: FastifyInstance, { accountSid, switchboard, endBrowser, play }: CallsRest): void {
  const resource = ({ sid, from, to, status }: RungPhone) => ({ sid, account_sid: accountSid, from, to, status, direction: 'outbound-api' });
  app.post(`${base}/Calls.json`, async ({ body }, reply) => {
    const asked = NewCall.safeParse(body).data;
    if (!asked) return reject(reply, 400, 21201, 'A call needs To, From and Url');
    const line = switchboard.findCaller(asked.From, asked.CallToken);
    if (!line) return reject(reply, 400, 21210, `The source phone number provided, ${asked.From}, is not yet verified for your account`);
    const phone = switchboard.ring(asked.From, asked.To);
    const { Url: url, StatusCallback: statusCallback, StatusCallbackEvent: events, Timeout: timeout } = asked;
    play(phone, line, { url, statusCallback, events: [events].flat(), timeout });
    return reply.code(201).send(resource(phone));
  });
  app.post<Params>(`${base}/Calls/:sid`, async ({ params, body }, reply) => {
    const phone = switchboard.findPhone(stripExtension(params.sid));
    const asked = Change.safeParse(body).data;
    const line = asked?.Url === undefined ? undefined : switchboard.findCall(stripExtension(params.sid));
    if (line && asked?.Url !== undefined) {
      line.redirect({ url: asked.Url, fallbackUrl: asked.FallbackUrl });
      return { sid: line.sid, account_sid: accountSid, status: 'in-progress', direction: line.fields.Direction };
    }
    if (!phone && asked?.Status !== undefined && endBrowser(stripExtension(params.sid), asked.Status))
      return { sid: stripExtension(params.sid), account_sid: accountSid, status: asked.Status };
    if (!phone) return rejectNotFound(reply);
    if (asked?.Status === undefined || over.has(phone.status)) return reject(reply, 400, 21220, 'Call is not in-progress. Cannot redirect.');
    if (asked.Status === 'completed' || phone.status !== 'in-progress') phone.end();
    return resource(phone);
  });
  app.post<Params>(`${base}/Queues/:sid/Members/:call`, async ({ params, body }, reply) => {
    const waiting = switchboard.findWaiting(params.sid, stripExtension(params.call));
    const asked = Lead.safeParse(body).data;
    if (!waiting) return rejectNotFound(reply);
    if (!asked) return reject(reply, 400, 20001, 'A member is led on by Url');
    waiting.leave({ kind: 'redirected', url: asked.Url });
    return { call_sid: waiting.line.sid, queue_sid: params.sid, position: 0, wait_time: 0 };
  });
  app.delete<Params>(`${base}/Queues/:sid`, async ({ params }, reply) => {
    const isGone = switchboard.deleteQueue(stripExtension(params.sid));
    if (isGone === null) return rejectNotFound(reply);
    return isGone ? reply.code(204).send() : reject(reply, 400, 22003, 'Queue is not empty');
  });
}
