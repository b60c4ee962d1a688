/**
 * A server whose answer to the inbox is in its memory, in a process of its own. `ours`: the product with every hook, its database left out; `plain`:
 * a route of Fastify with a JSON schema and nothing else. Told by its environment; says its port to whoever started it.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { fromWire } from '../../contract/core/wire.ts';
import { readConfig } from '../../server/config.ts';
import { createServer } from '../../server/createServer.ts';
import type { Tenancy } from '../../server/db/tenancy.ts';
import type { Jobs } from '../../server/jobs/jobs.ts';

const { REPLY_FILE = '', REPLY_KIND = '' } = process.env;
const wire: unknown = JSON.parse(readFileSync(REPLY_FILE, 'utf8'));

const text = { type: 'string' };
const number = { type: 'number' };
const flag = { type: 'boolean' };
const createOptional = (schema: object) => ({ ...schema, nullable: true });
const createObject = (properties: Readonly<Record<string, object>>) => ({ type: 'object', properties });

/** The reply as somebody writes it down for Fastify. */
const replySchema = createObject({
  data: {
    type: 'array',
    items: createObject({
      id: number,
      conversation_id: number,
      last_activity_at: text,
      recipient: text,
      number: createObject({ id: number, label: text, number: text, is_sms_enabled: flag, is_call_transcription_enabled: flag }),
      contact: createOptional(createObject({ id: number, name: text, subscribed: flag })),
      latest_item: createOptional(
        createObject({
          id: number,
          is_inbound: flag,
          created_at: text,
          type: text,
          details: createObject({
            text,
            result: createOptional(text),
            delivery_state: createOptional(text),
            duration: createOptional(number),
            actor_name: createOptional(text),
            editor_name: createOptional(text),
          }),
        }),
      ),
      num_unread_items: number,
      is_archived: flag,
      is_blocked: flag,
      is_lead: flag,
      is_appointment: flag,
      is_opted_out: flag,
      has_opt_out_review: flag,
    }),
  },
  meta: createObject({ next_cursor: createOptional(text), total: number, unread: number, position: number }),
});

async function plain(): Promise<FastifyInstance> {
  const app = Fastify();
  app.get('/api/companies/:companyId/conversations', { schema: { response: { 200: replySchema } } }, async () => wire);
  return app;
}

/** Answers the database would have given: the caller's identity and the page. */
function createRemembered(): Tenancy {
  const reply = fromWire(wire);
  const authUser = {
    userId: 1,
    name: 'Ana',
    email: 'ana@example.com',
    isStaff: false,
    sessionId: '1',
    sessionKind: 'cookie',
    impersonatorId: null,
    onlyCompanyId: null,
    apiKey: null,
  };
  const membership = { companyId: Number(process.env.REPLY_COMPANY), role: 'owner', numberIds: null, accountStatus: 'active', may: () => true };
  const admitted = { admission: { authUser, membership }, touch: null };
  // The answer is known in advance: this service answers one request alone.
  const say = async <T>(value: unknown): Promise<T> => value as T;
  return {
    company: () => say(reply),
    companyReading: () => say(reply),
    account: () => say(null),
    identity: () => say(null),
    identityReading: () => say(admitted),
  };
}

/** No work beside the requests: with the answers above every job would fail, and be tried again, all the time. */
const noJobs: Jobs = { enqueue: async () => {}, isThere: async () => false, work: () => {}, start: async () => {}, stop: async () => {} };

const app =
  REPLY_KIND === 'plain' ? await plain() : (await createServer(readConfig(process.env), { services: { tenancy: createRemembered(), jobs: noJobs } })).app;
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.((app.server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit(0));
