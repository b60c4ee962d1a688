/**
 * Google Analytics on a laptop: its Measurement Protocol, which answers 204 to anything and drops what is malformed, too old or sent with the wrong secret; its validation
 * server, which says what is wrong with an event and looks at no secret; and a page that shows what came, with the reason where it was dropped.
 */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, formatPage } from '../page.ts';

/** Streams that exist here. */
export const ga4Streams = [
  { measurementId: 'G-HARBOR0001', apiSecret: 'harbor-secret-0001' },
  { measurementId: 'G-HARBOR0002', apiSecret: 'harbor-secret-0002' },
] as const;

interface Fault {
  readonly fieldPath: string;
  readonly description: string;
  readonly validationCode: 'VALUE_INVALID' | 'VALUE_REQUIRED' | 'NAME_INVALID' | 'NAME_RESERVED' | 'VALUE_OUT_OF_BOUNDS' | 'EXCEEDED_MAX_ENTITIES';
}

/** An event that came. `dropped`: why it is in no report; null: it is. */
interface ReceivedEvent {
  readonly measurementId: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: Date;
  readonly dropped: string | null;
}

export interface SandboxAnalytics {
  /** Events that came, the newest first. */
  list(): readonly ReceivedEvent[];
  /** The next requests to collect are answered so: with a status, or by a cut connection (`cut`: after the event was taken). */
  failNext(...ways: readonly (number | 'cut')[]): void;
  /** Requests that came, by path. */
  countRequests(path: '/mp/collect' | '/debug/mp/collect'): number;
  register(app: FastifyInstance): Promise<void>;
}

const Body = z.strictObject({
  client_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  timestamp_micros: z.optional(z.union([z.number(), z.string()])),
  user_properties: z.optional(z.record(z.string(), z.unknown())),
  consent: z.optional(z.record(z.string(), z.unknown())),
  validation_behavior: z.optional(z.enum(['RELAXED', 'ENFORCE_RECOMMENDATIONS'])),
  events: z.optional(z.array(z.strictObject({ name: z.optional(z.string()), params: z.optional(z.record(z.string(), z.unknown())) }))),
});
type Body = z.output<typeof Body>;

const maxEvents = 25;
const maxParams = 25;
const maxName = 40;
const maxValue = 100;
const maxAgeMs = 72 * 3_600_000;
const maxKept = 500;
const reservedEvents: ReadonlySet<string> = new Set([
  'ad_click',
  'app_remove',
  'error',
  'first_open',
  'first_visit',
  'session_start',
  'user_engagement',
  'screen_view',
]);
const reservedStarts = /^(?:_|firebase_|ga_|google_|gtag\.)/;

function checkName(name: string, fieldPath: string, what: string): Fault[] {
  if (reservedStarts.test(name) || (what === 'Event' && reservedEvents.has(name)))
    return [{ fieldPath, description: `${what} has name [${name}], which is reserved.`, validationCode: 'NAME_RESERVED' }];
  if (!/^[A-Za-z]\w*$/.test(name) || name.length > maxName)
    return [
      {
        fieldPath,
        description: `${what} has invalid name [${name}]. Names start with a letter and have up to ${maxName} characters.`,
        validationCode: 'NAME_INVALID',
      },
    ];
  return [];
}

function checkParam(name: string, value: unknown, at: number): Fault[] {
  const fieldPath = `events[${at}].params.${name}`;
  const faults = checkName(name, fieldPath, 'Parameter');
  if (typeof value !== 'string' && typeof value !== 'number' && !(name === 'items' && Array.isArray(value)))
    faults.push({ fieldPath, description: `Value of [${name}] is neither a string nor a number.`, validationCode: 'VALUE_INVALID' });
  if (typeof value === 'string' && value.length > maxValue)
    faults.push({ fieldPath, description: `Value of [${name}] has more than ${maxValue} characters.`, validationCode: 'VALUE_OUT_OF_BOUNDS' });
  return faults;
}

