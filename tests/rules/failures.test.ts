/** The error catalogue (spec 1.8, 2.8): every shape of a failed reply, as a person reads it of a command, in the palette, and of what runs by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import { command } from '#commands/core/command.ts';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import { createRegistry } from '#commands/core/registry.ts';
import type { NewNotice } from '#commands/notices/types.ts';
import { messages } from '#contract/core/messages.ts';
import { getStateName } from '#machines/state.ts';
import { createApi } from '#src/api/client.ts';
import { toPlainError } from '#src/api/errors.ts';
import { createErrorNotifier } from '#src/app/errorNotifier.ts';
import { createPalette } from '#src/palette/controller.ts';
import { createFrecency } from '#src/palette/frecency.ts';
import { getPaletteIndex } from '#src/palette/library.ts';
import { context, services } from './commandsSupport.ts';

const supportEmail = 'help@keyline.example';
const unknown = `An unknown error has occurred, please try again or contact support by emailing us at ${supportEmail}`;

type Fetch = () => Promise<Response>;
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Fetch =>
  vi.fn(async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } }));
const text = (status: number, body: string): Fetch => vi.fn(async () => new Response(body, { status, headers: { 'content-type': 'text/html' } }));
/** A refusal as our own server writes one. */
const ours = (status: number, code: string, title: string, message: string): Fetch =>
  json(status, { code, message, errors: [{ code, title, detail: message }], request_id: 'r' });

/** The app's own client over a fetch that is played. */
function clientOver(fetch: Fetch, getSession: () => string | null = () => 'A') {
  const told: NewNotice[] = [];
  const waited: number[] = [];
  const onSignedOut = vi.fn();
  const api = createApi({
    base: '/api',
    fetch,
    wait: async (ms) => void waited.push(ms),
    getCookie: () => 'token',
    getSession,
    onSignedOut,
    onSlowed: (message) => told.push({ tone: 'info', message }),
    supportEmail,
    isAdmin: () => false,
  });
  const change = () => api.call('numbers.update', { companyId: 1, params: { id: 2 }, body: { label: 'Main' } });
  const read = () => api.call('numbers.get', { companyId: 1, params: { idOrNumber: '2' } });
  return { told, waited, onSignedOut, change, read };
}

/** A command that makes a call, run by a key, and run from the palette. */
function commandOver(work: () => Promise<unknown>) {
  const registry = createRegistry([
    [
      command({
        id: 'test.change',
        title: 'Change it',
        group: 'Keyline',
        icon: 'x',
        scopes: ['workspace'],
        isShown: true,
        run: async () => void (await work()),
      }),
    ],
  ]);
  const played = services();
  const now = context();
  const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
  const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
  const source = { get: () => now, subscribe: () => () => undefined };
  const palette = createPalette({
    registry,
    source,
    dispatcher: () => dispatcher,
    services: () => played.services,
    frecency,
    saveFocus: () => () => undefined,
    getPlace: () => null,
  });
  const notices = () => played.done.filter(([name]) => name === 'notices.show').map(([, notice]) => notice);
  return {
    byKey: async () => {
      await dispatcher.run('test.change', { source: 'key' });
      return notices();
    },
    inPalette: async () => {
      palette.open();
      const row = getPaletteIndex(palette).find('change it', now, [])[0]?.rows[0];
      if (!row) throw new Error('The command is not found');
      palette.choose(row.item);
      const failed = await waitFor(palette.actor, (snapshot) => getStateName(snapshot) === 'open.failed');
      return { inline: failed.context.error?.message, notices: notices() };
    },
  };
}

