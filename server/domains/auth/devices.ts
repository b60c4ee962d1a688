/**
 * Browsers and addresses an account has signed in from. Their wrong passwords are counted apart, so that guesses from elsewhere never keep the account's person
 * out. A device is known by a signed cookie that proves nothing else: it signs nobody in.
 */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { createRandomId } from './secrets.ts';

/** Cookie of a browser that somebody signed in with. */
const deviceCookie = 'keyline_device';
const purpose = 'device';
const deviceSeconds = 180 * 24 * 60 * 60;
/** Accounts that share a browser; the one used longest ago is forgotten first. */
const maxAccounts = 8;
const Device = z.object({ id: z.string(), userIds: z.array(z.number()) });

const readDevice = (request: FastifyRequest, services: Services): z.output<typeof Device> | null =>
  Device.safeParse(services.sealer.verify(purpose, request.cookies[deviceCookie] ?? '')).data ?? null;

/** The id of this browser where the account has signed in with it before; null otherwise. */
export function findKnownDevice(userId: number, request: FastifyRequest, services: Services): string | null {
  const device = readDevice(request, services);
  return device?.userIds.includes(userId) ? device.id : null;
}

/** Makes this browser one the account has signed in with. */
export function saveKnownDevice(userId: number, request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const device = readDevice(request, services);
  const userIds = [userId, ...(device?.userIds ?? []).filter((id) => id !== userId)].slice(0, maxAccounts);
  const value = services.sealer.sign(purpose, { id: device?.id ?? createRandomId(), userIds }, Date.now() + deviceSeconds * 1_000);
  reply.setCookie(deviceCookie, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.config.publicUrl.startsWith('https:'),
    maxAge: deviceSeconds,
  });
}

/** Days after which an address that was not used any more is no longer the account's. */
const addressDays = 90;
const isRecent = sql<boolean>`seen_at > now() - make_interval(days => ${addressDays})`;

/** True where the account has signed in from this address lately. In the open transaction. */
export async function isKnownAddress(userId: number, address: string): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('known_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where(isRecent)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the account has signed in from this address, and forgets old ones of it. In the open transaction. */
export async function saveKnownAddress(userId: number, address: string): Promise<void> {
  await currentTransaction()
    .insertInto('known_addresses')
    .values({ user_id: userId, address })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ seen_at: sql`now()` }))
    .execute();
  await currentTransaction().deleteFrom('known_addresses').where('user_id', '=', userId).where(sql<boolean>`not ${isRecent}`).execute();
}

/** True where a device of this name has signed in to the account by token and has not been signed out. In the open transaction. */
export async function hasSignedIn(userId: number, deviceName: string): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'token')
    .where('device_name', '=', deviceName)
    .executeTakeFirst();
  return row !== undefined;
}
