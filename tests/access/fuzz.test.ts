/**
 * Input made from the schemas, half of it upset on purpose, for every route: never a 5xx, never an echo of markup, never slow.
 *
 * FUZZ_RUNS inputs a route: 12 here; `npm run fuzz` sends 1,000 (and lets the canaries switch 1,000 times), about a quarter of an hour. FUZZ_SEED repeats a run; FUZZ_ROUTE=notes.create sends
 * to one route alone.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import type { Answer, Client } from '#tests/server/client.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { type Outside, startOutside } from '#tests/server/outside.ts';
import { markup, parametersOf, valuesOf } from './arbitrary.ts';
import { findCaller, inLanes, ownInput } from './cases.ts';
import type { World } from './scene.ts';
import { buildWorld } from './world.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 12);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const only = process.env.FUZZ_ROUTE;
/** One part in so many is hostile. */
const oneIn = 5;
/** A slow machine under load answers within this, or does when it is asked again; an expression that backtracks, or a table read whole, never does. */
const slowMs = 4_000;
const tries = 3;

let outside: Outside;
let server: TestServer;
let world: World;

beforeAll(async () => {
  outside = await startOutside({ config: { trustedProxies: 1 } });
  server = outside.server;
  world = await buildWorld(server);
});
afterAll(() => outside.close());

interface Sent {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

/** Inputs for a route: every second parameter of the path names a row that is there. */
function inputsOf(route: Route, known: Readonly<Record<string, unknown>>): fc.Arbitrary<Sent> {
  const params = parametersOf(route.params ?? {}, oneIn).chain((made) =>
    fc.record(Object.fromEntries(Object.entries(made).map(([name, value]) => [name, fc.constantFrom(known[name] ?? value, known[name] ?? value, value)]))),
  );
  return fc.record({
    params,
    query: parametersOf(route.query ?? {}, oneIn),
    body: route.body ? fc.oneof({ arbitrary: valuesOf(route.body, oneIn), weight: 9 }, { arbitrary: fc.jsonValue(), weight: 1 }) : fc.constant(undefined),
  });
}

const spell = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** As it travels; the body is not tidied, blanks and nulls go too. */
async function exchange(client: Client, route: Route, { params, query, body }: Sent, companyId: number): Promise<Answer> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(spell(params[name] ?? companyId).toWellFormed()));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const entry of Array.isArray(value) ? value : [value]) if (entry !== undefined) search.append(name, spell(entry));
  for (const name of ['companyId', 'company_id']) if (route.company === `query.${name}`) search.set(name, String(companyId));
  const token = client.cookies.get('XSRF-TOKEN') ?? '';
  return client.fetch(`/api${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: route.method,
    headers: {
      ...(route.company === undefined ? {} : { 'x-company-id': String(companyId) }),
      'x-xsrf-token': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function faultOf(answer: Answer): string | null {
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
  if (answer.status >= 400 && answer.text.includes(markup)) return `${answer.status} gives markup back: ${answer.text.slice(0, 300)}`;
  const type = answer.headers.get('content-type') ?? '';
  if (answer.text.includes(markup) && !(type.startsWith('application/json') && answer.headers.get('x-content-type-options') === 'nosniff'))
    return `markup as ${type}`;
  return null;
}

/** Asks until the answer is no longer slow, at most `tries` times. */
async function ask(exchange: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly fault: string | null }> {
  for (let nth = 1; ; nth += 1) {
    const before = performance.now();
    const answer = await exchange();
    const ms = performance.now() - before;
    const fault = faultOf(answer);
    if (fault !== null || ms <= slowMs) return { answer, fault };
    if (nth === tries) return { answer, fault: `${Math.round(ms)} ms, asked ${tries} times` };
  }
}

/** Rows that are there, by the names of path parameters. */
async function knownOf(name: string): Promise<Readonly<Record<string, unknown>>> {
  const input = await ownInput(world, name, server.stranger(), world.actors['A owner'].person?.id);
  return { ...input.params, companyId: world.a.company.id };
}

/** One route after the other would take twice as long; sessions that a call ends are begun anew. */
test(`${runs} inputs a route: no fault, no echo, nothing slow (seed ${seed})`, { timeout: 400_000 + runs * 10_000 }, async () => {
  const faults: string[] = [];
  const classes = new Map<number, number>();
  /** Routes of the catalog that let nobody in: what would be tried there is nothing. */
  const shut = new Set(listNamedRoutes().flatMap(({ name, route }) => (route.access === 'account' && (only === undefined || name === only) ? [name] : [])));
  await inLanes(
    listNamedRoutes().filter(({ name }) => only === undefined || name === only),
    4,
    async ({ name, route }) => {
      const known = await knownOf(name);
      const enter = async () => {
        const entered = await world.actors[findCaller(route)].enter();
        await entered.fetch('/api/csrf-cookie');
        return entered;
      };
      let client = await enter();
      for (const input of fc.sample(inputsOf(route, known), { numRuns: runs, seed })) {
        const { answer, fault } = await ask(() => exchange(client, route, input, world.a.company.id));
        classes.set(answer.status, (classes.get(answer.status) ?? 0) + 1);
        if (answer.status !== 401) shut.delete(name);
        if (fault !== null) faults.push(`${name}: ${fault}\n    for ${JSON.stringify(input).slice(0, 400)}`);
        if (answer.status === 401 || answer.status === 419 || name.startsWith('auth.'))
          client = answer.status < 300 || answer.status === 401 || answer.status === 419 ? await enter() : client;
      }
    },
  );
  console.info(
    `answers: ${[...classes]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  );
  expect(faults.slice(0, 40)).toEqual([]);
  expect([...shut]).toEqual([]);
});
