/** Storage of call routing. Runs in the open transaction of one company. */

import { sql } from 'kysely';
import { toSnakeCase } from '#contract/core/wire.ts';
import type { RingRoute, RouteInput, Routing, RoutingInput } from '#contract/routing/entities.ts';
import { createDefaultRouting, findRoutesFault, getRouteType, normalizeRoutes, summarizeRouting } from '#contract/routing/rules.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { findHoursFault, syncPreset } from '#contract/text/hours.ts';
import { BusinessHours } from '#contract/text/hoursSchema.ts';
import { getHoursLabel } from '#contract/text/hoursText.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';

const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** A routing with the number it is of. */
export interface NumberRouting {
  readonly routing: Routing;
  readonly number: string;
  readonly label: string;
  readonly status: number;
  readonly transcribes: boolean;
  readonly isFax: boolean;
}

function stored() {
  return currentTransaction()
    .selectFrom('phone_numbers')
    .innerJoin('companies', 'companies.id', 'phone_numbers.company_id')
    .leftJoin('number_routings', 'number_routings.number_id', 'phone_numbers.id')
    .select([
      'phone_numbers.id',
      'phone_numbers.number',
      'phone_numbers.label',
      'phone_numbers.status',
      'phone_numbers.line_type',
      'phone_numbers.forward_number',
      'phone_numbers.call_transcription_enabled',
      'companies.timezone',
      'number_routings.routes',
      'number_routings.hours',
      'number_routings.greeting_id',
      'number_routings.voicemail_greeting_id',
      'number_routings.record_calls',
      'number_routings.announce_recording',
      'number_routings.version',
    ])
    .where('phone_numbers.company_id', '=', companyId());
}
type Row = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

function toRouting(row: Row): NumberRouting {
  const { number, label, status } = row;
  const plain = createDefaultRouting({ id: row.id, forwardNumber: row.forward_number, timezone: row.timezone });
  const routing: Routing =
    row.routes === null || row.hours === null
      ? plain
      : {
          numberId: row.id,
          routes: row.routes,
          hours: row.hours,
          greetingId: row.greeting_id,
          voicemailGreetingId: row.voicemail_greeting_id,
          recordCalls: row.record_calls ?? false,
          announceRecording: row.announce_recording ?? true,
          version: row.version ?? 1,
        };
  return { routing, number, label, status, transcribes: row.call_transcription_enabled, isFax: row.line_type === 2 };
}

/** Returns the routing of a number; null when it is not the company's. */
export async function findRouting(numberId: number): Promise<NumberRouting | null> {
  const row = await stored().where('phone_numbers.id', '=', numberId).executeTakeFirst();
  return row ? toRouting(row) : null;
}

/** Returns the routings of the company's numbers that a user works; null: all. */
export async function listRoutings(membership: Pick<Membership, 'numberIds'> = { numberIds: null }): Promise<NumberRouting[]> {
  const rows = await stored()
    .where(limitToAccessibleNumbers('phone_numbers.id', membership.numberIds))
    .orderBy('phone_numbers.label')
    .orderBy('phone_numbers.id')
    .execute();
  return rows.map(toRouting);
}

const refuse = (field: string, message: string): never => {
  throw new AppError('invalid', { field, message });
};

async function checkGreetings(input: RoutingInput): Promise<void> {
  const named = [
    ...input.routes.flatMap((route, at) => [
      [`routes.${at}.onhold_music_id`, route.onholdMusicId] as const,
      [`routes.${at}.voicemail_greeting_id`, route.voicemailGreetingId] as const,
    ]),
    ['greeting_id', input.greetingId] as const,
    ['voicemail_greeting_id', input.voicemailGreetingId] as const,
  ];
  const ids = [...new Set(named.map(([, id]) => id).filter((id) => id !== null))];
  if (ids.length === 0) return;
  const rows = await currentTransaction().selectFrom('greetings').select('id').where(isOwnOrShared('greetings')).where('id', 'in', ids).execute();
  for (const [field, id] of named) if (id !== null && !rows.some((row) => row.id === id)) refuse(field, 'Greeting not found');
}