/** Responses, each with the message a user reads of a command and of a call in the background; null: none. */
const shapes: readonly (readonly [string, () => Fetch, string, string | null])[] = [
  ['422 with a pair', () => json(422, { errors: [{ title: 'Name', detail: 'is taken' }] }), 'Name: is taken', 'Name: is taken'],
  [
    '422 with a pair that says what the message says',
    () => json(422, { message: 'is taken', errors: [{ title: 'Name', detail: 'is taken' }] }),
    'Name: is taken',
    'Name: is taken',
  ],
  [
    '403 with several pairs',
    () =>
      json(403, {
        errors: [
          { title: 'Name', detail: 'is taken' },
          { title: 'Label', detail: 'is long' },
        ],
      }),
    'Name: is taken\nLabel: is long',
    'Name: is taken\nLabel: is long',
  ],
  ['400 with a message', () => json(400, { message: 'a' }), 'a', 'a'],
  ['422 with one of messages', () => json(422, { messages: 'a' }), 'a', 'a'],
  ['422 with a list of messages', () => json(422, { messages: ['a', 'b'] }), 'a\nb', 'a\nb'],
  ['422 with an object of lists', () => json(422, { messages: { x: ['a'], y: ['b', 'c'] } }), 'a\nb\nc', 'a\nb\nc'],
  ['422 with lists by field under errors', () => json(422, { errors: { x: ['a'], y: ['b', 'c'] } }), 'a\nb\nc', 'a\nb\nc'],
  ['422 with a list of words under errors', () => json(422, { errors: ['a', 'b'] }), 'a\nb', 'a\nb'],
  ['422 with messages by field under message', () => json(422, { message: { x: ['a'] } }), 'a', 'a'],
  ['422 with an error of a detail alone', () => json(422, { errors: [{ detail: 'is taken' }] }), 'is taken', 'is taken'],
  ['422 with no words', () => json(422, {}), 'Unknown error', 'Unknown error'],
  ['422 with empty messages', () => json(422, { messages: [] }), 'Unknown error', 'Unknown error'],
  ['422 that is no JSON', () => text(422, '<h1>Unprocessable</h1>'), 'Unknown error', 'Unknown error'],
  ['409 with messages but none present', () => json(409, { messages: {} }), 'Unknown error', 'Unknown error'],
  ['409 of ours', () => ours(409, 'conflict', 'Changed', 'It was changed'), 'It was changed', 'It was changed'],
  ['403 of ours', () => ours(403, 'forbidden', 'Not allowed', 'You may not'), 'You may not', 'You may not'],
  ['418 with nothing', () => json(418, {}), unknown, unknown],
  ['500', () => json(500, { message: 'boom' }), unknown, unknown],
  ['500 of ours', () => ours(500, 'internal', 'Unexpected', messages.internalServerError), unknown, unknown],
  ['500 with a list of messages', () => json(500, { messages: ['a', 'b'] }), 'a\nb', 'a\nb'],
  ['502 of a proxy', () => text(502, '<h1>Bad Gateway</h1>'), unknown, unknown],
  ['503 of ours', () => ours(503, 'unavailable', 'Database', 'The database is away'), 'The database is away', 'The database is away'],
  ['JSON that breaks off', () => vi.fn(async () => new Response('{"a":', { headers: { 'content-type': 'application/json' } })), unknown, unknown],
  ['404', () => json(404, {}), 'Not found, or you don’t have access', null],
  ['404 with words', () => json(404, { message: 'This number is gone' }), 'This number is gone', null],
  ['401', () => json(401, { message: 'Unauthenticated' }), "You're not authorized to perform this action", null],
  ['500 that says Unauthenticated', () => json(500, { message: 'Unauthenticated' }), "You're not authorized to perform this action", null],
  [
    'no answer',
    () => vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    'Can’t reach the server. Nothing was lost.',
    'Can’t reach the server. Nothing was lost.',
  ],
];

describe.each(shapes)('%s', (_, answer, words, background) => {
  it('is told of a command that a key ran', async () => {
    const shown = await commandOver(clientOver(answer()).change).byKey();
    expect(shown).toEqual([expect.objectContaining({ tone: 'danger', message: words })]);
    // Of a reply: for 10 s (RULE-259), which is what a notice of this tone has by itself.
    expect(shown[0]).not.toHaveProperty('hideAfter');
  });

  it('is told of a command that the palette ran, in it and as a notice', async () => {
    const { inline, notices } = await commandOver(clientOver(answer()).change).inPalette();
    expect(inline).toBe(words);
    expect(notices).toEqual([expect.objectContaining({ tone: 'danger', message: words })]);
  });

  it('is told of a call in the background, or is no news', async () => {
    const told: NewNotice[] = [];
    await clientOver(answer())
      .read()
      .catch(createErrorNotifier((notice) => told.push(notice), supportEmail));
    expect(told.map(({ message }) => message)).toEqual(background === null ? [] : [background]);
  });

  it('reaches a flow in the same words', async () => {
    const thrown = await clientOver(answer()).change().catch(toPlainError);
    expect(thrown).toMatchObject({ message: words });
  });
});

describe('the session', () => {
  test.each([401, 500])('is over with a %i that says so, and the notice of an action in the background is told', async (status) => {
    const client = clientOver(json(status, { message: 'Unauthenticated' }));
    const told: NewNotice[] = [];
    await client.change().catch(createErrorNotifier((notice) => told.push(notice), supportEmail));
    expect(client.onSignedOut).toHaveBeenCalledOnce();
    expect(told).toEqual([expect.objectContaining({ message: messages.notAuthorized })]);
  });

  test('that came meanwhile stays when a call of the one before is refused late', async () => {
    let session = 'that of an impersonated user';
    const client = clientOver(
      vi.fn(async () => {
        session = 'the own one again';
        return new Response(JSON.stringify({ message: 'Unauthenticated' }), { status: 401, headers: { 'content-type': 'application/json' } });
      }),
      () => session,
    );
    await expect(client.read()).rejects.toMatchObject({ status: 401 });
    expect(client.onSignedOut).not.toHaveBeenCalled();
    await expect(client.read()).rejects.toMatchObject({ status: 401 });
    expect(client.onSignedOut).toHaveBeenCalledOnce();
  });

  test('stays with another 500 (RULE-240)', async () => {
    const client = clientOver(json(500, { message: 'boom' }));
    await client.change().catch(() => undefined);
    expect(client.onSignedOut).not.toHaveBeenCalled();
  });
});

