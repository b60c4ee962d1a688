/**
 * The realtime port made real. Every node hears which companies moved on, and reads what changed from the database.
 * - `embedded`: each node tells its own sockets.
 * - `cluster`: the node that holds the line's advisory lock publishes to a Pusher-compatible cluster with the official SDK, in commit order;
 *   when it dies another takes the lock, and clients close the gap by sequence number.
 */
import type { Server } from 'node:http';
import Pusher from 'pusher';
import * as z from 'zod/mini';
import { AccountEvent, accountEvent, getAccountChannel } from '#contract/core/accountChannel.ts';
import { type Change, events, getCompanyChannel, getLimitedChannel, getUserChannel, UserEvent } from '#contract/core/realtime.ts';
import { replyToWire } from '#contract/core/wire.ts';
import type { Config } from '../config.ts';
import { changesChannel } from '../db/announcer.ts';
import { currentTransaction, type Tenancy } from '../db/tenancy.ts';
import { getClientAddress, getConnections } from '../http/connections.ts';
import { getHosts, isTenantOrigin } from '../http/hosts.ts';
import type { TenantHosts } from '../http/tenantHosts.ts';
import { serveUpgrades } from '../http/upgrades.ts';
import { createChangeReader } from './changeReader.ts';
import { createHub, type Hub } from './channelHub.ts';
import { acceptConnections, type Gate, registerEvents } from './endpoint.ts';
import { findEndedAccountSessions, findLostSubscriptions } from './membership.ts';
import { createNotifyBus } from './notifyBus.ts';
import { signSubscription } from './protocol.ts';
import type { Realtime } from './realtime.ts';

interface Log {
  warn(detail: object, message: string): void;
}

/** Messages between nodes besides changes. */
const nodesChannel = 'keyline_nodes';
/** Accounts of the catalog whose use has changed, as triggers tell it (migration 0290). */
const accountsChannel = 'keyline_accounts';
const NodeWord = z.discriminatedUnion('say', [
  z.object({ say: z.literal('event'), node: z.string(), channel: z.string(), event: z.string(), data: z.unknown(), except: z.optional(z.string()) }),
  z.object({ say: z.literal('end'), node: z.string(), userId: z.number() }),
]);
type NodeWord = z.output<typeof NodeWord>;
type Unsigned<T> = T extends unknown ? Omit<T, 'node'> : never;

/** The advisory lock of the node that publishes to a cluster. */
const leaderLock = 72_914_001;
const recheckMs = 3_000;
/** The cluster takes at most this many changes an event (10 kB). */
const changesPerEvent = 40;

