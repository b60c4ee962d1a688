/** The person and the session: signing out, other sessions, the connection. */

import { displayPhone } from '#contract/text/phone.ts';
import { isCompletePhone } from '#contract/text/wholePhone.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { flowCommand } from '../core/flowCommand.ts';

export const personCommands: readonly Command[] = [
  command({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'My account',
    keywords: ['log out', 'logout', 'leave'],
    icon: 'log-out',
    scopes: ['workspace'],
    offline: false,
    isShown: true,
    run: async ({ services }) => services.session.signOut(),
  }),
  command({
    id: 'session.endOther',
    title: 'Sign out another session',
    group: 'My account',
    keywords: ['devices', 'sign out elsewhere', 'security', 'end', 'mine'],
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
    id: 'session.phones',
    title: 'Edit my phones',
    group: 'My account',
    keywords: ['profile', 'mobile', 'desk phone', 'number', 'answered by', 'forward'],
    icon: 'phone',
    scopes: ['workspace'],
    offline: false,
    args: {
      phones: arg.text<readonly string[]>({
        label: 'My phones',
        initial: async (_context, services) => (await services.session.loadPhones()).map(displayPhone).join(', '),
        hint: 'Up to 5, separated with commas, such as +1 415-555-0120. Enter none to remove them.',
        // The palette asks for text; `none` is how nothing is typed.
        parse: (text) => {
          const phones =
            text.trim().toLowerCase() === 'none'
              ? []
              : text
                  .split(/[,;\n]/)
                  .map((phone) => phone.trim())
                  .filter((phone) => phone !== '');
          const wrong = phones.find((phone) => !isCompletePhone(phone));
          return wrong === undefined ? { ok: true, value: phones } : { ok: false, error: `“${wrong}” isn’t a phone number` };
        },
      }),
    },
    run: async ({ args, services }) => services.session.savePhones(args.phones),
  }),
  flowCommand(
    {
      id: 'connection.retry',
      title: 'Reconnect',
      group: 'Keyline',
      keywords: ['realtime', 'live', 'offline', 'socket', 'reconnect', 'again'],
      icon: 'wifi',
      scopes: ['workspace'],
    },
    'realtime',
    { type: 'connection.retried' },
  ),
  flowCommand(
    { id: 'batch.dismiss', title: 'Dismiss finished job', group: 'Keyline', keywords: ['batch', 'hide'], icon: 'x', scopes: ['workspace'] },
    'batch',
    { type: 'batch.dismissed' },
  ),
];
