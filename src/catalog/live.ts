/** The account's own channel: says that its use has changed, and everything is read again. */
import { AccountEvent, accountEvent, getAccountChannel } from '#contract/core/accountChannel.ts';
import { fromWire } from '#contract/core/wire.ts';
import { createPusherOptions } from '../api/pusherOptions.ts';
import type { Catalog } from './catalog.ts';
import { keys } from './data.ts';

/** State of the connection. */
export type Connection = 'connecting' | 'live' | 'away';

/** Listens until it is stopped. Whoever was away reads everything again once the connection is back. */
export async function followAccount(catalog: Catalog, accountId: number, onState: (state: Connection) => void): Promise<() => void> {
  const { default: Client } = await import('pusher-js');
  const refresh = () => void catalog.queries.invalidateQueries({ queryKey: keys.all });
  const client = new Client(catalog.config.realtime.key, {
    ...createPusherOptions(catalog.config.realtime),
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
