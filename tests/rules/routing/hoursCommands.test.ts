import { expect, test } from 'vitest';
import { createDispatcher } from '#commands/dispatcher.ts';
import { registry } from '#commands/index.ts';
import { type BusinessHours, newHours } from '#contract/hours.ts';
import { printHours } from '#contract/hoursText.ts';
import { context, services } from '../commandsSupport.ts';

const editing = context({
  focus: { scopes: ['routing', 'workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false },
  flows: { routingEdit: { state: 'ready', accepts: () => true, why: () => null } },
});

async function run(id: string, args: Record<string, string>, before: BusinessHours): Promise<string> {
  let said = '';
  const played = services({ 'routing.changeHours': (change: (hours: BusinessHours) => BusinessHours) => (said = printHours(change(before))) });
  const dispatcher = createDispatcher({ registry, context: () => editing, services: () => played.services, newKey: () => 'a-key-of-a-run', onUsed: () => {} });
  await dispatcher.execute(id, { source: 'key', args });
  return said;
}
const weekdays = newHours('America/New_York', 2);

test('hours are chosen by preset, and set day by day by the quarter of an hour', async () => {
  expect(await run('routing.choosePreset', { preset: '3' }, weekdays)).toBe('Mon-Fri closed, Sat-Sun 9:00am-5:00pm');
  expect(await run('routing.choosePreset', { preset: '4' }, weekdays)).toBe('Mon-Fri 9:00am-5:00pm, Sat-Sun closed');
  expect(await run('routing.setDay', { day: 'sat', opens: '9:15am', closes: '12:45pm' }, weekdays)).toBe(
    'Mon-Fri 9:00am-5:00pm, Sat 9:15am-12:45pm, Sun closed',
  );
  expect(await run('routing.setDay', { day: 'sun', opens: '6:00pm', closes: '12:00am' }, weekdays)).toBe(
    'Mon-Fri 9:00am-5:00pm, Sat closed, Sun 6:00pm-12:00am',
  );
  expect(await run('routing.setWholeDay', { day: 'fri', how: 'Closed' }, weekdays)).toBe('Mon-Thu 9:00am-5:00pm, Fri-Sun closed');
  expect(await run('routing.setWholeDay', { day: 'sun', how: 'All Day' }, weekdays)).toBe('Mon-Fri 9:00am-5:00pm, Sat closed, Sun all day');
});

test('an end before the beginning is not offered', async () => {
  await expect(run('routing.setDay', { day: 'mon', opens: '5:00pm', closes: '9:00am' }, weekdays)).rejects.toMatchObject({
    message: 'Until: “9:00am” is not one of them',
  });
});
