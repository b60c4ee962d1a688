/** Browsers of the official client, unmodified, and what they hear. */
import Pusher from 'pusher-js';
import { ChangesEvent } from '#contract/core/realtime.ts';
import { fromWire } from '#contract/core/wire.ts';
import { routes } from '#contract/index.ts';
import type { Client } from './client.ts';

/** The official client; subscriptions are signed by the app's own call, or by that of another realm. */
export const openPusher = (
  client: Pick<Client, 'call'>,
  { port, key }: { readonly port: number; readonly key: string },
  sign: (body: { readonly socketId: string; readonly channelName: string }) => Promise<{ readonly auth: string }> = (body) =>
    client.call(routes.auth.channelAuth, { body }),
): Pusher =>
  new Pusher(key, {
    cluster: 'x',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      endpoint: '/unused',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) => {
        sign({ socketId, channelName }).then(
          (reply) => done(null, reply),
          (error: Error) => done(error, null),
        );
      },
    },
  });

interface Bindable {
  bind(event: string, hear: (data: unknown) => void): unknown;
}

/** Collects the events of a name from now on. */
export const heard = (name: string, client: Bindable): unknown[] => {
  const got: unknown[] = [];
  client.bind(name, (data) => got.push(data));
  return got;
};

/** The next event of a name. */
export const once = (name: string, client: Bindable) => new Promise<unknown>((resolve) => client.bind(name, resolve));

/** The changes of events that were heard. */
export const changesOf = (got: readonly unknown[]) => got.flatMap((data) => ChangesEvent.parse(fromWire(data)).changes);

/** The changes that say what happened: without `changes-waiting`, which the check of each second may say of a company that has just got its first subscriber. */
export const toldBy = (got: readonly unknown[]) => changesOf(got).filter(({ kind }) => kind !== 'changes-waiting');
