/** The account's own channel: says that its use has changed, and everything is read anew. */
import { AccountEvent, accountEvent, getAccountChannel } from '#contract/core/accountChannel.ts';
import { fromWire } from '#contract/core/wire.ts';
import type { Catalog } from './catalog.ts';
import { keys } from './data.ts';

/** State of the connection. */
export type Connection = 'connecting' | 'live' | 'away';

/** Listens until it is stopped. Whoever was away reads everything when the connection stands again. */
export async function followAccount(catalog: Catalog, accountId: number, onState: (state: Connection) => void): Promise<() => void> {
  const { default: Client } = await import('pusher-js');
  const { key, host, port, tls, cluster } = catalog.config.realtime;
  const refresh = () => void catalog.queries.invalidateQueries({ queryKey: keys.all });
  const client = new Client(key, {
    cluster: cluster ?? 'none',
    ...(cluster === null
      ? { wsHost: host ?? window.location.hostname, wsPort: port ?? Number(window.location.port || 80), wssPort: port ?? Number(window.location.port || 443) }
      : {}),
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    disableStats: true,
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) => {
        catalog.api
          .call('catalog.channelAuth', { ...catalog.caller(), body: { socketId, channelName } })
          .then((answer) => done(null, answer))
          .catch((thrown: unknown) => done(thrown instanceof Error ? thrown : new Error('The channel was refused'), null));
      },
    },
  });
  const channel = client.subscribe(getAccountChannel(accountId));
  channel.bind('pusher:subscription_succeeded', () => {
    onState('live');
    refresh();
  });
  channel.bind(accountEvent, (data: unknown) => {
    if (AccountEvent.safeParse(fromWire(data)).success) refresh();
  });
  client.connection.bind('connecting', () => onState('connecting'));
  client.connection.bind('unavailable', () => onState('away'));
  client.connection.bind('failed', () => onState('away'));
  return () => client.disconnect();
}
