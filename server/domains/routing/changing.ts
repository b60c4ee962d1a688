/** Changes the routing of one number. Runs in the open transaction of its company. */

import type { RouteInput, Routing, RoutingChanges } from '#contract/routing/entities.ts';
import { createDefaultRouting } from '#contract/routing/rules.ts';
import { lintRouting } from '#machines/call/index.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { findRouting, listRoutings, type NumberRouting, readRouting, removeFormerUsers, removeMissing, saveRouting } from './repository.ts';

/** Fields of a change that belong to the routing. */
const routingFields = ['routes', 'hours', 'greetingId', 'voicemailGreetingId', 'recordCalls', 'announceRecording'] as const;
/** A change of a number, of which the routing may be a part. `clear` names what is emptied. */
type RoutedChanges = RoutingChanges & { readonly clear?: readonly string[] | undefined };

/** True when a change of a number is, in part, one of its routing. */
export const hasRoutingChanges = (changes: RoutedChanges): boolean =>
  routingFields.some((field) => changes[field] !== undefined) ||
  (changes.clear ?? []).some((field) => field === 'greetingId' || field === 'voicemailGreetingId');

/** Rejects a forward that leads back to the number over numbers of the company: such a call would never end. */
async function checkLoops(entry: NumberRouting): Promise<void> {
  const own = new Map((await listRoutings()).map(({ number, routing }) => [number, routing]));
  own.set(entry.number, entry.routing);
  const loop = lintRouting(entry.routing, { called: entry.number, refused: {}, own }).find(({ code }) => code === 'loop');
  if (loop) throw new AppError('invalid', { field: 'routes', message: loop.message });
}

/** Applies the changes to the routing of a number the person works and saves it. Throws `forbidden`, `not_found`, `invalid`, `conflict` (another version). */
export async function changeRouting(membership: Membership, numberId: number, changes: RoutedChanges, userId: number): Promise<Routing> {
  if (!membership.may('numbers.route')) throw new AppError('forbidden');
  const before = await findRouting(numberId);
  if (!before) throw new AppError('not_found');
  const { routing: kept } = before;
  const greeting = (field: 'greetingId' | 'voicemailGreetingId') => {
    if (changes.clear?.includes(field)) return null;
    const wanted = changes[field];
    return wanted === undefined ? kept[field] : wanted;
  };
  const routing = await readRouting(before, {
    routes: changes.routes ?? (await removeFormerUsers(kept.routes)),
    hours: changes.hours,
    greetingId: greeting('greetingId'),
    voicemailGreetingId: greeting('voicemailGreetingId'),
    recordCalls: changes.recordCalls ?? kept.recordCalls,
    announceRecording: changes.announceRecording ?? kept.announceRecording,
  });
  await checkLoops({ ...before, routing });
  return saveRouting(routing, userId, changes.version);
}

const asNew = { greetingId: null, voicemailGreetingId: null, recordCalls: false, announceRecording: true } as const;

/** Checks the routes a number that is not there yet is to have. Throws `forbidden`, `invalid`. */
export async function checkRoutes(membership: Membership, number: string, routes: readonly RouteInput[]): Promise<void> {
  if (!membership.may('numbers.route')) throw new AppError('forbidden');
  const plain = createDefaultRouting({ id: 0, forwardNumber: null, timezone: 'UTC' });
  await readRouting({ routing: plain, number }, { ...asNew, routes: [...routes] });
}

/**
 * Saves the routes of a number that has just been created. Greetings and users that have gone since the routes were checked are left out; a number
 * whose routes cannot be kept at all stays without them, since it is paid for.
 */
export async function saveNewRouting(numberId: number, routes: readonly RouteInput[], userId: number | null): Promise<void> {
  const created = await findRouting(numberId);
  if (!created) return;
  const routing = await readRouting(created, { ...asNew, routes: await removeMissing(routes) }).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (routing) await saveRouting(routing, userId);
}
