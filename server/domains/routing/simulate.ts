/** The simulator and its lints on what is kept: the machine that answers real calls, run ahead of time. */
import { effectiveDay, isOpenAt, spanOf, weekdayLabel, weekdays } from '#contract/hours.ts';
import { printHours } from '#contract/hoursText.ts';
import type { Routing } from '#contract/routing.ts';
import type { LintFound, SimulatedCall } from '#contract/routingCalls.ts';
import { wallTime, zoneLabel } from '#contract/zones.ts';
import { type LintWorld, lintRouting, type Scene, simulate } from '#machines/call/index.ts';
import { companyId, db } from '../../db/tenancy.ts';
import { blockOn } from '../blocks/lookup.ts';
import { type Limits, limitsOf, refuseForward } from '../calling/limits.ts';
import { allRoutings, type NumberRouting } from './store.ts';

/** A call as it is imagined. Numbers in E.164; `at` milliseconds since the epoch. */
export interface Imagined {
  readonly from: string | null;
  readonly at: number;
  readonly keys: string | null;
  readonly answers: Readonly<Record<string, number>>;
}

const phonesOf = (routing: Pick<Routing, 'routes'>) => [...new Set(routing.routes.flatMap(({ forwards }) => forwards.map(({ number }) => number)))];

function refusedIn(routing: Pick<Routing, 'routes'>, limits: Limits): Record<string, string> {
  const told = phonesOf(routing).map((number): [string, string | null] => [number, refuseForward(number, limits)]);
  return Object.fromEntries(told.filter((entry): entry is [string, string] => entry[1] !== null));
}

const lintsOf = (entry: NumberRouting, world: Omit<LintWorld, 'called' | 'refused'>, limits: Limits): LintFound[] =>
  lintRouting(entry.routing, { ...world, called: entry.number, refused: refusedIn(entry.routing, limits) }).map((lint) => ({ ...lint }));

const ownOf = (all: readonly NumberRouting[]): LintWorld['own'] => new Map(all.map(({ number, routing }) => [number, routing]));

async function greetingNames(): Promise<(id: number) => string> {
  const rows = await db().selectFrom('greetings').select(['id', 'name']).where('company_id', '=', companyId()).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) || `Greeting ${id}`;
}

function hoursWords({ hours }: Pick<Routing, 'hours'>, at: number) {
  const day = weekdays[wallTime(hours.timezone, at).weekday] ?? 'mon';
  const isOpen = isOpenAt(hours, at);
  const isWhole = spanOf(effectiveDay(hours, day)) === null;
  return {
    isOpen,
    openness: `${isOpen ? 'Open' : 'Closed'} ${isOpen || isWhole ? 'on' : 'at this time on'} ${weekdayLabel[day]}`,
    hours: `${printHours(hours)}, ${zoneLabel(hours.timezone)}`,
  };
}

/** Plays a call to a number that rings like this. */
export async function imagine(entry: NumberRouting, { from, at, keys, answers }: Imagined): Promise<SimulatedCall> {
  const { routing } = entry;
  const [limits, names, all] = [await limitsOf(), await greetingNames(), await allRoutings()];
  const { isOpen, ...wording } = hoursWords(routing, at);
  const scene: Scene = {
    caller: from,
    called: entry.number,
    routing: { ...routing, preset: routing.hours.preset },
    isOpen,
    block: from === null ? null : await blockOn(routing.numberId, from),
    refused: refusedIn(routing, limits),
  };
  const start = performance.now();
  const played = simulate(scene, { keys, answers }, { ...wording, greeting: names });
  const own = new Map([...ownOf(all), [entry.number, routing]]);
  const lints = lintsOf(entry, { own }, limits);
  const { beats, ...rest } = played;
  return { ...rest, steps: beats.map((beat) => ({ ...beat })), rings: rest.rings.map((ring) => ({ ...ring })), lints, ms: performance.now() - start };
}

/** Looks over the routings of all these numbers. */
export async function lintAll(entries: readonly NumberRouting[]) {
  const [limits, all] = [await limitsOf(), await allRoutings()];
  const start = performance.now();
  const own = ownOf(all);
  const active = entries.filter(({ status }) => status === 0);
  const found = active.map((entry) => ({ numberId: entry.routing.numberId, lints: lintsOf(entry, { own }, limits) }));
  return { data: found.filter(({ lints }) => lints.length > 0), checked: active.length, ms: performance.now() - start };
}
