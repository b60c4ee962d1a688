/** To whom a call goes: a colleague whose browser rings, or a phone, found as it is for a call or typed. */
import { displayPhone, extractDigits } from '#contract/text/phone.ts';
import type { TransferTarget } from '#machines/talking.ts';
import { arg } from '../core/args.ts';

const personId = /^user-(\d+)$/;

export const transferArg = arg.search<TransferTarget>({
  label: 'Colleague or phone number',
  search: async (_context, services, query, signal) => {
    const words = query.trim().toLowerCase();
    const [colleagues, phones] = await Promise.all([services.phone.colleagues(signal), words === '' ? [] : services.conversations.recipients(query, signal)]);
    const people = colleagues
      .filter(({ name }) => name.toLowerCase().includes(words))
      .map(({ userId, name, reason }) => ({
        value: { userId, destination: null, name },
        id: `user-${userId}`,
        title: name,
        icon: 'user',
        ...(reason === null ? { detail: 'Rings in the app' } : { reason }),
      }));
    return [
      ...people,
      ...phones.map(({ number, name, shown, isBlocked }) => ({
        value: { userId: null, destination: number, name: name ?? shown },
        id: number,
        title: name ?? shown,
        detail: name === null ? '' : shown,
        icon: 'phone-outgoing',
        ...(isBlocked ? { reason: 'Blocked caller' } : {}),
      })),
    ];
  },
  find: async (text, _context, services) => {
    const userId = personId.exec(text)?.[1];
    if (userId !== undefined) return services.phone.findTarget({ userId: Number(userId) });
    return extractDigits(text).length >= 3 && text.length <= 40 ? services.phone.findTarget({ phone: text }) : null;
  },
  getName: (id) => (personId.test(id) ? undefined : displayPhone(id)),
});