async function colleaguesAmong(userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .select('user_id')
    .where('company_id', '=', companyId())
    .where('user_id', 'in', userIds)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Rejects a destination of a user who does not work in the company. */
async function checkUsers(routes: readonly RingRoute[]): Promise<void> {
  const named = routes.flatMap(({ forwards }, at) =>
    forwards.flatMap(({ userId }, place) => (userId === undefined ? [] : [{ userId, field: `routes.${at}.forwards.${place}.user_id` }])),
  );
  const colleagues = await colleaguesAmong([...new Set(named.map(({ userId }) => userId))]);
  for (const { userId, field } of named) if (!colleagues.has(userId)) refuse(field, 'Choose a user of this company');
}

/** Routes whose destinations name only users of the company: of one who left the phone stays. */
export async function removeFormerUsers<Route extends RouteInput>(routes: readonly Route[]): Promise<Route[]> {
  const colleagues = await colleaguesAmong([...new Set(routes.flatMap(({ forwards }) => forwards.flatMap(({ userId }) => userId ?? [])))]);
  const phoneOf = ({ userId, ...phone }: RouteInput['forwards'][number]) => (userId != null && colleagues.has(userId) ? { ...phone, userId } : phone);
  return routes.map((route) => ({ ...route, forwards: route.forwards.map(phoneOf) }));
}

/**
 * Converts the input to the form in which it is stored, for a number or (`number` null) for none yet: numbers in E.164, empty forwards gone, sorted, types
 * derived. Refuses impossible values, at their field.
 */
export async function readRouting(before: { readonly routing: Routing; readonly number: string | null }, input: RoutingInput): Promise<Routing> {
  const hours = input.hours ? syncPreset(input.hours) : before.routing.hours;
  const routes = input.routes.map((route, at) => ({
    ...route,
    forwards: route.forwards.map((forward, place) => ({
      ...forward,
      number:
        forward.number.trim() === ''
          ? ''
          : (normalisePhone(forward.number) ?? refuse(`routes.${at}.forwards.${place}.number`, `“${forward.number}” is not a phone number`)),
    })),
  }));
  const tidied = normalizeRoutes(routes, hours.preset, newId);
  const fault = findRoutesFault(tidied, before.number);
  if (fault) refuse(fault.field, fault.message);
  const wrong = findHoursFault(hours);
  if (wrong) refuse(`hours.${toSnakeCase(wrong.field)}`, wrong.message);
  await checkGreetings(input);
  await checkUsers(tidied);
  const { greetingId, voicemailGreetingId, recordCalls, announceRecording } = input;
  return { ...before.routing, routes: tidied, hours: BusinessHours.parse(hours), greetingId, voicemailGreetingId, recordCalls, announceRecording };
}

const refuseVersion = () => new AppError('conflict', { message: 'Someone else changed this routing. Reload and try again.' });

/** Refuses a version that is not that of the number's routing, where nothing of it changes. */
export async function assertRoutingVersion(numberId: number, version: number): Promise<void> {
  const found = await findRouting(numberId);
  if (found && found.routing.version !== version) throw refuseVersion();
}

/** Keeps a routing; lists of numbers follow. `expected`: the version it was made from, where the writer knows it. */
export async function saveRouting(routing: Routing, by: number | null, expected?: number): Promise<Routing> {
  const kept = {
    routes: JSON.stringify(routing.routes),
    hours: JSON.stringify(routing.hours),
    greeting_id: routing.greetingId,
    voicemail_greeting_id: routing.voicemailGreetingId,
    record_calls: routing.recordCalls,
    announce_recording: routing.announceRecording,
    updated_by: by,
  };
  const made = await currentTransaction()
    .insertInto('number_routings')
    .values({ ...kept, number_id: routing.numberId, company_id: companyId() })
    .onConflict((conflict) =>
      conflict.column('number_id').doUpdateSet((eb) => ({ ...kept, version: eb('number_routings.version', '+', 1), updated_at: new Date() })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  // A first version written over none is 1; any other follows the one that was read.
  if (expected !== undefined && made.version !== expected + 1) throw refuseVersion();
  const { routingType, forwardNumber } = summarizeRouting(routing);
  await currentTransaction()
    .updateTable('phone_numbers')
    .set({ routing_type: routingType, forward_number: forwardNumber, hours_label: getHoursLabel(routing.hours) })
    .where('id', '=', routing.numberId)
    .where('company_id', '=', companyId())
    .execute();
  recordChange({ kind: 'number-updated', id: routing.numberId, ...(by === null ? {} : { actorId: by }) });
  return { ...routing, version: made.version };
}

/** Holds the greetings of these routes until the transaction ends; answers how to leave out of a route those that are gone. */
async function holdGreetings(routes: readonly RouteInput[]) {
  const ids = [...new Set(routes.flatMap((route) => [route.onholdMusicId, route.voicemailGreetingId]))].filter((id) => id !== null);
  const { rows } = await sql<{ id: number }>`select hold_greetings(${ids}::bigint[]) as id`.execute(currentTransaction());
  const there = new Set(rows.map(({ id }) => Number(id)));
  const kept = (id: number | null) => (id !== null && there.has(id) ? id : null);
  return <Route extends RouteInput>(route: Route): Route => ({
    ...route,
    onholdMusicId: kept(route.onholdMusicId),
    voicemailGreetingId: kept(route.voicemailGreetingId),
  });
}

/** Routes without the greetings and the users that are gone. */
export async function removeMissing<Route extends RouteInput>(routes: readonly Route[]): Promise<Route[]> {
  return (await removeFormerUsers(routes)).map(await holdGreetings(routes));
}

/** Keeps a chunk of routings in one statement, each without greetings that are gone, and unless it was changed since it was read; answers the versions of those it kept, by number. */
export async function saveRoutings(routings: readonly Routing[], cause: Cause): Promise<ReadonlyMap<number, number>> {
  const there = await holdGreetings(routings.flatMap(({ routes }) => routes));
  const given = routings.map((routing) => ({
    ...routing,
    routes: routing.routes.map(there),
    ...summarizeRouting(routing),
    hoursLabel: getHoursLabel(routing.hours),
  }));
  const { rows } = await sql<{ number_id: number; version: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("numberId" bigint, routes jsonb, hours jsonb, "greetingId" bigint,
        "voicemailGreetingId" bigint, "recordCalls" boolean, "announceRecording" boolean, version int, "routingType" text, "forwardNumber" text, "hoursLabel" text)
    ), kept as (
      insert into number_routings as was
        (number_id, company_id, routes, hours, greeting_id, voicemail_greeting_id, record_calls, announce_recording, version, updated_by)
      select "numberId", ${companyId()}, routes, hours, (select id from greetings where id = "greetingId" and ${isOwnOrShared('greetings')}),
        (select id from greetings where id = "voicemailGreetingId" and ${isOwnOrShared('greetings')}), "recordCalls", "announceRecording", version + 1,
        ${cause.actorId ?? null}::bigint
      from given where exists (select from phone_numbers where id = "numberId" and company_id = ${companyId()})
      on conflict (number_id) do update set routes = excluded.routes, hours = excluded.hours, greeting_id = excluded.greeting_id,
        voicemail_greeting_id = excluded.voicemail_greeting_id, record_calls = excluded.record_calls, announce_recording = excluded.announce_recording,
        version = excluded.version, updated_by = excluded.updated_by, updated_at = now()
        where was.version = excluded.version - 1
      returning number_id, version
    ), listed as (
      update phone_numbers set routing_type = "routingType", forward_number = "forwardNumber", hours_label = "hoursLabel"
      from given join kept on kept.number_id = "numberId" where phone_numbers.id = "numberId"
    )
    select number_id, version from kept`.execute(currentTransaction());
  const [only] = rows;
  if (only) recordChange({ kind: 'number-updated', ...(rows.length === 1 ? { id: only.number_id } : {}), ...cause });
  return new Map(rows.map(({ number_id, version }) => [number_id, version]));
}

/** The routing with other hours: types follow the preset. */
export const applyHours = (routing: Routing, hours: BusinessHours): Routing => ({
  ...routing,
  hours,
  routes: routing.routes.map((route) => ({ ...route, type: getRouteType(route, hours.preset) })),
});
