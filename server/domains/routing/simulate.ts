/** The simulator and its lints on what is kept: the machine that answers real calls, run ahead of time. */
import { numberStatus } from '#contract/numbers/enums.ts';
import type { LintFinding, Routing, SimulatedCall } from '#contract/routing/entities.ts';
import { getEffectiveDay, getSpan, weekdayLabel, weekdays } from '#contract/text/hours.ts';
import { formatHours } from '#contract/text/hoursText.ts';
import { canOverlap, getOpenness, isInSchedule, type ScheduleWeek } from '#contract/text/openness.ts';
import { formatSchedule } from '#contract/text/scheduleText.ts';
import { getWallTime, getZoneLabel } from '#contract/text/zones.ts';
import { type LintContext, lintRouting, simulate } from '#machines/call/index.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { checkForwardDestination, findBlockReasons, findReachedLimit, type Limits, type LimitUsage, readLimits, readUsage } from './limits.ts';
import { type Colleague, findColleagues, loadCompanySchedule } from './people.ts';
import { listRoutings, type NumberRouting } from './repository.ts';
import { buildRoutingContext, loadCaller } from './routingContext.ts';

/** A call as it is imagined. Numbers in E.164; `at` milliseconds since the epoch. */
interface SimulationRequest {
  readonly from: string | null;
  readonly at: number;
  readonly keys: string | null;
  readonly answers: Readonly<Record<string, number>>;
  /** It calls at this moment: the caps are as they are used. */
  readonly isNow: boolean;
}

const listPhones = (routing: Pick<Routing, 'routes'>) => [...new Set(routing.routes.flatMap(({ forwards }) => forwards.map(({ number }) => number)))];