function checkBody({ client_id: clientId, timestamp_micros: micros, events = [] }: Body, now: Date): Fault[] {
  const faults: Fault[] = [];
  if (!clientId) faults.push({ fieldPath: 'client_id', description: 'Measurement requires a client_id.', validationCode: 'VALUE_REQUIRED' });
  if (events.length === 0) faults.push({ fieldPath: 'events', description: 'Measurement requires at least one event.', validationCode: 'VALUE_REQUIRED' });
  if (events.length > maxEvents)
    faults.push({ fieldPath: 'events', description: `Up to ${maxEvents} events are allowed.`, validationCode: 'EXCEEDED_MAX_ENTITIES' });
  if (micros !== undefined && Number(micros) / 1_000 < now.getTime() - maxAgeMs)
    faults.push({ fieldPath: 'timestamp_micros', description: 'The timestamp is more than 72 hours ago.', validationCode: 'VALUE_OUT_OF_BOUNDS' });
  for (const [at, { name, params = {} }] of events.entries()) {
    if (!name) faults.push({ fieldPath: `events[${at}].name`, description: 'An event requires a name.', validationCode: 'VALUE_REQUIRED' });
    else faults.push(...checkName(name, `events[${at}].name`, 'Event'));
    const entries = Object.entries(params);
    if (entries.length > maxParams)
      faults.push({ fieldPath: `events[${at}].params`, description: `Up to ${maxParams} parameters are allowed.`, validationCode: 'EXCEEDED_MAX_ENTITIES' });
    for (const [key, value] of entries) faults.push(...checkParam(key, value, at));
    if ('value' in params && !('currency' in params))
      faults.push({ fieldPath: `events[${at}].params.currency`, description: 'A value requires a currency.', validationCode: 'VALUE_REQUIRED' });
  }
  return faults;
}

/** Reads a body; a fault in words where it is no such body. */
function parseBody(value: unknown): { readonly body: Body } | { readonly faults: readonly Fault[] } {
  const read = Body.safeParse(value);
  if (read.success) return { body: read.data };
  const issue = read.error.issues[0];
  const keys = issue !== undefined && 'keys' in issue && Array.isArray(issue.keys) ? ` ${issue.keys.join(', ')}` : '';
  const fieldPath = issue?.path.join('.') ?? '';
  return { faults: [{ fieldPath, description: `Unable to parse the payload: cannot find field or read its value.${keys}`, validationCode: 'VALUE_INVALID' }] };
}

/** Why an event is in no report. */
function findDrop(query: Query, faults: readonly Fault[]): string | null {
  const stream = ga4Streams.find(({ measurementId }) => measurementId === query.measurement_id);
  if (!stream) return 'no such stream';
  if (stream.apiSecret !== query.api_secret) return 'wrong API secret';
  return faults[0]?.description ?? null;
}

interface Query {
  readonly measurement_id?: string;
  readonly api_secret?: string;
}

function formatEvents(events: readonly ReceivedEvent[]): string {
  const streams = ga4Streams.map(({ measurementId, apiSecret }) => `<li><code>${measurementId}</code>, API secret <code>${apiSecret}</code></li>`).join('');
  const rows = events.map(
    ({ name, measurementId, clientId, userId, params, at, dropped }) =>
      `<article><h2>${escapeHtml(name)}${dropped === null ? '' : ` · dropped: ${escapeHtml(dropped)}`}</h2><time>${at.toISOString()}</time> <small>${escapeHtml(measurementId)}, client ${escapeHtml(clientId)}${userId === null ? '' : `, user ${escapeHtml(userId)}`}</small><pre>${escapeHtml(JSON.stringify(params, null, 1))}</pre></article>`,
  );
  return `<p>Streams of this Google Analytics:</p><ul>${streams}</ul>${rows.length === 0 ? '<p>No events yet.</p>' : rows.join('')}`;
}

/** Makes it. */
export function createSandboxAnalytics(): SandboxAnalytics {
  const events: ReceivedEvent[] = [];
  const requests = { '/mp/collect': 0, '/debug/mp/collect': 0 };
  const ways: (number | 'cut')[] = [];
  return {
    list: () => events,
    failNext: (...next) => void ways.push(...next),
    countRequests: (path) => requests[path],
    async register(app) {
      app.get('/ga4', async (_request, reply) => reply.type('text/html; charset=utf-8').send(formatPage('Sandbox Google Analytics', formatEvents(events), 5)));
      app.post<{ Querystring: Query }>('/ga4/debug/mp/collect', async ({ body }) => {
        requests['/debug/mp/collect'] += 1;
        const read = parseBody(body);
        return { validationMessages: 'body' in read ? checkBody(read.body, new Date()) : read.faults };
      });
      app.post<{ Querystring: Query }>('/ga4/mp/collect', async ({ body, query }, reply) => {
        requests['/mp/collect'] += 1;
        const way = ways.shift();
        if (typeof way === 'number') return reply.code(way).send();
        const read = parseBody(body);
        const now = new Date();
        if ('body' in read) {
          const { client_id: clientId = '', user_id: userId = null, timestamp_micros: micros, events: given = [] } = read.body;
          const dropped = findDrop(query, checkBody(read.body, now));
          const at = micros === undefined ? now : new Date(Number(micros) / 1_000);
          for (const { name = '', params = {} } of given)
            events.unshift({ measurementId: query.measurement_id ?? '', clientId, userId, name, params, at, dropped });
          events.splice(maxKept);
        }
        if (way === 'cut') {
          reply.hijack();
          reply.raw.destroy();
          return reply;
        }
        return reply.code(204).send();
      });
    },
  };
}