/** Makes the realtime of one node. */
export function createRealtime(config: Config, tenancy: Tenancy, tenantHosts: TenantHosts, log: Log): Realtime {
  const { realtime: settings } = config;
  const node = crypto.randomUUID();
  const hub = createHub(settings);
  const cluster = settings.driver === 'cluster' ? createCluster(config) : null;
  const line = createNotifyBus(config.databaseUrl, [changesChannel, nodesChannel, accountsChannel], {
    hear(channel, payload) {
      if (channel === changesChannel) reader.hear(payload);
      else if (channel === accountsChannel) tellAccount(Number(payload));
      else obey(payload);
    },
    missed: () => {
      reader.forget();
      hub.closeAll('reconnect');
    },
    failed: (error) => log.warn({ err: error }, 'Cross-node notification channel is down'),
  });

  let published = Promise.resolve();
  const publish = (channel: string, event: string, data: unknown) => {
    if (!cluster) return hub.say(channel, event, data);
    published = published
      .then(async () => {
        if (await line.lead(leaderLock)) await cluster.trigger(channel, event, data);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'A change could not be published'));
  };
  const tellCompany = (companyId: number, changes: readonly Change[]) => {
    for (let at = 0; at < changes.length; at += changesPerEvent) {
      publish(getCompanyChannel(companyId), events.changes, replyToWire({ changes: changes.slice(at, at + changesPerEvent) }));
    }
    const seq = changes.at(-1)?.seq;
    if (seq !== undefined) publish(getLimitedChannel(companyId), events.changes, replyToWire({ changes: [{ seq, companyId, kind: 'changes-waiting' }] }));
  };
  const tellAccount = (accountId: number) => publish(getAccountChannel(accountId), accountEvent, replyToWire(AccountEvent.parse({ kind: 'usage-updated' })));
  const reader = createChangeReader({
    tenancy,
    hasSubscribers: (companyId) => cluster !== null || hub.hasSubscribers(companyId),
    // The subscribers of a cluster are not known here.
    listSubscribed: async () => (cluster === null ? hub.listSubscribed() : (await line.lead(leaderLock)) ? listCompanies(tenancy) : []),
    publish: tellCompany,
    failed: (error) => log.warn({ err: error }, 'Changes could not be read'),
  });
  const obey = (payload: string) => {
    const word = NodeWord.safeParse(JSON.parse(payload)).data;
    if (!word || word.node === node) return;
    if (word.say === 'end') hub.end(word.userId);
    else hub.say(word.channel, word.event, word.data, word.except);
  };
  const tellNodes = (word: Unsigned<NodeWord>) => line.tell(nodesChannel, JSON.stringify({ ...word, node }));
  const recheck = setInterval(() => {
    endForeign(hub, tenancy).catch((error) => log.warn({ err: error }, 'Subscriber membership check failed'));
  }, recheckMs);
  recheck.unref();
  let leaveServer: (() => void) | null = null;

  return {
    changes: tellCompany,
    user(userId, event) {
      const data = replyToWire(UserEvent.parse(event));
      if (cluster)
        return void cluster
          .trigger(getUserChannel(userId), events.user, data)
          .catch((error: unknown) => log.warn({ err: error }, 'An event could not be published'));
      hub.say(getUserChannel(userId), events.user, data);
      tellNodes({ say: 'event', channel: getUserChannel(userId), event: events.user, data });
    },
    authorize: (socketId, channel, subscriber) => signSubscription(settings.key, settings.secret, socketId, channel, cluster ? undefined : subscriber),
    endSubscriptions: (userId) => {
      if (cluster) void cluster.terminateUserConnections(String(userId)).catch(() => {});
      hub.end(userId);
      tellNodes({ say: 'end', userId });
    },
    register(app) {
      if (cluster) {
        leaveServer = serveUpgrades(app.server, () => 404);
        return;
      }
      leaveServer = acceptConnections(app.server, hub, settings.key, createGate(config, app.server, tenantHosts));
      registerEvents(app, settings, ({ channel, event, data, except }) => {
        hub.say(channel, event, data, except);
        tellNodes({ say: 'event', channel, event, data, ...(except === undefined ? {} : { except }) });
      });
    },
    start: async () => {
      await line.start();
      reader.start();
    },
    async close() {
      clearInterval(recheck);
      leaveServer?.();
      await reader.close();
      await published;
      await line.close();
    },
  };
}

/** Lets a handshake through that names this installation and comes from a page of ours, or from no page at all, and whose address has room. */
function createGate(config: Config, server: Server, tenantHosts: TenantHosts): Gate {
  const { isOwnHost, isOwnOrigin } = getHosts(config);
  return (request, socket) => {
    const { host, origin } = request.headers;
    const tenant = isOwnHost(host) ? null : tenantHosts.peek(host);
    if (tenant === null ? !isOwnHost(host) : !tenant.isSynced || tenant.isApi) return 421;
    const isOwn = (from: string) => (tenant === null ? isOwnOrigin(from, request.socket.localPort) : isTenantOrigin(config, tenant, from));
    if (origin !== undefined && !isOwn(origin)) return 403;
    return getConnections(server)?.enter(socket, getClientAddress(request, config.trustedProxies)) === false ? 429 : undefined;
  };
}

function createCluster({ realtime }: Config): Pusher {
  const { appId, key, secret, host, port, tls, cluster } = realtime;
  const place = host === null ? { cluster: cluster ?? 'mt1' } : { host, ...(port === null ? {} : { port: String(port) }) };
  return new Pusher({ appId, key, secret, useTLS: tls, timeout: 5_000, ...place });
}

/** All companies of the installation. */
async function listCompanies(tenancy: Tenancy): Promise<number[]> {
  const rows = await tenancy.identityReading(() => currentTransaction().selectFrom('companies').select('id').execute());
  return rows.map(({ id }) => id);
}

/** Closes the sockets of sessions that have ended and of people who have lost a company since they subscribed; these are told. Their windows come back for what is still theirs. */
async function endForeign(hub: Hub, tenancy: Tenancy): Promise<void> {
  const accounts = hub.heardAccounts();
  for (const sessionId of accounts.length === 0 ? [] : await findEndedAccountSessions(tenancy, accounts)) hub.endSession(sessionId);
  const heard = hub.heard();
  if (heard.length === 0) return;
  for (const { why, userId, sessionId, companyId } of await findLostSubscriptions(tenancy, heard)) {
    if (why === 'session') hub.endSession(sessionId);
    else {
      if (why === 'membership' && companyId !== null)
        hub.say(getUserChannel(userId), events.user, replyToWire(UserEvent.parse({ kind: 'membership-changed', companyId })));
      hub.end(userId);
    }
  }
}
