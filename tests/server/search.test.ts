import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, refused, stageOf } from './stage.ts';

const { search } = routes.me;
let server: TestServer;
let harbor: TestCompany;
let garden: TestCompany;
let secret: TestCompany;
let agent: Client;
let line: Line;

beforeAll(async () => {
  server = await startServer();
  harbor = await server.company({ name: 'Harbor Dental' });
  garden = await server.company({ name: 'Garden Gate' });
  secret = await server.company({ name: 'Harbor Secret' });
  const person = await server.person();
  await server.membership(person, harbor, 'user');
  await server.membership(person, garden, 'billing');
  agent = await server.signedIn(person);
  line = await server.number(harbor, { label: 'Front desk', number: '+12125559001' });
  const [ours, theirs, hidden] = [stageOf(server, harbor), stageOf(server, garden), stageOf(server, secret)];
  await ours.contact('+13125559101', 'Jonathan Harker', { company_name: 'Transit Ltd' });
  await ours.contact('+13125559102', 'Amy Jonathan');
  await ours.contact('+13125559103', 'Bob Transom', { email: 'jon@example.com' });
  await theirs.contact('+13125559104', 'Jonathan Garden');
  await hidden.contact('+13125559105', 'Jonathan Secret');
  await ours.thread(line, '+13125559101');
  await hidden.thread(await server.number(secret), '+13125559101');
});
afterAll(() => server.close());

const titles = async (q: string, more: object = {}) => (await agent.call(search, { query: { q, ...more } })).data.map((hit) => hit.title);

describe('the search', () => {
  test('puts names that begin so above words that begin so, and both above the rest', async () => {
    expect(await titles('jonathan', { kinds: 'contact' })).toEqual(['Jonathan Harker', 'Amy Jonathan']);
    expect((await titles('jon', { kinds: 'contact' })).slice(0, 2)).toEqual(['Jonathan Harker', 'Amy Jonathan']);
    expect(await titles('trans', { kinds: 'contact' })).toEqual(['Bob Transom', 'Jonathan Harker']);
    expect(await titles('j h', { kinds: 'contact' })).toEqual(['Jonathan Harker']);
  });

  test('shows the number that is called so, however many people’s names begin alike', async () => {
    const ours = stageOf(server, harbor);
    await server.number(harbor, { label: 'Zan direct' });
    for (let at = 0; at < 60; at += 1) await ours.contact(`+1312557${String(at).padStart(4, '0')}`, `Zan Zanning ${at}`);
    const found = await titles('zan');
    expect(found).toHaveLength(50);
    expect(found).toContain('Zan direct');
  });

  test('forgives typing errors', async () => {
    expect(await titles('jonathna', { kinds: 'contact' })).toContain('Jonathan Harker');
    expect(await titles('harkr', { kinds: 'contact' })).toContain('Jonathan Harker');
    expect(await titles('hraker', { kinds: 'contact' })).toContain('Jonathan Harker');
    expect(await titles('hrabor', { kinds: 'company' })).toEqual(['Harbor Dental']);
  });

  test('finds numbers by any of their digits, however they are written', async () => {
    for (const q of ['(312) 555-9101', '5559101', '9101', '+1 312 555 9101', '3125559101']) {
      expect([q, await titles(q, { kinds: 'contact,conversation' })]).toEqual([q, ['Jonathan Harker', 'Jonathan Harker']]);
    }
    expect(await titles('9001')).toContain('Front desk');
    expect(await titles('999 555 9101', { kinds: 'contact' })).toEqual(['Jonathan Harker']);
  });

  test('says what a hit is and where', async () => {
    const { data } = await agent.call(search, { query: { q: 'front' } });
    expect(data).toEqual([
      { kind: 'number', id: line.id, companyId: harbor.id, title: 'Front desk', detail: '+1 212-555-9001 · Harbor Dental', rank: expect.any(Number) },
    ]);
  });

  test('shows only what the person may see, where they may see it', async () => {
    const all = await agent.call(search, { query: { q: 'jonathan' } });
    expect(new Set(all.data.map((hit) => hit.companyId))).toEqual(new Set([harbor.id]));
    expect(await titles('harbor', { kinds: 'company' })).toEqual(['Harbor Dental']);
    expect(await titles('jonathan', { companyId: garden.id })).toEqual([]);
  });

  test('refuses a company that is not the person’s as if it were not there', async () => {
    for (const companyId of [secret.id, 999_999_999]) {
      expect(await refused(agent.refusal(search, { query: { q: 'jonathan', companyId } }))).toMatchObject({ status: 404 });
    }
  });

  test('refuses a kind that is none, and says which there are', async () => {
    for (const kinds of ['banana', 'contacts', 'contact,banana']) {
      expect(await agent.exchange(search, { query: { q: 'jonathan', kinds } })).toMatchObject({
        status: 422,
        body: { errors: [{ detail: 'One of: company, contact, number, conversation' }] },
      });
    }
    expect(await titles('jonathan', { kinds: 'number,contact', companyId: harbor.id })).toEqual(['Jonathan Harker', 'Amy Jonathan']);
  });

  test('keeps to the numbers a person works', async () => {
    const person = await server.person();
    const other = await server.number(harbor, { label: 'Front door' });
    await server.membership(person, harbor, 'user', [other.id]);
    const some = await server.signedIn(person);
    expect((await some.call(search, { query: { q: 'front' } })).data.map((hit) => hit.title)).toEqual(['Front door']);
    expect((await some.call(search, { query: { q: '9101', kinds: 'conversation' } })).data).toEqual([]);
  });

  test('answers whatever is typed', async () => {
    for (const q of ['%', '_', '\\', "'", '"; drop table contacts', '((((', '🦷', '+', '1', '\u0000', 'a'.repeat(100), '<%', '$1']) {
      expect((await agent.exchange(search, { query: { q } })).status).toBe(200);
    }
    expect(await titles('%')).toEqual([]);
    expect(await refused(agent.refusal(search, { query: { q: 'a'.repeat(101) } }))).toMatchObject({ status: 422, field: 'q' });
    expect((await agent.exchange(search, {})).status).toBe(422);
  });
});