describe('too many requests', () => {
  test.each([
    ['after the seconds the server names', { 'retry-after': '2' }, 2_000],
    ['after 5 s where it names none', {}, 5_000],
  ])('are made again three times %s, each time with the notice, and then told (RULE-245 to 247)', async (_, headers, ms) => {
    const answer = json(429, {}, headers);
    const client = clientOver(answer);
    const shown = await commandOver(client.change).byKey();
    expect(answer).toHaveBeenCalledTimes(4);
    expect(client.waited).toEqual([ms, ms, ms]);
    expect(client.told).toEqual(Array.from({ length: 3 }, () => ({ tone: 'info', message: messages.tooManyRequests })));
    expect(shown).toEqual([{ tone: 'info', message: messages.tooManyRequests }]);
  });
});

describe('what was not answered by a server', () => {
  const told = (thrown: unknown) => commandOver(() => Promise.reject(thrown)).byKey();

  test('is told in its own words when a command refuses, and goes after 5 s', async () => {
    expect(await told(new Error('Open conversation first'))).toEqual([{ tone: 'danger', message: 'Open conversation first', hideAfter: 5_000 }]);
  });

  test.each([new TypeError("Cannot read properties of undefined (reading 'id')"), new RangeError('Invalid array length'), undefined, 'x', {}])(
    'is an unknown error when nobody threw it on purpose: %s',
    async (thrown) => {
      expect(await told(thrown)).toEqual([expect.objectContaining({ tone: 'danger', message: unknown })]);
    },
  );

  test('is about the connection when there is none, so that its notice ends with that', async () => {
    const shown = await commandOver(clientOver(vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))).change).byKey();
    expect(shown).toEqual([expect.objectContaining({ cause: 'connection' })]);
  });
});

describe('whoever has left', () => {
  test('is told nothing of what ends afterwards: the next person reads it, and could take it back', async () => {
    let now = context();
    const played = services();
    const registry = createRegistry([
      [
        command({
          id: 'test.slow',
          title: 'Slow',
          group: 'Keyline',
          icon: 'x',
          scopes: ['workspace'],
          run: async () => {
            now = { ...now, user: now.user && { ...now.user, id: 2 } };
            return { message: 'Dana is blocked', undo: { title: 'Block', run: async () => undefined } };
          },
        }),
      ],
    ]);
    const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    await dispatcher.run('test.slow', { source: 'key' });
    expect([played.done, dispatcher.getUndoable()]).toEqual([[], null]);
  });

  test.each([
    ['done', () => Promise.resolve()],
    ['refused', () => Promise.reject(new Error('Dana is gone'))],
  ])('is told nothing of an undo that is %s afterwards', async (_, end) => {
    let now = context();
    const played = services();
    const leave = () => {
      now = { ...now, user: now.user && { ...now.user, id: 2 } };
      return end();
    };
    const registry = createRegistry([
      [
        command({
          id: 'test.block',
          title: 'Block',
          group: 'Keyline',
          icon: 'x',
          scopes: ['workspace'],
          isShown: true,
          run: async () => ({ undo: { title: 'Block', run: leave } }),
        }),
      ],
    ]);
    const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    await dispatcher.run('test.block', { source: 'key' });
    const before = played.done.length;
    await dispatcher.undo();
    // The list was asked before they left.
    expect(played.done.slice(before).filter(([name]) => name !== 'table.expectRow')).toEqual([]);
  });
});

describe('the texts of the specification', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const source = ['contract', 'machines', 'commands', 'src', 'server']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
    .replaceAll("\\'", "'");
  const rows = readFileSync(join(root, 'tests/rules/messages.tsv'), 'utf8').trim().split('\n').slice(1);

  /** Texts that the specification cuts short, as they were completed (AMB-69). */
  const completed: Readonly<Record<string, string>> = { 'MSG-059': 'You will not receive notifications for incoming calls.' };
  /** Rows that say in brackets where the words come from have none of their own. */
  const fixed = rows.map((row) => row.split('\t')).filter(([, , , exact = '']) => !exact.startsWith('('));

  test.each(fixed)('%s stands unchanged: %s, %s, “%s”', (id = '', _kind, _condition, exact = '') => {
    for (const part of (completed[id] ?? exact).split(/\{\w+\}/).filter((each) => each !== '')) expect(source.includes(part), part).toBe(true);
  });
});
