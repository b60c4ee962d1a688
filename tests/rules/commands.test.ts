import { describe, expect, test } from 'vitest';
import { arg } from '#commands/core/args.ts';
import { checkAvailability } from '#commands/core/availability.ts';
import { command } from '#commands/core/command.ts';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { ArgText, Review } from '#commands/core/outcome.ts';
import { createRegistry } from '#commands/core/registry.ts';
import { scopes } from '#commands/core/scopes.ts';
import type { Context } from '#commands/core/types.ts';
import { getCommandUrl, getPlacedUrl, parseCommandUrl } from '#commands/core/url.ts';
import { eventTriggers, registry } from '#commands/index.ts';
import { isIconName, loadIcons } from '#src/ui/Icon.tsx';
import { context, conversation, reason, services } from './commandsSupport.ts';

describe('the registry', () => {
  test('holds the commands of every area, each with an icon of the set', async () => {
    await loadIcons();
    expect(registry.all.length).toBeGreaterThanOrEqual(70);
    expect(registry.all.filter(({ icon }) => !isIconName(icon)).map(({ id, icon }) => `${id}: ${icon}`)).toEqual([]);
  });
  test('refuses an id or a title that already exists, and an id that is none', () => {
    const one = (id: string, title: string) => command({ id, title, group: 'Keyline', icon: 'x', scopes: ['global'], quiet: true, run: async () => undefined });
    expect(() => createRegistry([[one('a.b', 'One'), one('a.b', 'Two')]])).toThrow('Two commands have the id a.b');
    expect(() => createRegistry([[one('a.b', 'One'), one('a.c', 'one')]])).toThrow('same title');
    expect(() => createRegistry([[one('Archive!', 'One')]])).toThrow('is not a command id');
  });
  test('has a command for every event of every flow that is not typing', () => {
    const ids = Object.values(eventTriggers).flatMap((events) => Object.values(events).flatMap((how) => ('command' in how ? [how.command] : [])));
    expect([...new Set(ids)].filter((id) => !registry.get(id))).toEqual([]);
  });
  test('names only commands that exist as ways out', () => {
    const lost = registry.all.flatMap((each) => {
      const given = checkAvailability(each, context({ user: null }));
      const elsewhere = checkAvailability(each, context({ focus: { scopes: ['global'], pane: null, rows: null, columns: [], canGoBack: false } }));
      return [given, elsewhere].flatMap((refusal) =>
        refusal.ok || !refusal.unblock || registry.get(refusal.unblock.commandId) ? [] : [`${each.id}: ${refusal.unblock.commandId}`],
      );
    });
    expect(lost).toEqual([]);
  });
  test('says of every command that works in one place where that is, and how to get there', () => {
    const everywhere = ['global', 'workspace'];
    const silent = registry.all.filter((each) => !each.scopes.some((scope) => everywhere.includes(scope) || scopes[scope].unavailable));
    expect(silent.map(({ id }) => id)).toEqual([]);
    const ways = Object.values(scopes).flatMap(({ unavailable: elsewhere }) => elsewhere?.[1] ?? []);
    expect(ways.filter((id) => !registry.get(id))).toEqual([]);
  });
  test('hints at commands that exist', () => {
    const hinted = Object.values(scopes).flatMap(({ hints = [] }) => hints.map(([command]) => command));
    expect([...new Set(hinted)].filter((id) => !registry.get(id))).toEqual([]);
  });
});