function refusedIn(routing: Pick<Routing, 'routes'>, limits: Limits): Record<string, string> {
  const told = listPhones(routing).map((number): [string, string | null] => [number, checkForwardDestination(number, limits)]);
  return Object.fromEntries(told.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Context of the lints of all numbers. */
interface Known {
  readonly own: LintContext['own'];
  readonly limits: Limits;
  readonly company: ScheduleWeek | null;
  readonly people: ReadonlyMap<string, Colleague>;
  readonly at: number;
  /** Answers given so far, by hours and week: numbers mostly share both. */
  readonly meetings: Map<string, boolean>;
}

/** True when a person is ever there while a number of these hours is open. */
function everMeet(hours: Routing['hours'], week: ScheduleWeek, { company, at, meetings }: Known): boolean {
  const key = JSON.stringify([hours, week]);
  const known = meetings.get(key);
  if (known !== undefined) return known;
  const met = canOverlap(
    (moment) => isInSchedule(week, moment),
    (moment) => getOpenness(hours, company, moment).isOpen,
    at,
  );
  meetings.set(key, met);
  return met;
}

/** The people whose schedules never meet the hours of a number, by their phones. */
function absentIn({ routing }: NumberRouting, known: Known): Record<string, string> {
  const phones = listPhones(routing).flatMap((number) => {
    const person = known.people.get(number);
    return person?.week ? [{ number, name: person.name, week: person.week }] : [];
  });
  const away = phones.filter(({ week }) => !everMeet(routing.hours, week, known));
  return Object.fromEntries(away.map(({ number, name }) => [number, `${name}’s schedule never overlaps the hours of this number`]));
}

const findLints = (entry: NumberRouting, known: Known): LintFinding[] =>
  lintRouting(entry.routing, {
    own: known.own,
    called: entry.number,
    refused: refusedIn(entry.routing, known.limits),
    absent: absentIn(entry, known),
  }).map((lint) => ({ ...lint }));

const peopleIn = (entries: readonly NumberRouting[]) => findColleagues(entries.flatMap(({ routing }) => routing.routes.flatMap(({ forwards }) => forwards)));

const toOwnRoutings = (all: readonly NumberRouting[]): LintContext['own'] => new Map(all.map(({ number, routing }) => [number, routing]));

async function greetingNames(): Promise<(id: number) => string> {
  const rows = await currentTransaction().selectFrom('greetings').select(['id', 'name']).where(isOwnOrShared('greetings')).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) || `Greeting ${id}`;
}

function hoursWords({ routing: { hours }, status }: NumberRouting, company: ScheduleWeek | null, at: number) {
  const day = weekdays[getWallTime(hours.timezone, at).weekday] ?? 'mon';
  const { isOpen, by } = getOpenness(hours, company, at);
  if (isOpen && status === numberStatus.parked) return { openness: 'Parked: callers reach voicemail, no phone rings', hours: formatHours(hours) };
  if (by === 'company' && company !== null)
    return {
      openness: `${isOpen ? 'Open' : 'Closed'} by the company’s schedule`,
      hours: `${formatSchedule(company.blocks)}, ${getZoneLabel(company.timezone)}; the number’s own hours are 24/7`,
    };
  const isWhole = getSpan(getEffectiveDay(hours, day)) === null;
  return {
    openness: `${isOpen ? 'Open' : 'Closed'} ${isOpen || isWhole ? 'on' : 'at this time on'} ${weekdayLabel[day]}`,
    hours: `${formatHours(hours)}, ${getZoneLabel(hours.timezone)}`,
  };
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const unused: LimitUsage = { dials: 0, cents: 0 };

/** Describes the state of the caps: their use now, or, for another moment, with nothing used. */
function capsWords(count: number, limits: Limits, used: LimitUsage) {
  const reached = findReachedLimit(count, limits, used);
  const [dials, cents] = [limits.dialsPerMinute.toLocaleString('en-US'), dollars(limits.centsPerDay)];
  const isNow = used !== unused;
  const why = isNow
    ? `${used.dials.toLocaleString('en-US')} of ${dials} phones this minute, ${dollars(used.cents)} of ${cents} today`
    : `Up to ${dials} phones per minute and ${cents} per day. Usage at that time is unknown.`;
  return {
    title: reached === null ? 'Within calling limits' : 'Over calling limits: no destination is called',
    why: reached === null ? why : `${reached}. ${why}`,
  };
}

/** Plays a call to a number that rings like this. Refuses one that takes no calls. */
export async function simulateCall(entry: NumberRouting, { from, at, keys, answers, isNow }: SimulationRequest): Promise<SimulatedCall> {
  const { routing } = entry;
  const [limits, names, all, company] = [await readLimits(), await greetingNames(), await listRoutings(), await loadCompanySchedule()];
  const used = isNow ? await readUsage() : unused;
  const scene = await buildRoutingContext(entry, await loadCaller(entry.routing.numberId, from), at, async (phones) => findBlockReasons(phones, limits, used));
  if (!scene) throw new AppError('invalid', { field: 'number_id', message: 'Deactivated numbers take no calls. Choose another number.' });
  const wording = { ...hoursWords(entry, company, at), caps: capsWords(listPhones(routing).length, limits, used), getGreeting: names };
  const start = performance.now();
  const played = simulate(scene, { keys, answers }, wording);
  const own = new Map([...toOwnRoutings(all), [entry.number, routing]]);
  const lints = findLints(entry, { own, limits, company, people: await peopleIn([entry]), at, meetings: new Map() });
  const { beats, ...rest } = played;
  return { ...rest, steps: beats.map((beat) => ({ ...beat })), rings: rest.rings.map((ring) => ({ ...ring })), lints, ms: performance.now() - start };
}

/** Looks over the routings of all these numbers. */
export async function lintAll(entries: readonly NumberRouting[]) {
  const [limits, all, company] = [await readLimits(), await listRoutings(), await loadCompanySchedule()];
  const active = entries.filter(({ status }) => status === 0);
  const people = await peopleIn(active);
  const start = performance.now();
  const known = { own: toOwnRoutings(all), limits, company, people, at: Date.now(), meetings: new Map() };
  const found = active.map((entry) => ({ numberId: entry.routing.numberId, lints: findLints(entry, known) }));
  return { data: found.filter(({ lints }) => lints.length > 0), checked: active.length, ms: performance.now() - start };
}
