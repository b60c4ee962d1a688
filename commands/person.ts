/** The person and the session: signing out, acting as somebody else, other sessions, the connection. */
import { arg } from './args.ts';
import { type Command, command } from './command.ts';
import { flowCommand } from './flowCommand.ts';
import type { StaffUser } from './lookup.services.ts';

const isStaff = ({ user }: { user: { isStaff: boolean; isAdmin: boolean } | null }) =>
  (user?.isStaff === true && !user.isAdmin) || { reason: 'Support staff only' };
const staffOption = (user: StaffUser) => ({
  value: user,
  id: String(user.id),
  title: user.name,
  detail: `${user.email} · ${user.companies.join(', ')}`,
  icon: 'user',
});

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
  command({
    id: 'person.impersonate',
    title: 'Act as somebody else',
    group: 'Person',
    keywords: ['impersonate', 'remote login', 'support', 'staff'],
    icon: 'id-card',
    scopes: ['workspace'],
    offline: false,
    available: isStaff,
    args: {
      user: arg.search({
        label: 'Person',
        search: async (_, services, query, signal) => (await services.lookup.staffUsers(query, signal)).map(staffOption),
        find: async (id, _, services) =>
          (await services.lookup.staffUsers('')).find((user) => String(user.id) === id) ??
          (await services.lookup.staffUsers(id)).find((user) => String(user.id) === id) ??
          null,
      }),
      reason: arg.words('Reason, for the audit log', 200),
    },
    run: async ({ args, services }) => services.session.impersonate(args.user.id, args.reason),
  }),
  command({
    id: 'person.leaveImpersonation',
    title: 'Stop acting as somebody else',
    group: 'Person',
    keywords: ['impersonation', 'leave', 'back to staff'],
    icon: 'log-out',
    scopes: ['workspace'],
    offline: false,
    available: ({ user }) => user?.isAdmin === true || { reason: 'You are not acting as somebody else' },
    run: async ({ services }) => services.session.leaveImpersonation(),
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
