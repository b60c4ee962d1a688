/**
 * Words of company A in no answer, event, log line or file of company B, while somebody of both switches back and forth at random with several
 * requests under way, and somebody of B alone looks everywhere. CANARY_ROUNDS sets how long (40); CANARY_SEED repeats a run.
 */
import type Pusher from 'pusher-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { events, getCompanyChannel } from '#contract/core/realtime.ts';
import { routes } from '#contract/index.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Client } from '#tests/server/client.ts';
import { startServer, type TestServer } from '#tests/server/harness.ts';
import { openPusher } from '#tests/server/pusher.ts';
import { findInput } from './cases.ts';
import { dice } from './dice.ts';
import { outsider, randomKey } from './outsiders.ts';
import type { World } from './scene.ts';
import { buildWorld } from './world.ts';

const rounds = Number(process.env.CANARY_ROUNDS ?? 40);
const seed = Number(process.env.CANARY_SEED ?? 20_261_120);
const atOnce = 6;
/** Words nobody would write, one for each company; every text a company has carries its own. */
const marks = { a: 'qzalderq', b: 'qzbirchq', c: 'qzcedarq' } as const;
type Side = 'a' | 'b';
const other = { a: 'b', b: 'a' } as const;

let server: TestServer;
let world: World;
const log: string[] = [];
const sockets: Pusher[] = [];

