import { describe, expect, test, vi } from 'vitest';
import { checkAvailability } from '#commands/core/availability.ts';
import { isListed, isRecallable } from '#commands/core/listing.ts';
import type { Context, FlowView } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { createEffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { resolveKeys } from '#commands/keymap/resolve.ts';
import type { PaletteOpening } from '#commands/palette/types.ts';
import type { SearchOutcome } from '#src/palette/fallbacks.ts';
import { createFrecency } from '#src/palette/frecency.ts';
import { hitToItem } from '#src/palette/items.ts';
import { getPaletteIndex } from '#src/palette/library.ts';
import { createPaletteIndex } from '#src/palette/results.ts';
import { call, callsChosen, context, conversation, dana, number } from './commandsSupport.ts';
import { opened } from './paletteSupport.ts';

const flow = (state: string): FlowView => ({ state, canAccept: () => false, getReason: () => 'Not now' });

test('an entry of the log can be copied as a link, with its arguments', async () => {
  const [here] = context().companies;
  const copy = async (commandId: string, args: Record<string, string>) => {
    const about = { id: 3, commandId, title: '', args, companyId: here?.id ?? null, ranAt: '2026-11-01T10:00:00Z' };
    const row = { ...about, source: 'palette', outcome: 'done', detail: null } as const;
    const { dispatcher, done } = opened({
      commands: registry.all,
      focus: { ...context().focus, scopes: ['log', 'list', 'workspace', 'global'], rows: { kind: 'commandRun', rows: [row], mode: 'cursor', count: 1 } },
    });
    await dispatcher.run('log.copyLink', { source: 'key' });
    return done;
  };
  expect(await copy('company.switch', { company: '7' })).toContainEqual(['clipboard.copyLink', '/do/company.switch?company=7']);
  // On what it ran the log doesn't know, but in which company.
  expect(await copy('tags.create', { name: 'VIP' })).toContainEqual(['clipboard.copyLink', `/do/tags.create?name=VIP&_place=%2F${here?.slug}`]);
});

describe('the palette', () => {
  test('finds commands, companies and panes by a few letters', () => {
    const { palette, titles } = opened();
    palette.open();
    expect(titles('>split r')[0]?.[1]).toBe('Split right');
    expect(titles('!adasm')).toEqual([['Companies', 'Adams Landscaping']]);
    expect(titles('adams').flat()).toContain('Adams Landscaping');
    expect(titles('/inb')[0]).toContain('Inbox');
  });
  test('finds whom the server told of once by any part of their number, before it is asked again', () => {
    const { palette, titles } = opened();
    palette.open();
    const hit = { kind: 'contact' as const, id: 7, companyId: 1, title: "Siobhán O'Shaughnessy", detail: '+1 971-555-1286 · Adams Landscaping', rank: 1 };
    getPaletteIndex(palette).offer('person', [hitToItem(hit)]);
    for (const typed of ['@5551286', '@971 555', '@siobhan']) expect(titles(typed).flat()).toContain("Siobhán O'Shaughnessy");
  });
  test('puts the command first whose title is typed, whatever else the words could be', () => {
    const { palette } = opened();
    palette.open();
    const first = (title: string) => getPaletteIndex(palette).find(title, palette.context(), [])[0]?.rows[0]?.item.title;
    const typed = (title: string) => [title, title.toLowerCase(), `>${title}`];
    const now = palette.context();
    const listed = registry.all.filter((command) => !command.isUnlisted && isListed(command, checkAvailability(command, now), now));
    expect(listed.length).toBeGreaterThan(200);
    expect(listed.flatMap(({ title }) => typed(title).flatMap((text) => (first(text) === title ? [] : [`${text}: ${first(text)}`])))).toEqual([]);
  });
  test('reads no argument into a line for a command that cannot run here', () => {
    const now: Partial<Context> = { permissions: new Set() };
    const { palette, titles } = opened(now);
    palette.open();
    expect(titles('buy 415').flat()).not.toContain('Buy numbers: 415');
    expect(opened().titles('buy 415')[0]).toEqual(['Commands', 'Buy numbers: 415']);
  });
  test('asks support staff for their code where it is no longer fresh, and then for the company', async () => {
    const { user } = context();
    const staff = (mfaFreshUntil: string | null): Partial<Context> => ({
      user: user && { ...user, isStaff: true, hasMfa: true, mfaFreshUntil },
      companies: [],
      company: null,
    });
    const before = context(staff(null));
    const keymap = createEffectiveKeymap(before.keymap, registry);
    expect(resolveKeys(keymap, registry, before, before.focus.scopes, ['g', 'g'])).toMatchObject({
      binding: { command: 'company.actIn' },
      answer: { ok: false },
    });

    const { palette, reached, dispatcher, change } = opened(before, {
      'palette.open': (opening: PaletteOpening) => palette.open(opening),
      'auth.proveMfa': () => {
        change(staff(new Date(Date.now() + 900_000).toISOString()));
        return Promise.resolve({});
      },
    });
    const asked = () => palette.getPendingArgument()?.named.name;
    expect(await dispatcher.run('company.actIn', { source: 'key' })).toEqual({ status: 'asked' });
    expect(asked()).toBe('code');
    palette.actor.send({ type: 'argument.typed', text: '123456' });
    palette.actor.send({ type: 'argument.submitted' });
    await reached('closed');
    await reached('open.asking');
    expect(asked()).toBe('company');
    palette.close();
    await Promise.resolve();
    expect(palette.isOpen()).toBe(false);
  });
  test('leads with what fits the row, in its fixed order, then what was used lately, then where to go', async () => {
    const { palette, titles, choose, reached, frecency } = opened();
    palette.open();
    choose('>scroll to top');
    await reached('closed');
    expect(frecency.weight('list.top')).toBe(1);
    const [row = [], recent, goTo] = titles('');
    expect(row.slice(0, 6)).toEqual(['This conversation', 'Archive', 'Reply', 'Write internal note', 'Toggle lead', 'Toggle appointment']);
    expect(row).toContain('Block caller');
    expect(recent).toEqual(['Recent', 'Scroll to top']);
    expect(goTo?.slice(0, 2)).toEqual(['Go to', 'Go to Inbox']);
    expect(titles('').flat()).not.toContain('Search or run a command');
  });
  test('names what has the focus: a contact, a call, a number, several conversations', () => {
    const heading = (changes: Partial<Context>) => opened(changes).titles('')[0]?.[0];
    const at = (kind: 'contact' | 'call' | 'number'): Context['focus'] => ({
      ...context().focus,
      scopes: [kind, 'workspace', 'global'],
      rows: null,
      pane: null,
    });
    expect(heading({ focus: { ...at('contact'), rows: { kind: 'contact', rows: [dana], mode: 'cursor', count: 1 } } })).toBe('This contact');
    expect(heading({ ...callsChosen(call(4)) })).toBe('This call');
    expect(heading({ focus: { ...at('number'), rows: { kind: 'number', rows: [number(1)], mode: 'cursor', count: 1 } } })).toBe('This number');
    const three = { kind: 'conversation', rows: [conversation(1), conversation(2), conversation(3)], mode: 'rows', count: 3 } as const;
    expect(heading({ focus: { ...context().focus, rows: three } })).toBe('3 conversations');
    expect(heading({ focus: { ...context().focus, rows: null } })).toBe('Go to');
  });
  test('never proposes by habit what changes something or leaves the house', async () => {
    const { palette, titles, frecency } = opened();
    palette.open();
    for (const { id } of registry.all) frecency.record(id);
    for (let more = 0; more < 9; more += 1) for (const id of ['callers.block', 'messages.sendText', 'contacts.delete', 'session.signOut']) frecency.record(id);
    const recent = titles('').find(([heading]) => heading === 'Recent') ?? [];
    expect(recent.length).toBeGreaterThan(1);
    const proposed = registry.all.filter(isRecallable);
    expect(proposed.filter(({ changes, hasReview }) => changes || hasReview)).toEqual([]);
    expect(
      proposed.filter(
        ({ id }) => /undo|discard|dismiss|delete|remove|send|block|confirm|signOut/i.test(id) && !/^blocks\.(search|showAll)$|^calls.toggleBlocked$/.test(id),
      ),
    ).toEqual([]);
    expect(recent.filter((title) => ['Block caller', 'Send quick reply', 'Delete contacts', 'Sign out'].includes(title))).toEqual([]);
  });
  test('the menu of a row is short, in a fixed order, and keeps the place of what is blocked', () => {
    const { palette } = opened({ online: false });
    palette.open({ query: '', onRows: true });
    const [menu, ...more] = getPaletteIndex(palette).find('', palette.context(), [], true);
    expect([menu?.heading, more.length]).toEqual(['This conversation', 0]);
    const rows = menu?.rows.map(({ item, availability }) => [item.title, availability.ok]) ?? [];
    expect(rows.length).toBeLessThan(14);
    expect(rows.slice(0, 3)).toEqual([
      ['Archive', false],
      ['Reply', true],
      ['Write internal note', false],
    ]);
  });
  test('of two commands in one place of a menu the one that applies is shown', () => {
    const archived = opened({
      focus: { ...context().focus, rows: { kind: 'conversation', rows: [conversation(7, { isArchived: true })], mode: 'cursor', count: 1 } },
    });
    expect(archived.titles('')[0]?.slice(0, 2)).toEqual(['This conversation', 'Restore']);
  });
  test('every menu names commands that there are', () => {
    const ids = Object.values(registry.menus).flat(2);
    expect(ids.filter((id) => registry.get(id) === undefined)).toEqual([]);
  });
  test('lists no command that makes no sense now, and keeps one that is blocked with its reason', () => {
    const { palette, titles } = opened();
    palette.open();
    const all = titles('>').flat();
    for (const title of ['Sign in', 'Submit code', 'Reset password', 'Port-in: Check portability', 'Greeting: Save', 'Review: Finish', 'Impersonate user'])
      expect(all).not.toContain(title);
    for (const title of ['Sandbox: Call the main line', 'Save contact', 'Search or run a command']) expect(all).not.toContain(title);
    expect(titles('sign in').flat()).not.toContain('Sign in');
    expect(all).toEqual(expect.arrayContaining(['Zoom pane', 'Restore', 'Set call value']));
    const out = opened({
      user: null,
      company: null,
      permissions: new Set(),
      focus: { ...context().focus, scopes: ['signin', 'global'], rows: null, pane: null },
    });
    expect(out.titles('').flat()).toContain('Create account');
  });
  test('finds what people call things', () => {
    const { palette, titles } = opened({ numbers: [number(3, { label: 'Roadside help' })] });
    palette.open();
    expect(titles('done')[0]?.slice(0, 2)).toEqual(['Commands', 'Archive']);
    expect(titles('dark')[0]?.[1]).toBe('Change theme');
    expect(titles('help')[0]?.[1]).toBe('Show keyboard shortcuts');
    expect(titles('settings').flat()).toEqual(expect.arrayContaining(['Change theme', 'Change density', 'Edit keyboard shortcuts']));
  });
  test('a person named like that comes before a command with a typing error, and four letters take no error', () => {
    const { palette, titles } = opened();
    palette.open();
    const hit = { kind: 'contact' as const, id: 7, companyId: 1, title: 'Ana White', detail: '+1 971-555-1286', rank: 1 };
    getPaletteIndex(palette).offer('person', [hitToItem(hit)]);
    expect(titles('white')[0]).toEqual(['Contacts', 'Ana White']);
    expect(titles('whit').flat()).not.toContain('Write internal note');
    // Also one that only the server knows.
    const far = hitToItem({ ...hit, id: 8, title: 'Ben Whitef' });
    expect(getPaletteIndex(palette).find('whitef', palette.context(), [far])[0]?.heading).toBe('Contacts');
  });
  test('begins with a number that nobody has, in any spelling', () => {
    const { palette } = opened({ numbers: [number(1)], areNumbersHere: true });
    palette.open();
    const offers = (query: string) =>
      getPaletteIndex(palette)
        .findOffers(query, palette.context(), 'nothing')
        .flatMap(({ rows }) => rows.map(({ item }) => [item.title, item.run]));
    for (const typed of ['+1 212 867 5309', '(212) 867-5309', '212.867.5309', 'tel:+12128675309', '212‑867‑5309', '2128675309']) {
      expect(offers(typed)).toEqual([
        ['Message +1 212-867-5309', { commandId: 'conversations.start', args: { to: '+12128675309' } }],
        ['Create contact for +1 212-867-5309', { commandId: 'contacts.createWithPhone', args: { phone: '+12128675309' } }],
        ['Show calls from +1 212-867-5309', { commandId: 'calls.search', args: { line: 'from:+12128675309' } }],
        ['Block +1 212-867-5309', { commandId: 'blocks.add', args: { target: '+12128675309', place: 'everywhere' } }],
      ]);
    }
    // Too short for a number: words, to be looked for where words stand.
    for (const words of ['1.5', '867']) expect(offers(words).map(([title]) => title)).toEqual([`Search messages for “${words}”`]);
  });
  test('finds a value that is a number by typing it, while its command can run', () => {
    const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
    const index = createPaletteIndex(registry, frecency);
    const onItem = (recording: Context['recording']) => context({ recording, focus: { ...context().focus, scopes: ['conversation', 'workspace', 'global'] } });
    const first = (query: string, recording: Context['recording']) => index.find(query, onItem(recording), [])[0]?.rows[0]?.item;
    const playing = { itemId: 5, isPlaying: true, speed: 1 };
    expect(first('1.5', playing)).toMatchObject({ title: 'Recording: Set speed: 1.5×', run: { commandId: 'recording.speed', args: { rate: '1.5' } } });
    expect(first('2', playing)).toMatchObject({ title: 'Recording: Set speed: 2×' });
    expect(first('1.2', playing)?.title ?? '').not.toContain('speed');
    expect(first('1.5', null)?.title ?? '').not.toContain('speed');
  });

  test('which looks at no list but the scales: the numbers of a company are gone through for no key', () => {
    const lists = registry.all.flatMap(({ args }) => args.flatMap(({ arg }) => (arg.kind === 'list' ? [arg] : [])));
    const asked = lists.filter(({ isScale }) => !isScale).map((arg) => vi.spyOn(arg, 'options'));
    expect(asked.length).toBeGreaterThan(20);
    createPaletteIndex(
      registry,
      createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0),
    ).find('418', context(), []);
    expect(asked.filter((options) => options.mock.calls.length > 0)).toEqual([]);
    vi.restoreAllMocks();
  });
  test('takes a whole phone number for that number alone, not for one that ends alike', () => {
    const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
    const index = createPaletteIndex(registry, frecency);
    const person = (id: number, title: string, phone: string) => hitToItem({ kind: 'contact', id, companyId: 1, title, detail: phone, rank: 1 });
    const remote = [person(7, 'Axel Rivera', '+1 303-555-9999'), person(8, 'Dana Whitfield', '+1 415-555-9999')];
    const found = (query: string) =>
      index.find(query, context(), remote).flatMap(({ rows }) => rows.flatMap(({ item }) => (item.kind === 'person' ? [item.title] : [])));
    for (const query of ['4155559999', '(415) 555-9999', '+1 415 555 9999']) expect(found(query)).toEqual(['Dana Whitfield']);
    expect(found('9999')).toEqual(['Axel Rivera', 'Dana Whitfield']);
  });
  test('goes on with words that name nothing in the messages', () => {
    const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
    const index = createPaletteIndex(registry, frecency);
    const offer = (query: string, outcome: SearchOutcome) => index.findOffers(query, context(), outcome).flatMap(({ rows }) => rows.map(({ item }) => item));
    const search = (q: string) => [{ title: `Search messages for “${q}”`, run: { commandId: 'search.messages', args: { q } } }];
    expect(offer('refund', 'nothing')).toMatchObject(search('refund'));
    // Before the server has answered, Enter would choose it in place of whom the words name.
    expect(offer('refund', 'pending')).toEqual([]);
  });
  test('goes on in the messages with words that commands know by a keyword, after all that was found', () => {
    const { palette, titles } = opened();
    palette.open();
    const offer = (query: string) =>
      getPaletteIndex(palette)
        .findOffers(query, palette.context(), 'some')
        .flatMap(({ rows }) => rows.map(({ item }) => item.title));
    expect(titles('invoice').length).toBeGreaterThan(0);
    expect(offer('invoice')).toEqual(['Search messages for “invoice”']);
    // Not what means a command, is a line of its own, is one kind of thing, or only begins.
    for (const query of ['archive', 'Search messages', 'search invoice', 'buy 415', '>invoice', '@invoice', 'in']) expect(offer(query)).toEqual([]);
  });
  test('a title that is half typed stands before what fits otherwise, also where something blocks it', () => {
    const { palette, titles } = opened();
    palette.open();
    for (const typed of ['mark rea', 'Mark re']) expect(titles(typed)[0]?.[1]).toBe('Mark read');
    expect(titles('mark unr')[0]?.[1]).toBe('Mark unread');
    // A beginning that many titles share means none of them: what can run comes first.
    expect(titles('mark')[0]?.[1]).toBe('Mark unread');
  });
  test('opens a hit of another company there, and names no company that is open', () => {
    const hit = { kind: 'contact' as const, id: 7, companyId: 2, title: 'Dana', detail: '+1 971-555-1286 · Adams Landscaping', rank: 1 };
    const open = context().company;
    expect(hitToItem(hit, open)).toMatchObject({ detail: hit.detail, run: { commandId: 'search.open', args: { company: '2', hit: 'contact.7' } } });
    const own = { ...hit, companyId: 1, detail: '+1 971-555-1286 · Northwind Motors' };
    expect(hitToItem(own, open)).toMatchObject({ detail: '+1 971-555-1286', run: { commandId: 'go.contact', args: { contact: '7' } } });
  });
  test('switches to the company of a hit before it opens it', async () => {
    const { dispatcher, done } = opened();
    await dispatcher.run('search.open', { source: 'palette', args: { company: '2', hit: 'conversation.9' } });
    expect(done.filter(([name]) => /enter|open/.test(name))).toEqual([
      ['session.enterCompany', 2],
      ['conversations.open', 9],
    ]);
  });
  test('lists each place once, whether it is open or not', () => {
    const panes: Context['panes'] = [
      { id: 'p1', kind: 'inbox', title: 'Inbox' },
      { id: 'p2', kind: 'conversation', title: 'Conversation' },
    ];
    const { palette, titles } = opened({ panes });
    palette.open();
    const [[, ...listed] = []] = titles('/');
    expect(listed.filter((title) => title.toLowerCase() === 'inbox')).toEqual(['Inbox']);
    expect(listed[0]).toBe('Conversation');
  });
  test('makes the tag that is typed and does not exist, and goes on with it', async () => {
    const tags: { id: number; name: string; numbers: number }[] = [];
    const { palette, done, choose, reached } = opened(
      {
        focus: {
          ...context().focus,
          scopes: ['numbers', 'list', 'workspace', 'global'],
          rows: { kind: 'number', rows: [number(1)], mode: 'cursor', count: 1 },
        },
      },
      { 'tags.all': () => Promise.resolve(tags), 'tags.create': (name: string) => Promise.resolve(void tags.push({ id: 31, name, numbers: 0 })) },
    );
    palette.open();
    choose('>add tag to number');
    palette.actor.send({ type: 'argument.typed', text: 'Spring sale' });
    palette.actor.send({ type: 'argument.submitted' });
    await reached('closed');
    expect(done).toContainEqual(['tags.create', 'Spring sale']);
    expect(done.find(([name]) => name === 'numbers.change')?.[2]).toEqual({ addTags: [31] });
  });
  test('goes on by itself when the company has loaded', async () => {
    const { palette, change, done, choose, state, reached, notify } = opened({ flows: { companySwitch: flow('refreshing') } });
    palette.open();
    choose('>go to calls');
    expect([state(), palette.actor.getSnapshot().context.command?.unavailable]).toEqual(['open.blocked', 'Loading company…']);
    notify();
    expect(state()).toBe('open.blocked');
    change({ flows: { companySwitch: flow('idle') } });
    notify();
    await reached('closed');
    expect(done).toContainEqual(['panes.open', 'calls', {}, 'reuse']);
  });
  test('offers what can be done with a list that loads beneath it, and changes nothing for what moves there afterwards', () => {
    const focus: Context['focus'] = { ...context().focus, rows: null, scopes: ['workspace', 'global'], pane: { id: 'p1', kind: 'calls', title: 'Calls' } };
    const { palette, change, titles } = opened({ focus });
    palette.open();
    const shown = () => getPaletteIndex(palette).find('', palette.context(), [])[0]?.heading;
    const before = palette.getVersion();
    expect([shown(), palette.getVersion()]).toEqual(['Go to', before]);
    const loaded: Context['focus'] = { ...focus, ...callsChosen(call(4)).focus, pane: focus.pane };
    // While it is open the keyboard is in its field.
    change({ focus: { ...loaded, scopes: ['text', 'palette', ...loaded.scopes] } });
    expect(palette.getVersion()).not.toBe(before);
    expect([shown(), palette.context().focus.scopes]).toEqual(['This call', loaded.scopes]);
    const after = palette.getVersion();
    change({ focus: { ...loaded, rows: { kind: 'call', rows: [call(9)], mode: 'cursor', count: 1 } } });
    expect([palette.context().focus.rows, palette.getVersion()]).toEqual([loaded.rows, after]);
    expect(titles('')[0]?.[0]).toBe('This call');
  });
  test('asks for an argument, gives the focus back, then runs', async () => {
    const { palette, done, moves, choose, state, reached } = opened();
    palette.open();
    choose('>change theme');
    expect([state(), palette.getPendingArgument()?.named.arg.label]).toEqual(['open.asking', 'Theme']);
    palette.actor.send({ type: 'argument.picked', value: 'light', text: 'Light' });
    await reached('closed');
    expect(moves).toEqual(['held', 'given back']);
    expect(done).toContainEqual(['preferences.save', { theme: 'light' }, 'Theme: light']);
  });
  test('begins an argument with what it is likely to be, and says when it cannot be read', async () => {
    const { palette, choose, reached } = opened();
    palette.open();
    choose('>undo send delay');
    expect(palette.actor.getSnapshot().context.text).toBe('5');
    palette.actor.send({ type: 'argument.typed', text: 'long' });
    palette.actor.send({ type: 'argument.submitted' });
    await reached('open.asking');
    expect(palette.actor.getSnapshot().context.error?.message).toBe('Enter a whole number of seconds from 0 to 60');
  });
  test('begins with what is read first, unless something is typed meanwhile or something else is asked', async () => {
    const asking: ((phones: string[]) => void)[] = [];
    const { palette, choose } = opened({}, { 'session.loadPhones': () => new Promise<string[]>((resolve) => asking.push(resolve)) });
    const text = () => palette.actor.getSnapshot().context.text;
    const told = async () => {
      asking.pop()?.(['+14155550188', '+14155550189']);
      await new Promise(setImmediate);
    };
    palette.open();
    choose('>edit my phones');
    expect(text()).toBe('');
    await told();
    expect(text()).toBe('+1 415-555-0188, +1 415-555-0189');
    palette.close();

    palette.open();
    choose('>edit my phones');
    palette.actor.send({ type: 'argument.typed', text: 'none' });
    await told();
    expect(text()).toBe('none');
    palette.close();

    palette.open();
    choose('>edit my phones');
    palette.close();
    palette.open();
    choose('>search companies');
    await told();
    expect(text()).not.toContain('415');
  });
  test('says why a command cannot run, and runs what unblocks it', async () => {
    const { palette, done, choose, state, reached } = opened();
    palette.open();
    choose('>zoom pane');
    expect([state(), palette.actor.getSnapshot().context.command?.unavailable]).toEqual(['open.blocked', 'Only one pane is open']);
    palette.actor.send({ type: 'unblocker.chosen' });
    await reached('open.asking');
    palette.actor.send({ type: 'argument.picked', value: 'contacts', text: 'Contacts' });
    await reached('closed');
    expect(done).toContainEqual(['panes.open', 'contacts', {}, 'beside']);
  });
  test('looks at a command from a link before it runs', async () => {
    const { palette, done, reached } = opened();
    palette.open({ command: { id: 'keys.singleOff', source: 'url' } });
    await reached('open.reviewing');
    expect([palette.review()?.sentence, done.map(([name]) => name)]).toEqual(['Turn off single-key shortcuts', []]);
    palette.actor.send({ type: 'review.accepted' });
    await reached('closed');
    expect(done.map(([name]) => name)).toContain('preferences.saveKeymap');
  });
  test('keeps the query for the next time, and starts a command with the arguments it came with', async () => {
    const { palette, done, reached } = opened();
    palette.open();
    palette.actor.send({ type: 'query.typed', query: 'arch' });
    palette.close();
    palette.open();
    expect(palette.actor.getSnapshot().context.query).toBe('arch');
    palette.open({ command: { id: 'company.switch', args: { company: '2' } } });
    await reached('closed');
    expect(done).toContainEqual(['session.switchCompany', 2]);
  });
});