describe('a command that cannot run says why', () => {
  test('signed out', () => expect(reason('workspace.splitRight', context({ user: null }))).toBe('Sign in first'));
  test('in another place', () =>
    expect(
      reason('list.next', context({ focus: { scopes: ['conversation', 'workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false } })),
    ).toBe('Focus a list first'));
  test('in the place it belongs to, with the way there', () => {
    const told = (id: string) => {
      const command = registry.get(id);
      const given = command ? checkAvailability(command, context()) : null;
      return given?.ok === false ? [given.reason, given.unblock?.commandId] : null;
    };
    expect(told('templates.rename')).toEqual(['Go to Number templates first', 'go.templates']);
    expect(told('marketplace.price')).toEqual(['Go to Marketplace first', 'go.marketplace']);
    expect(told('routing.save')).toEqual(['Open a number’s call routing first', 'routing.edit']);
    expect(told('calls.addTag')).toEqual(['Go to Calls first', 'go.calls']);
  });
  test('for another role', () => expect(reason('conversations.archive', context({}, 'billing'))).toMatch(/^Only owners, administrators and users can /));
  test('without a company', () => expect(reason('conversations.archive', context({ company: null }))).toBe('Select a company first'));
  test('while the company is being opened', () => {
    const flows = { companySwitch: { state: 'clearing', canAccept: () => true, getReason: () => null } };
    expect(reason('conversations.archive', context({ flows }))).toBe('Loading company…');
  });
  test('offline', () => expect(reason('conversations.archive', context({ online: false }))).toBe('Not available offline'));
  test('without a row', () =>
    expect(reason('conversations.archive', context({ focus: { ...context().focus, rows: null } }))).toBe('Select a conversation first'));
  test('while staff act as somebody', () => {
    const user = { ...(context().user ?? never()), isAdmin: true };
    expect(reason('session.endOther', context({ user }))).toBe('Not available while impersonating');
  });
  test('in the words of its flow', () => {
    const login = { state: 'form', canAccept: () => false, getReason: () => 'Enter your email first' };
    const now = context({ user: null, flows: { login }, focus: { scopes: ['signin', 'global'], pane: null, rows: null, columns: [], canGoBack: false } });
    expect(reason('login.submit', now)).toBe('Enter your email first');
  });
});
const never = (): never => {
  throw new Error('The context has nobody');
};

/** A dispatcher over two commands made for the test. */
function dispatching(now: Context = context(), answers: Parameters<typeof services>[0] = {}) {
  const played = services(answers);
  const ran: unknown[] = [];
  const undone: string[] = [];
  let review: Review = { sentence: 'Deletes 3 rows', count: 3, sample: [], skipped: [], verb: 'delete' };
  const made = createRegistry([
    [
      command({
        id: 'test.paint',
        title: 'Paint it',
        group: 'Keyline',
        icon: 'x',
        scopes: ['workspace'],
        args: {
          colour: arg.one('Colour', ['red', 'blue', 'gone']),
          size: arg.optional(arg.text({ label: 'Size', parse: (text) => ({ ok: true, value: Number(text) }) })),
        },
        run: async ({ args, source }) => {
          ran.push([args.colour, args.size, source]);
          return { message: 'Painted', undo: { title: 'Paint it', isOver: () => args.colour === 'gone', run: async () => void undone.push(args.colour) } };
        },
      }),
      command({
        id: 'test.delete',
        title: 'Delete them',
        group: 'Keyline',
        icon: 'x',
        scopes: ['workspace'],
        review: () => review,
        isShown: true,
        run: async () => void ran.push('deleted'),
      }),
      command({
        id: 'test.fail',
        title: 'Fail',
        group: 'Keyline',
        icon: 'x',
        scopes: ['workspace'],
        isShown: true,
        run: (): Promise<void> => Promise.reject(new Error('The line is cut')),
      }),
      command({ id: 'test.count', title: 'Count them', group: 'Keyline', icon: 'x', scopes: ['workspace'], changes: false, run: async () => undefined }),
      command({ id: 'test.move', title: 'Move up', group: 'Keyline', icon: 'x', scopes: ['workspace'], quiet: true, run: async () => undefined }),
      command({ id: 'test.idle', title: 'Save the same', group: 'Keyline', icon: 'x', scopes: ['workspace'], run: async () => ({ changed: false }) }),
      command({ id: 'test.list', title: 'Only in lists', group: 'Keyline', icon: 'x', scopes: ['list'], isShown: true, run: async () => undefined }),
      command({ id: 'go.test', title: 'Go there', group: 'Go to', icon: 'x', scopes: ['workspace'], isShown: true, run: async () => void ran.push('gone') }),
    ],
  ]);
  let key = 0;
  const dispatcher = createDispatcher({ registry: made, getContext: () => now, getServices: () => played.services, createKey: () => `key-${key++}-aaaa` });
  const names = () => played.done.map(([name]) => name);
  return { dispatcher, ran, undone, done: played.done, names, recount: (count: number) => (review = { ...review, count }) };
}

const isOffer = (notice: unknown): notice is { action: { until: AbortSignal; onAct: () => void } } =>
  typeof notice === 'object' && notice !== null && 'action' in notice;

describe('writing a new message', () => {
  const begin = registry.all.filter(({ id }) => id === 'conversations.start');
  test('is refused where the company has no number, with the way to one, but not while its numbers are on their way', () => {
    const answers = (now: Context) => begin.map((each) => checkAvailability(each, now));
    expect(answers(context({ areNumbersHere: true }))).toMatchObject([{ ok: false, reason: 'No numbers yet', unblock: { commandId: 'numbers.buy' } }]);
    expect(answers(context())).toEqual([{ ok: true }]);
  });
});

describe('the dispatcher', () => {
  test('runs a command with its arguments read, tells it, and logs it with its source', async () => {
    const { dispatcher, ran, done } = dispatching();
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red', size: '4' } });
    expect(ran).toEqual([['red', 4, 'key']]);
    expect(done[0]).toMatchObject(['notices.show', { tone: 'success', message: 'Painted', action: { title: 'Undo' } }]);
    expect(done[1]).toMatchObject([
      'log.add',
      { commandId: 'test.paint', source: 'key', outcome: 'done', args: { colour: 'red', size: '4' }, companyId: 1, detail: 'red, 4' },
    ]);
  });
  test('keeps a code out of the log, whether it was right or not', async () => {
    for (const end of [() => Promise.resolve({}), () => Promise.reject(new Error('This code is not right'))]) {
      const played = services({ 'auth.proveMfa': end });
      const now = context({ user: { ...(context().user ?? never()), hasMfa: true } });
      const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
      await dispatcher.run('account.proveMfa', { source: 'palette', args: { code: '271828' } });
      expect(played.done).toContainEqual(['auth.proveMfa', '271828']);
      const logged = played.done.filter(([name]) => name === 'log.add');
      expect(logged).toHaveLength(1);
      expect(JSON.stringify(logged)).not.toContain('271828');
    }
  });
  test('keeps out of the log whatever is asked for as a code, a password or a token', () => {
    const asked = registry.all.flatMap(({ id, args }) => args.map(({ arg: { label, secret } }) => ({ id, label, secret })));
    const telling = asked.filter(({ label }) => /password|token|secret|authenticator|recovery|\bPIN\b/i.test(label));
    expect(telling.map(({ id }) => id)).toEqual(['account.proveMfa']);
    expect(telling.filter(({ secret }) => !secret)).toEqual([]);
  });
  test('asks for a missing argument in the palette, but not for one that may be left out', async () => {
    const { dispatcher, ran, done } = dispatching();
    expect(await dispatcher.run('test.paint', { source: 'key' })).toEqual({ status: 'asked' });
    expect(done).toEqual([['palette.open', { command: { id: 'test.paint', args: {}, source: 'key' } }]]);
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'blue' } });
    expect(ran).toEqual([['blue', undefined, 'key']]);
  });
  test('shows what it will do before it does it', async () => {
    const { dispatcher, ran } = dispatching();
    expect(await dispatcher.run('test.delete', { source: 'key' })).toEqual({ status: 'asked' });
    expect(ran).toEqual([]);
  });
  test('does not run when the count shown is no longer right', async () => {
    const { dispatcher, ran, recount } = dispatching();
    recount(4);
    await expect(dispatcher.execute('test.delete', { source: 'palette', count: 3 })).rejects.toMatchObject({ code: 'count_changed' });
    await dispatcher.execute('test.delete', { source: 'palette', count: 4 });
    expect(ran).toEqual(['deleted']);
  });
  test('asks “may I?” again and says why not', async () => {
    const { dispatcher, done } = dispatching(context({ focus: { scopes: ['workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false } }));
    expect(await dispatcher.run('test.list', { source: 'key' })).toEqual({ status: 'refused', reason: 'Focus a list first' });
    expect(done).toMatchObject([['notices.show', { tone: 'info', message: 'Focus a list first' }]]);
  });
  test('tells a failure once and logs it', async () => {
    const { dispatcher, done } = dispatching();
    expect(await dispatcher.run('test.fail', { source: 'menu' })).toEqual({ status: 'failed', message: 'The line is cut' });
    expect(done).toMatchObject([
      ['log.add', { outcome: 'failed', detail: 'The line is cut' }],
      ['notices.show', { tone: 'danger', message: 'The line is cut' }],
    ]);
  });
  test('takes the last command back, then the one before, then says there is nothing', async () => {
    const { dispatcher, undone, done } = dispatching();
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red' } });
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'blue' } });
    expect(dispatcher.getUndoable()).toEqual({ title: 'Paint it', isFinal: false });
    await dispatcher.undo();
    await dispatcher.undo();
    await dispatcher.undo();
    expect(undone).toEqual(['blue', 'red']);
    expect(dispatcher.getUndoable()).toBeNull();
    expect(done.at(-1)).toMatchObject(['notices.show', { message: 'Nothing to undo' }]);
  });
  test('reaches past nothing that has no undo, and says so', async () => {
    const { dispatcher, undone, done } = dispatching();
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red' } });
    await dispatcher.run('test.delete', { source: 'key', count: null });
    expect(dispatcher.getUndoable()).toEqual({ title: 'Delete them', isFinal: true });
    expect(await dispatcher.undo()).toEqual({ status: 'refused', reason: '“Delete them” can’t be undone' });
    expect(done.at(-1)).toMatchObject(['notices.show', { message: '“Delete them” can’t be undone' }]);
    expect(undone).toEqual([]);
    expect(reason('keyline.undo', context({ undoable: dispatcher.getUndoable() }))).toBe('“Delete them” can’t be undone');
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'blue' } });
    await dispatcher.undo();
    await dispatcher.undo();
    expect(undone).toEqual(['blue']);
  });
  test('passes over what was taken back in another way', async () => {
    const { dispatcher, undone, done } = dispatching();
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red' } });
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'gone' } });
    await dispatcher.undo();
    expect(undone).toEqual(['red']);
    await dispatcher.undo();
    expect(done.at(-1)).toMatchObject(['notices.show', { message: 'Nothing to undo' }]);
  });
  test('undoes what was done before a look around, a download, or a run that changed nothing', async () => {
    const { dispatcher, undone } = dispatching();
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red' } });
    for (const id of ['test.count', 'test.move', 'test.idle']) await dispatcher.run(id, { source: 'key' });
    await dispatcher.undo();
    expect(undone).toEqual(['red']);
  });
  test('offers Undo in a notice for its own run, and only as long as it is the last one', async () => {
    const { dispatcher, undone, done } = dispatching();
    const offers = () => done.flatMap(([, notice]) => (isOffer(notice) ? [notice.action] : []));
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'red' } });
    await dispatcher.run('test.paint', { source: 'key', args: { colour: 'blue' } });
    expect(offers().map(({ until }) => until.aborted)).toEqual([true, false]);
    offers()[0]?.onAct();
    expect(undone).toEqual([]);
    offers()[1]?.onAct();
    expect(undone).toEqual(['blue']);
    expect(offers().map(({ until }) => until.aborted)).toEqual([true, true]);
  });
  test('has a way back, or a barrier, for what is saved, judged and bought', () => {
    const changing = (id: string) => registry.get(id)?.changes;
    expect(['review.judge', 'routing.save', 'purchase.confirm', 'greetings.save', 'porting.confirm'].map(changing)).toEqual([true, true, true, true, true]);
    expect(['go.inbox', 'company.switch', 'exports.calls', 'numbers.buy', 'list.next', 'recording.download'].map(changing)).toEqual(Array(6).fill(false));
  });
  test('runs a command of the log again with what it ran with', async () => {
    const { dispatcher, ran } = dispatching(context(), { 'log.find': () => Promise.resolve({ commandId: 'test.paint', args: { colour: 'blue' } }) });
    await dispatcher.rerun(12);
    expect(ran).toEqual([['blue', undefined, 'again']]);
  });
  test('does nothing from a link without a look, but for going somewhere', async () => {
    const { dispatcher, ran } = dispatching();
    expect(await dispatcher.run('test.paint', { source: 'url', args: { colour: 'red' } })).toEqual({ status: 'asked' });
    await dispatcher.run('go.test', { source: 'url' });
    expect(ran).toEqual(['gone']);
  });
  test('writes to nobody and acts as nobody from a link without a look', async () => {
    const played = services();
    const dispatcher = createDispatcher({ registry, getContext: () => context({}), getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    const follow = (id: string, args: Record<string, string>) => dispatcher.run(id, { source: 'url', args });
    expect(await follow('conversations.start', { to: '+12135557801', from: '1' })).toEqual({ status: 'asked' });
    expect(await follow('conversations.showUnread', {})).toEqual({ status: 'asked' });
    expect(played.done.filter(([name]) => !name.startsWith('palette.'))).toEqual([]);
  });
  test('refuses an argument that is not one of the choices', async () => {
    const { dispatcher, ran } = dispatching();
    expect(await dispatcher.run('test.paint', { source: 'button', args: { colour: 'green' } })).toEqual({
      status: 'failed',
      message: '“green” is not a valid colour',
    });
    expect(ran).toEqual([]);
  });
});

