/**
 * A receiver of webhooks on a laptop, at `https://hooks.example/…` as the app knows it: its path says how it answers. A page shows what came and whether the signature holds
 * by Standard Webhooks; it is told the signing secrets as a person who sets up a receiver is.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, formatPage } from '../page.ts';

/** Host of the receiver. */
export const hookHost = 'hooks.example';

/** Seconds by which a timestamp may be off. */
const toleranceSeconds = 300;
const maxKept = 200;
/** Longer than anybody waits for an answer. */
const slowMs = 15_000;

/** A request that came. `fault`: why its signature does not hold; null: it does. */
interface ReceivedHook {
  readonly path: string;
  readonly messageId: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: Date;
  readonly fault: string | null;
  /** Status it was answered with. */
  readonly status: number;
}

export interface SandboxHooks {
  /** Requests that came, the newest first. */
  list(): readonly ReceivedHook[];
  /** Tells the receiver a signing secret. */
  trust(secret: string): void;
  /** Answers for a path until it is told otherwise: another status than its path says. */
  answer(path: string, status: number | null): void;
  register(app: FastifyInstance): Promise<void>;
  /** Takes a request for the host. */
  take(
    request: { readonly path: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string },
    reply: FastifyReply,
  ): Promise<FastifyReply>;
}

const Secret = z.object({ secret: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{30,}={0,2}$/, 'A signing secret begins with whsec_')) });
const Body = z.object({ type: z.string() });

/** Says why a signature does not hold by any of the secrets; null: it does by one. */
function findFault(secrets: readonly string[], headers: Readonly<Record<string, string>>, body: string, now: Date): string | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'a header is missing';
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) return 'the timestamp is too old or to come';
  if (secrets.length === 0) return 'no signing secret is known here';
  const given = signatures.split(' ').flatMap((signature) => (signature.startsWith('v1,') ? [Buffer.from(signature.slice(3), 'base64')] : []));
  const holds = secrets.some((secret) => {
    const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest();
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
  return holds ? null : 'the signature is wrong';
}

const parseType = (body: string): string => {
  try {
    return Body.safeParse(JSON.parse(body)).data?.type ?? 'unknown';
  } catch {
    return 'unknown';
  }
};

const findStatus = (path: string): number => {
  if (path === '/redirect') return 302;
  const [, code] = /^\/([2-5]\d\d)$/.exec(path) ?? [];
  return code === undefined ? 200 : Number(code);
};

function formatReceived(received: readonly ReceivedHook[]): string {
  const rows = received.map(
    ({ path, type, messageId, body, at, fault, status }) =>
      `<article><h2>${escapeHtml(type)} · ${fault === null ? 'signature holds' : `signature refused: ${escapeHtml(fault)}`}</h2><time>${at.toISOString()}</time> <small>${escapeHtml(path)}, answered ${status}, ${escapeHtml(messageId)}</small><pre>${escapeHtml(body)}</pre></article>`,
  );
  return `<p>Webhooks for <code>https://${hookHost}/ok</code> come here. Other paths answer otherwise: <code>/500</code>, <code>/410</code>, <code>/429</code>, <code>/slow</code> (after ${slowMs / 1_000} seconds), <code>/redirect</code>.</p>
<form method="post" action="/hooks"><label>Signing secret <input name="secret" autocomplete="off"></label><button>Check signatures with it</button></form>
${rows.length === 0 ? '<p>Nothing has come yet.</p>' : rows.join('')}`;
}

/** Makes it. */
export function createSandboxHooks(signal: AbortSignal): SandboxHooks {
  const received: ReceivedHook[] = [];
  const secrets = new Set<string>();
  const statuses = new Map<string, number>();
  return {
    list: () => received,
    trust: (secret) => void secrets.add(secret),
    answer: (path, status) => void (status === null ? statuses.delete(path) : statuses.set(path, status)),
    async register(app) {
      app.get('/hooks', async (_request, reply) => reply.type('text/html; charset=utf-8').send(formatPage('Sandbox webhooks', formatReceived(received))));
      app.post('/hooks', async ({ body }, reply) => {
        const read = Secret.safeParse(body);
        if (!read.success) return reply.code(422).send({ message: z.prettifyError(read.error) });
        secrets.add(read.data.secret);
        return reply.redirect('/hooks', 303);
      });
    },
    async take({ path, headers: given, body }, reply) {
      const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
      const status = statuses.get(path) ?? findStatus(path);
      const at = new Date();
      received.unshift({
        path,
        messageId: headers['webhook-id'] ?? '',
        type: parseType(body),
        headers,
        body,
        at,
        fault: findFault([...secrets], headers, body, at),
        status,
      });
      received.splice(maxKept);
      if (path === '/slow') await wait(slowMs, signal);
      if (status === 302) return reply.redirect(`https://${hookHost}/redirected`, 302);
      return reply
        .code(status)
        .type('text/plain')
        .send(status < 300 ? 'Thank you' : `The receiver answers ${status}`);
    },
  };
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
