import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { createEffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { resolveKeys } from '#commands/keymap/resolve.ts';
import type { PaletteOpening } from '#commands/palette/types.ts';
import { getStateName } from '#machines/state.ts';
import { filterOptions } from '#src/palette/choices.ts';
import { createPalette } from '#src/palette/controller.ts';
import { createFrecency } from '#src/palette/frecency.ts';
import { getPaletteIndex } from '#src/palette/library.ts';
import { hitToItem } from '#src/palette/results.ts';
import { context, services } from './commandsSupport.ts';

/** A palette over all commands, with the page's focus played. */
function opened(changes: Partial<Context> = {}, answers: Parameters<typeof services>[0] = {}) {
  let now = context(changes);
  const change = (more: Partial<Context>) => {
    now = { ...now, ...more };
  };
  const played = services(answers);
  const moves: string[] = [];
  const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'key-aaaa-1',
    onUsed: frecency.record,
  });
  const palette = createPalette({
    registry,
    source: { get: () => now, subscribe: () => () => undefined },
    dispatcher: () => dispatcher,
    services: () => played.services,
    frecency,
    saveFocus: () => {
      moves.push('held');
      return () => moves.push('given back');
    },
  });
  const titles = (query: string) =>
    getPaletteIndex(palette)
      .find(query, now, [])
      .map(({ heading, rows }) => [heading, ...rows.map(({ item }) => item.title)]);
  const choose = (query: string) => {
    const row = getPaletteIndex(palette).find(query, now, [])[0]?.rows[0];
    if (!row) throw new Error(`Nothing is found for ${query}`);
    palette.choose(row.item);
  };
  const state = () => getStateName(palette.actor.getSnapshot());
  const reached = (name: string) => waitFor(palette.actor, (snapshot) => getStateName(snapshot) === name, { timeout: 2_000 });
  return { palette, dispatcher, change, done: played.done, moves, titles, choose, state, reached, frecency };
}

test('a number among the choices is found by any part of its digits, also where it has a name', () => {
  const line = { value: 1, id: '1', title: 'PLUMB', detail: '+1 800-767-5862 · 24/7' };
  const other = { value: 2, id: '2', title: 'Main line', detail: '+1 415-555-0100 · 24/7' };
  for (const typed of ['+1 800-767-5862', '8007675862', '767-5862', 'plumb']) expect(filterOptions([line, other], typed)).toEqual([line]);
});

describe('the palette', () => {
  test('finds commands, companies and panes by a few letters', () => {
    const { palette, titles } = opened();
    palette.open();
    expect(titles('>split r')[0]?.[1]).toBe('Split right');
    expect(titles('!adms')).toEqual([['Companies', 'Adams Landscaping']]);
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
    expect(registry.all.flatMap(({ title }) => typed(title).flatMap((text) => (first(text) === title ? [] : [`${text}: ${first(text)}`])))).toEqual([]);
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
    const keymap = createEffectiveKeymap(before.keymap, (id) => registry.get(id)?.scopes ?? ['workspace']);
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
  test('shows what can be done here first, most used before', async () => {
    const { palette, titles, choose, reached, frecency } = opened();
    palette.open();
    choose('>zoom pane');
    expect(titles('')[0]).not.toContain('Zoom pane');
    palette.close();
    palette.open();
    choose('>scroll to top');
    await reached('closed');
    expect(frecency.weight('list.top')).toBe(1);
    expect(titles('')[0]?.[1]).toBe('Scroll to top');
  });
  test('asks for an argument, gives the focus back, then runs', async () => {
    const { palette, done, moves, choose, state, reached } = opened();
    palette.open();
    choose('>change theme');
    expect([state(), palette.getPendingArgument()?.named.arg.label]).toEqual(['open.asking', 'Theme']);
    palette.actor.send({ type: 'argument.picked', value: 'light', text: 'Light' });
    await reached('closed');
    expect(moves).toEqual(['held', 'given back']);
    expect(done).toContainEqual(['preferences.save', { theme: 'light' }]);
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
    await reached('closed');
    expect(done.map(([name]) => name)).toContain('panes.split');
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
