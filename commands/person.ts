/** The person and the session: signing out, other sessions, the connection. */
import { arg } from './args.ts';
import { type Command, command } from './command.ts';
import { flowCommand } from './flowCommand.ts';

export const personCommands: readonly Command[] = [
  command({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'Person',
    keywords: ['log out', 'logout', 'leave'],
    icon: 'log-out',
    scopes: ['workspace'],
    offline: false,
    run: async ({ services }) => services.session.signOut(),
  }),
  command({
    id: 'session.endOther',
    title: 'End another session of mine',
    group: 'Person',
    keywords: ['devices', 'sign out elsewhere', 'security'],
    icon: 'shield',
    scopes: ['workspace'],
    offline: false,
    ownOnly: true,
    args: {
      session: arg.search({
        label: 'Session',
        search: async (_, services, query) =>
          (await services.lookup.sessions())
            .filter(({ isCurrent, deviceName, address }) => !isCurrent && `${deviceName ?? ''} ${address}`.toLowerCase().includes(query.toLowerCase()))
            .map(({ id, deviceName, address }) => ({ value: id, id, title: deviceName ?? 'Browser', detail: address, icon: 'monitor' })),
        find: async (id, _, services) => ((await services.lookup.sessions()).some((session) => session.id === id) ? id : null),
      }),
    },
    run: async ({ args, services }) => services.session.endSession(args.session),
  }),
  flowCommand(
    {
      id: 'connection.retry',
      title: 'Connect again now',
      group: 'Keyline',
      keywords: ['realtime', 'live', 'offline', 'socket', 'reconnect'],
      icon: 'wifi',
      scopes: ['workspace'],
    },
    'realtime',
    { type: 'connection.retried' },
  ),
  flowCommand(
    { id: 'batch.dismiss', title: 'Dismiss the finished progress', group: 'Keyline', keywords: ['batch', 'hide'], icon: 'x', scopes: ['workspace'] },
    'batch',
    { type: 'batch.dismissed' },
  ),
];
