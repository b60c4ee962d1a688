/** The generated paths of editing a routing and a greeting, with actors that are calls to a real server. */
import { afterAll, beforeAll, expect } from 'vitest';
import { routes } from '#contract/index.ts';
import { type ContactValues, emptyValues } from '#machines/contactEdit/index.ts';
import type { GreetingDraft } from '#machines/greetingEdit/index.ts';
import { type RoutingInput, type RoutingValues, toRoutingValues, type RoutingSaveInput as WantedRouting } from '#machines/routingEdit/index.ts';
import { model as contactModel } from '#tests/models/contactEdit.fixtures.ts';
import { model as greetingModel } from '#tests/models/greetingEdit.fixtures.ts';
import { routing, model as routingModel } from '#tests/models/routingEdit.fixtures.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { tone } from './samples.ts';

const original = toRoutingValues(routing);
let server: TestServer;
let company: TestCompany;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  admin = await server.worker(company, 'administrator');
});
afterAll(() => server.close());

/** Makes the call in the trouble that is wanted: the database is away. */
const inTrouble = <T>({ error }: Wanted, work: () => Promise<T>): Promise<T> =>
  error ? whileAway(server, work, () => admin.call(routes.greetings.list)) : work();

function editingRouting(): World {
  const save = (id: number, routing: RoutingValues) => admin.call(routes.numbers.update, { params: { id }, body: routing }).then(toRoutingValues);
  return {
    begin: async () => {
      const { id } = await server.number(company);
      await save(id, { ...original, version: 0 });
      return { companyId: company.id, of: 'number', id };
    },
    calls: {
      loadRouting: ({ id }: RoutingInput, wanted) => inTrouble(wanted, async () => toRoutingValues(await admin.call(routes.routing.get, { params: { id } }))),
      saveRouting: ({ id, routing }: WantedRouting, wanted) =>
        inTrouble(wanted, async () => {
          const saved = await save(id, routing);
          expect(saved.version).toBe(routing.version + 1);
          expect(saved.routes.map(({ extension, forwards }) => [extension, forwards.length])).toEqual(
            routing.routes.map(({ extension, forwards }) => [extension, forwards.length]),
          );
          // The path goes on from the routing it began with.
          return save(id, { ...original, version: saved.version });
        }),
    },
  };
}
describePaths('editing a routing, against the server', routingModel, () => true, [], editingRouting);

function editingGreeting(): World {
  const greetings = routes.greetings;
  let known = 0;
  const save = ({ id, name, content, voice, file }: GreetingDraft) => {
    const files = file === null ? {} : { files: [{ name: file, type: 'audio/wav', bytes: tone }] };
    const spoken = file === null && content !== '' ? { content, ...(voice === '' ? {} : { voice }) } : {};
    return id === null
      ? admin.call(greetings.create, { body: { name, ...spoken }, ...files })
      : admin.call(greetings.update, { params: { id }, body: { _method: 'PUT' as const, name, ...spoken }, ...files });
  };
  return {
    begin: async () => {
      known = (await admin.call(greetings.create, { body: { name: 'Kept', content: 'Hello', voice: 'en-us' } })).id;
      return undefined;
    },
    before: async (event) => {
      const { draft } = event;
      const isKnown = typeof draft === 'object' && draft !== null && 'id' in draft && draft.id !== null;
      return isKnown ? { ...event, draft: { ...draft, id: known } } : event;
    },
    calls: {
      speak: (draft: Pick<GreetingDraft, 'content' | 'voice'>, wanted) =>
        inTrouble(wanted, async () => {
          const { audio } = await admin.call(greetings.speak, { body: draft });
          expect(audio.length).toBeGreaterThan(1_000);
        }),
      save: ({ draft }: { draft: GreetingDraft }, wanted) =>
        inTrouble(wanted, async () => {
          const saved = await save(draft);
          expect(saved.name).toBe(draft.name);
          if (draft.file !== null) expect(saved.media?.name).toBe(draft.file);
        }),
    },
  };
}
function editingContact(): World {
  const { contacts } = routes;
  let id = 0;
  const made = { ...emptyValues, name: 'Dana', number: '+14155550134', city: 'Oakland' };
  const input = (values: ContactValues) => ({ name: values.name, number: values.number, ...(values.city === '' ? {} : { city: values.city }) });
  return {
    begin: async () => {
      for (const { id: contact } of (await admin.call(contacts.list)).data) await admin.call(contacts.delete, { params: { id: contact } });
      id = (await admin.call(contacts.create, { body: input(made) })).id;
      return undefined;
    },
    calls: {
      save: ({ before, values }: { before: ContactValues; values: ContactValues }, wanted) =>
        inTrouble(wanted, async () => {
          if (before.name === '') {
            await admin.call(contacts.delete, { params: { id } });
            expect((await admin.call(contacts.create, { body: input({ ...values, number: made.number }) })).number).toBe(made.number);
            return;
          }
          const saved = await admin.call(contacts.update, { params: { id }, body: input(values) });
          expect([saved.name, saved.number, saved.city]).toEqual([values.name, values.number, values.city]);
        }),
    },
  };
}
describePaths('editing a greeting, against the server', greetingModel, () => true, [], editingGreeting);
describePaths('editing a contact, against the server', contactModel, () => true, [], editingContact);
