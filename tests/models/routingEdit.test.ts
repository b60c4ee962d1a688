import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { noRoutesInTemplate } from '#contract/templates/texts.ts';
import { getReason, machine, type RoutingInput, type RoutingSaveInput, type RoutingValues } from '#machines/routingEdit/index.ts';
import { routing } from './routingEdit.fixtures.ts';

/** An editor in which the only route is taken out. */
async function emptied(of: RoutingInput['of']) {
  const saved: RoutingSaveInput[] = [];
  const actor = createActor(
    machine.provide({
      actors: {
        loadRouting: fromPromise<RoutingValues, RoutingInput>(async () => routing),
        saveRouting: fromPromise<RoutingValues, RoutingSaveInput>(async ({ input }) => {
          saved.push(input);
          return input.routing;
        }),
      },
    }),
    { input: { companyId: 1, of, id: 7 } },
  );
  actor.start();
  await expect.poll(() => actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'route.removed', extension: routing.routes[0]?.extension ?? 0 });
  return { actor, saved };
}

test('a template without a route is not saved, and says what is missing', async () => {
  const { actor, saved } = await emptied('template');
  expect(getReason(actor.getSnapshot(), 'routing.saved')).toBe(noRoutesInTemplate);
  actor.send({ type: 'routing.saved' });
  expect([actor.getSnapshot().value, saved]).toEqual(['editing', []]);
  actor.send({ type: 'route.added', id: 'new-route' });
  actor.send({ type: 'routing.saved' });
  await expect.poll(() => saved).toMatchObject([{ of: 'template', id: 7, routing: { routes: [{ id: 'new-route' }] } }]);
});

test('a number without a route is saved: its callers go to voicemail', async () => {
  const { actor, saved } = await emptied('number');
  expect(getReason(actor.getSnapshot(), 'routing.saved')).toBeNull();
  actor.send({ type: 'routing.saved' });
  await expect.poll(() => saved).toMatchObject([{ of: 'number', routing: { routes: [] } }]);
});
