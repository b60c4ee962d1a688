/** The account's own channel: says that its use has changed, and everything is read again. */
import { AccountEvent, accountEvent, getAccountChannel } from '#contract/core/accountChannel.ts';
import { fromWire } from '#contract/core/wire.ts';
import { createPusherOptions } from '../api/pusherOptions.ts';
import type { Catalog } from './catalog.ts';
import { keys } from './data.ts';

/** State of the connection. */
export type Connection = 'connecting' | 'live' | 'away';

const retryMs = 5_000;

/**
 * Listens until it is stopped. A page that was away reads everything again once the connection is back; so does one whose channel is refused, which shows an
 * ended session, and it asks for the channel again.
 */
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
  const name = getAccountChannel(accountId);
  const channel = client.subscribe(name);
  let retry: number | undefined;
  channel.bind('pusher:subscription_succeeded', () => {
    onState('live');
    refresh();
  });
  channel.bind('pusher:subscription_error', () => {
    onState('away');
    refresh();
    window.clearTimeout(retry);
    retry = window.setTimeout(() => {
      // A connection that comes back asks for the channel by itself.
      if (client.connection.state === 'connected') channel.subscribe();
    }, retryMs);
  });
  channel.bind(accountEvent, (data: unknown) => {
    if (AccountEvent.safeParse(fromWire(data)).success) refresh();
  });
  client.connection.bind('connecting', () => onState('connecting'));
  client.connection.bind('unavailable', () => onState('away'));
  client.connection.bind('failed', () => onState('away'));
  return () => {
    window.clearTimeout(retry);
    client.disconnect();
  };
}
