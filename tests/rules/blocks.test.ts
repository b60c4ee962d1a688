import { describe, expect, test } from 'vitest';
import { parseNumbers } from '#commands/blocks/commands.ts';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { filterRows } from '#src/panes/PlainListPane.tsx';
import { call, callsChosen, context, conversation, detailOf, reason, services } from './commandsSupport.ts';

const run = async (id: string, now: Context, args: Record<string, string> = {}) => {
  const played = services();
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'a-key-of-a-run',
  });
  await dispatcher.execute(id, { source: 'key', args });
  return played.done.filter(([name]) => name.startsWith('blocks.'));
};
const threads = (...rows: ReturnType<typeof conversation>[]) =>
  context({
    focus: {
      scopes: ['inbox', 'list', 'workspace', 'global'],
      pane: null,
      rows: { kind: 'conversation', rows, mode: 'rows', count: rows.length },
      columns: [],
      canGoBack: false,
    },
  });

describe('blocking', () => {
  test('takes the caller under the cursor, everywhere, or on this number only', async () => {
    expect(await run('callers.block', context())).toEqual([['blocks.block', ['+14155550134'], 'everywhere']]);
    expect(await run('callers.blockHere', context())).toEqual([['blocks.block', ['+14155550134'], { numberId: 1 }]]);
  });

  test('takes the callers of calls, from their list and from the open call', async () => {
    const chosen = context(callsChosen(call(1), call(2, { recipient: '+14155550199' })));
    expect(await run('callers.block', chosen)).toEqual([['blocks.block', ['+14155550134', '+14155550199'], 'everywhere']]);
    const open = context({
      focus: { scopes: ['call', 'workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false },
      open: { call: detailOf(3) },
    });
    expect(await run('callers.blockHere', open)).toEqual([['blocks.block', ['+14155550134'], { numberId: 1 }]]);
    expect(registry.get('callers.block')?.scopes).toContain('call');
  });

  test('takes each selected caller once', async () => {
    const now = threads(conversation(1), conversation(2), conversation(3, { recipient: '+14155550199' }));
    expect(await run('callers.block', now)).toEqual([['blocks.block', ['+14155550134', '+14155550199'], 'everywhere']]);
  });

  test('says why not: blocked already, withheld, not blocked', () => {
    expect(reason('callers.block', threads(conversation(1, { isBlocked: true })))).toBe('Already blocked');
    expect(reason('callers.block', threads(conversation(1, { recipient: 'anonymous' })))).toBe('Anonymous callers can’t be blocked');
    expect(reason('callers.unblock', threads(conversation(1)))).toBe('This caller is not blocked');
    expect(reason('callers.unblock', threads(conversation(1, { isBlocked: true })))).toBeNull();
  });

  test('takes a pasted list, whatever parts the numbers', async () => {
    expect(parseNumbers('+1 212 555 0100\r\n(212) 555-0101; 2125550102,\n\n2125550103\t')).toEqual([
      '+1 212 555 0100',
      '(212) 555-0101',
      '2125550102',
      '2125550103',
    ]);
    expect(await run('blocks.paste', context(), { targets: '2125550100, 2125550101', place: 'everywhere' })).toEqual([
      ['blocks.block', ['2125550100', '2125550101'], 'everywhere'],
    ]);
    await expect(run('blocks.paste', context(), { targets: ' ,;', place: 'everywhere' })).rejects.toMatchObject({ message: 'Enter at least one number' });
  });
});

test('a list that is loaded whole is narrowed by all words, wherever they stand', () => {
  const rows = ['Dana Whitfield everywhere', 'Marcus Lee Main line'];
  expect(filterRows(rows, 'line marcus', (row) => row)).toEqual([rows[1]]);
  expect(filterRows(rows, ' ', (row) => row)).toEqual(rows);
  for (const typed of ['josé', 'JOSE', 'jose ála']) expect(filterRows(['Alma', 'José Álamo'], typed, (row) => row)).toEqual(['José Álamo']);
});
