import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { maxSavedViews } from '#contract/savedViews/routes.ts';
import { type Client, startServer, type TestServer } from './harness.ts';
import { refused, workplace } from './stage.ts';

const { list, create, update, setPlace } = routes.savedViews;
let server: TestServer;
let agent: Client;
let colleague: Client;
beforeAll(async () => {
  server = await startServer();
  ({ agent, reporter: colleague } = await workplace(server));
});
afterAll(() => server.close());

const view = { filter: { isArchived: false, q: 'invoice from:dana', numberIds: [3] }, sort: 'newest' };
const save = (name: string) => agent.call(create, { body: { list: 'inbox', name, view: {} } });
const names = async (who = agent) => (await who.call(list)).data.map(({ name }) => name);

describe('saved views', () => {
  test('keep what a list shows under a name, letter by letter, and are their user’s alone', async () => {
    const saved = await agent.call(create, { body: { list: 'inbox', name: 'Invoices', view } });
    expect(saved).toMatchObject({ list: 'inbox', name: 'Invoices', view, place: null });
    expect(await agent.call(list)).toMatchObject({ data: [{ id: saved.id, view }], meta: { total: 1 } });
    expect(await names(colleague)).toEqual([]);
    expect(await refused(agent.in(999_999).refusal(list))).toMatchObject({ status: 404 });
    expect(await refused(colleague.refusal(update, { params: { id: saved.id }, body: { name: 'Mine now' } }))).toMatchObject({ status: 404 });
    expect(await refused(colleague.refusal(routes.savedViews.delete, { params: { id: saved.id } }))).toMatchObject({ status: 404 });
    expect((await colleague.call(create, { body: { list: 'calls', name: 'Invoices', view: { query: {} } } })).name).toBe('Invoices');
  });

  test('are renamed, overwritten and deleted; a name is used once', async () => {
    const first = await agent.call(create, { body: { list: 'contacts', name: 'VIP', view: { filter: {} } } });
    expect(await refused(agent.refusal(create, { body: { list: 'calls', name: 'vip', view: {} } }))).toEqual({ status: 409, code: 'conflict', field: 'name' });
    const second = await agent.call(create, { body: { list: 'contacts', name: 'Texas', view: { filter: { state: 'TX' } } } });
    expect(await refused(agent.refusal(update, { params: { id: second.id }, body: { name: 'VIP' } }))).toMatchObject({ status: 409, field: 'name' });
    expect(await agent.call(update, { params: { id: second.id }, body: { name: 'texas' } })).toMatchObject({
      name: 'texas',
      view: { filter: { state: 'TX' } },
    });
    expect(await agent.call(update, { params: { id: first.id }, body: { list: 'numbers', view: { sort: { columnId: 'label' } } } })).toMatchObject({
      name: 'VIP',
      list: 'numbers',
      view: { sort: { columnId: 'label' } },
    });
    await agent.call(routes.savedViews.delete, { params: { id: first.id } });
    expect(await names()).not.toContain('VIP');
  });

  test('have one digit each: who gets it takes it from who had it', async () => {
    const [one, two] = [await save('One'), await save('Two')];
    expect(await agent.call(setPlace, { params: { id: one.id }, body: { place: 1 } })).toMatchObject({ place: 1 });
    expect(await agent.call(setPlace, { params: { id: two.id }, body: { place: 1 } })).toMatchObject({ place: 1 });
    expect((await names())[0]).toBe('Two');
    expect((await agent.call(list)).data.filter(({ place }) => place !== null)).toHaveLength(1);
    expect(await agent.call(setPlace, { params: { id: two.id }, body: {} })).toMatchObject({ place: null });
    for (const place of [0, 10, 1.5])
      expect(await refused(agent.refusal(setPlace, { params: { id: one.id }, body: { place } }))).toMatchObject({ status: 422, field: 'place' });
  });

  test('are up to a hundred of a user, none too large or of a list that is none', async () => {
    expect(await refused(agent.refusal(create, { body: { list: 'inbox', name: 'Large', view: { q: 'x'.repeat(40_000) } } }))).toMatchObject({
      status: 422,
      field: 'view',
    });
    expect(await refused(agent.refusal(create, { body: { list: 'secrets' as 'inbox', name: 'No list', view: {} } }))).toMatchObject({
      status: 422,
      field: 'list',
    });
    expect(await refused(agent.refusal(create, { body: { list: 'inbox', name: ' ', view: {} } }))).toMatchObject({ status: 422, field: 'name' });
    const there = (await names()).length;
    const answers = await Promise.all(
      Array.from({ length: maxSavedViews - there + 3 }, (_, at) =>
        agent.refusal(create, { body: { list: 'inbox', name: `View ${at}`, view: {} } }).catch(() => null),
      ),
    );
    expect(answers.filter((answer) => answer !== null).map(({ body }) => body.errors[0]?.detail)).toEqual(
      Array.from({ length: 3 }, () => 'Up to 100 saved views. Delete one first.'),
    );
    expect(await names()).toHaveLength(maxSavedViews);
  });
});