test('every command with its arguments has an address that reads back', () => {
  expect(getCommandUrl('company.switch', { company: '7' })).toBe('/do/company.switch?company=7');
  expect(parseCommandUrl(getCommandUrl('sandbox.text', { number: '+14155550100', message: 'Ünter & über?' }))).toEqual({
    commandId: 'sandbox.text',
    args: { number: '+14155550100', message: 'Ünter & über?' },
    place: null,
  });
  const place = '/northwind-motors/inbox/5814?q=a%26b';
  const addressOf = (id: string, args: ArgText) => {
    const command = registry.get(id);
    return command && parseCommandUrl(getPlacedUrl(command, args, place));
  };
  expect(addressOf('callers.block', {})).toEqual({ commandId: 'callers.block', args: {}, place });
  expect(addressOf('contacts.addLabel', { label: '1' })).toEqual({ commandId: 'contacts.addLabel', args: { label: '1' }, place });
  expect(addressOf('company.switch', { company: '7' })).toEqual({ commandId: 'company.switch', args: { company: '7' }, place: null });
  expect(parseCommandUrl('/inbox')).toBeNull();
});

test('a key over several conversations counts those it acts on', () => {
  const rows = [conversation(1), conversation(2), conversation(3)];
  const now = context({ focus: { ...context().focus, rows: { kind: 'conversation', rows, mode: 'rows', count: 3 } } });
  expect(reason('conversations.archive', now)).toBeNull();
});