beforeAll(async () => {
  server = await startServer({ config: { logLevel: 'debug' }, overrides: { logTo: { write: (line) => void log.push(line) } } });
  world = await buildWorld(server, marks);
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

/** Everything a company keeps, with its mark in all words. */
async function fill(side: Side, writer: Client) {
  const { company, lines } = world[side];
  const mark = marks[side];
  const at = writer.in(company.id);
  const thread = await world[side].thread(0);
  const contact = await world[side].contact();
  await world[side].call(0);
  await at.call(routes.notes.create, { body: { modelType: 'conversation', modelId: thread.id, body: `${mark} note` } });
  await at.call(routes.notes.create, { body: { modelType: 'contact', modelId: contact, body: `${mark} note` } });
  await at.call(routes.contacts.create, {
    body: { name: `${mark} person`, number: outsider(), custom: { title: `${mark} title` }, address1: `${mark} street` },
  });
  const card = { name: `${mark}.vcf`, type: 'text/vcard', bytes: `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${mark}\r\nEND:VCARD\r\n` };
  const body = { numberId: lines[0].id, recipient: outsider(), message: `${mark} message`, clientId: `${mark}-${randomKey()}`, holdSeconds: 60 };
  return at.call(routes.messaging.send, { body, files: [card] });
}

async function listen(client: Client, side: Side): Promise<unknown[]> {
  const socket = openPusher(client, { port: server.config.port, key: server.config.realtime.key });
  sockets.push(socket);
  const heard: unknown[] = [];
  const channel = socket.subscribe(getCompanyChannel(world[side].company.id));
  channel.bind_global((name: string, data: unknown) => heard.push([name, data]));
  await new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
  return heard;
}

async function member(...sides: readonly Side[]): Promise<Client> {
  const person = await server.person();
  for (const side of sides) {
    await server.owner.insertInto('memberships').values({ company_id: world[side].company.id, user_id: person.id, role: 'administrator' }).execute();
  }
  return server.signedIn(person);
}

type Call = ReturnType<typeof listNamedRoutes>[number];
/** Calls of a company that a person can make again and again. */
const playable = () => listNamedRoutes().filter(({ name, route }) => route.company !== undefined && !/bulkDestroy/i.test(name));
/** Those that need not say which company they are for: the row they name says it, or it is the person’s only one. */
const needsNoName = ({ route: { company } }: Call) => company === 'header' || company === 'body.companyId';

test(`nothing of A reaches B, ${rounds} rounds of switching (seed ${seed})`, { timeout: 240_000 + rounds * 1_000 }, async () => {
  const roll = dice(seed);
  const both = await member('a', 'b');
  const neighbour = await member('b');
  const files = { a: await fill('a', both), b: await fill('b', both) };
  const heard = { a: await listen(both, 'a'), b: await listen(both, 'b'), neighbour: await listen(neighbour, 'b') };
  const leaks: string[] = [];
  let answers = 0;
  let telling = 0;
  /** Calls without a company that told words of theirs. */
  const foundByRow = new Set<string>();
  const look = (text: string, side: Side, where: string) => {
    answers += 1;
    if (text.includes(marks[side])) telling += 1;
    if (text.includes(marks[other[side]])) leaks.push(`${where}: ${text.slice(0, 200)}`);
  };

  /** `unnamed`: without saying which company. `rows`: whose rows are asked for, where it is not the side’s own. */
  const play = async (client: Client, side: Side, { name, route }: Call, unnamed = false, rows = side) => {
    const house = world[rows];
    const scene = { world, house, rows: house, row: 'own', personId: null, client } as const;
    const input = (await findInput(name)?.(scene)) ?? {};
    const answer = await (unnamed ? client : client.in(world[side].company.id)).exchange(route, input);
    if (unnamed && rows === side && answer.text.includes(marks[side])) foundByRow.add(name);
    look(answer.text, side, `${name} of ${rows}${unnamed ? ' without a company' : ''}`);
  };

  const calls = playable();
  const unbound = calls.filter(needsNoName);
  for (let round = 0; round < rounds; round += 1) {
    const started = Array.from({ length: atOnce }, () => {
      const [side, unnamed] = [roll(2) === 0 ? 'a' : 'b', roll(3) === 0] as const;
      const among = unnamed ? unbound : calls;
      const call = among[roll(among.length)];
      return call === undefined ? Promise.resolve() : play(both, side, call, unnamed);
    });
    await Promise.all(started);
  }
  for (const { name, route } of listNamedRoutes().filter(({ route: { access, method, raw } }) => access === 'session' && method === 'GET' && !raw)) {
    if (name === 'auth.logout') continue;
    const query = name === 'me.search' ? { q: marks.a } : name === 'companies.lookup' ? { id: world.a.company.id, include: 'user_count,business-units' } : {};
    look((await neighbour.exchange(route, { query })).text, 'b', `${name} of somebody of B`);
  }
  for (const call of calls) await play(neighbour, 'b', call);
  for (const call of unbound) {
    for (const side of ['a', 'b'] as const) await play(both, side, call, true);
    await play(neighbour, 'b', call, true);
    await play(neighbour, 'b', call, true, 'a');
  }
  expect([...foundByRow]).toEqual(expect.arrayContaining(['contacts.get', 'notes.restore', 'calls.get', 'numbers.get', 'greetings.list', 'greetings.get']));

  await vi.waitFor(() => expect(heard.neighbour.length).toBeGreaterThan(0));
  for (const event of [...heard.b, ...heard.neighbour]) look(JSON.stringify(event), 'b', 'an event of B');
  const changes = (of: readonly unknown[]) => JSON.stringify(of.filter((entry) => Array.isArray(entry) && entry[0] === events.changes));
  expect(changes(heard.b)).not.toContain(`"company_id":${world.a.company.id},`);
  expect(changes(heard.a)).toContain(`"company_id":${world.a.company.id},`);
  for (const text of [changes(heard.a), changes(heard.b)]) expect(text, 'events carry ids, never words').not.toMatch(/qz(alder|birch)q (?!company)/);

  const urlOf = (item: (typeof files)['a']) => (item.details.kind === 'message' ? (item.details.media[0]?.url ?? '') : '');
  const [ofA, ofB] = [await neighbour.fetch(urlOf(files.a)), await neighbour.fetch(urlOf(files.b))];
  expect([ofA.status, ofA.text], 'a file’s link opens nothing for somebody of another company').toEqual([404, expect.not.stringContaining(marks.a)]);
  look(ofB.text, 'b', 'a file of B');
  look(JSON.stringify([...ofB.headers]), 'b', 'a file of B');

  console.info(`${answers} answers, events and files looked through, ${telling} with words of the company they are for`);
  expect(telling).toBeGreaterThan(answers / 10);
  expect(leaks).toEqual([]);
});

test('no words of anybody stand in the log', () => {
  expect(log.length).toBeGreaterThan(100);
  expect(log.filter((line) => line.includes(marks.a) || line.includes(marks.b))).toEqual([]);
});
