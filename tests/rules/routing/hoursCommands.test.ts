import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { checkAvailability } from '#commands/core/availability.ts';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import { registry } from '#commands/index.ts';
import { createHours } from '#contract/text/hours.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import { formatHours } from '#contract/text/hoursText.ts';
import * as flow from '#machines/routingEdit/index.ts';
import { createFlowView } from '#src/store/flowView.ts';
import { routing } from '#tests/models/routingEdit.fixtures.ts';
import { context, services } from '../commandsSupport.ts';

const editing = context({
  focus: { scopes: ['routing', 'workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false },
  flows: { routingEdit: { state: 'ready', canAccept: () => true, getReason: () => null } },
});

async function run(id: string, args: Record<string, string>, before: BusinessHours): Promise<string> {
  let said = '';
  const played = services({ 'routing.changeHours': (change: (hours: BusinessHours) => BusinessHours) => (said = formatHours(change(before))) });
  const dispatcher = createDispatcher({
    registry,
    getContext: () => editing,
    getServices: () => played.services,
    createKey: () => 'a-key-of-a-run',
  });
  await dispatcher.execute(id, { source: 'key', args });
  return said;
}
const weekdays = createHours('America/New_York', 2);

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
    message: '“9:00am” is not a valid closing time',
  });
});

/** Why commands are refused in an editor of a number with one route, in which this happened. */
async function refusals(ids: readonly string[], ...events: flow.UserEvent[]) {
  const loading = fromPromise<flow.RoutingValues, flow.RoutingInput>(async () => routing);
  const actor = createActor(flow.machine.provide({ actors: { loadRouting: loading } }), { input: { companyId: 1, of: 'number', id: 7 } }).start();
  await waitFor(actor, ({ value }) => value === 'editing');
  for (const event of events) actor.send(event);
  const now = { ...editing, flows: { routingEdit: createFlowView(flow, actor.getSnapshot()) } };
  return ids.map((id) => {
    const command = registry.get(id);
    const given = command ? checkAvailability(command, now) : null;
    return given?.ok === false ? given.reason : null;
  });
}
const unread = { ok: false, faults: [{ from: 0, to: 3, message: 'no extension' }] } as const;
const mend = 'Fix the error in the routing text first';

test('a half-typed line is not thrown away by another phone, a preset or a day: they say to mend it first', async () => {
  const ids = ['routing.addPhone', 'routing.choosePreset', 'routing.setDay', 'routing.setWholeDay'];
  expect(await refusals(ids)).toEqual([null, null, null, null]);
  expect(await refusals(ids, { type: 'line.typed', text: 'one', read: unread })).toEqual([mend, mend, mend, mend]);
  expect(await refusals(ids, { type: 'hours.typed', text: 'mon-fri 9-', read: unread })).toEqual([mend, mend, mend, mend]);
  expect(await refusals(['routing.addPhone'], { type: 'route.removed', extension: 1 })).toEqual(['No extensions yet. Add one first.']);
});

test('another phone is offered as typed only when it is a whole number, and no number twice', async () => {
  const known = { number: '+14155550199', rungBy: 1, uses: [] };
  const played = services({ 'forwards.find': async () => [known] });
  const phone = registry.get('routing.addPhone')?.args.find(({ name }) => name === 'phone')?.arg;
  const offered = async (typed: string) =>
    phone?.kind === 'search' ? (await phone.search(editing, played.services, typed, new AbortController().signal, {})).map(({ id }) => id) : [];
  expect(await offered('41')).toEqual(['+14155550199']);
  expect(await offered('+14155550100')).toEqual(['+14155550100', '+14155550199']);
  expect(await offered('+14155550199')).toEqual(['+14155550199']);
});
