/** Users of a company: inviting, role, numbers, removal (spec 2.7), and the person’s own name. */

import { readAddress, splitAddressLines } from '#contract/invites/addresses.ts';
import { inviteLimits } from '#contract/invites/limits.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { createNamedArg } from '../core/namedArg.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { findOrganizationId } from '../customFields/fieldAssignment.ts';
import { createRoleArg, getRoleReason } from './roleArg.ts';
import type { InviteAddress, Teammate } from './types.ts';

const base = { group: 'Company', permission: 'users.manage' } as const;
const userBase = { ...base, scopes: ['users'], rows: { kind: 'teammate', max: 1 } } as const;
const stepBase = { ...base, scopes: ['invitation'] } as const;

const findTeammate = (context: Context): Teammate | undefined => getRows(context, 'teammate')?.rows[0];
const getTeammate = (context: Context): Teammate => {
  const row = findTeammate(context);
  if (!row) throw new Error('Select a user first');
  return row;
};
function getUser(context: Context): CompanyUser {
  const { user } = getTeammate(context);
  if (!user) throw new Error('Not a member yet');
  return user;
}

const checkUser = (context: Context): Availability =>
  findTeammate(context)?.user !== null || { reason: 'Not a member yet. Remove the invitation and invite again.' };
const checkInvite = (context: Context): Availability => findTeammate(context)?.invite !== null || { reason: 'Already a member' };

const isAddress = (line: string) => /^[^\s@]+@[^\s@]+$/.test(readAddress(line));

const addresses = arg.text<readonly string[]>({
  label: 'Email addresses',
  hint: `Separate with commas or new lines, such as ana@example.com. Up to ${inviteLimits.addresses}.`,
  parse: (text) => {
    const lines = splitAddressLines(text);
    if (!lines.some(isAddress)) return { ok: false, error: 'Enter an email address like ana@example.com' };
    if (lines.length > inviteLimits.addresses) return { ok: false, error: `Enter up to ${inviteLimits.addresses} addresses` };
    return { ok: true, value: lines.map((line) => line.slice(0, inviteLimits.lineCharacters)) };
  },
});

const checkGiven = (context: Context): Availability => {
  // The flow is asked when the list is given, unless its pane is focused.
  const accepted = checkEvent(context, 'invitation', 'addresses.given');
  return accepted === true || context.focus.scopes.every((scope) => scope !== 'invitation') ? true : accepted;
};

const inviteBase = { ...base, scopes: ['workspace'], quiet: true, icon: 'user-plus', available: checkGiven } as const;

const inviteCommands: readonly Command[] = [
  command({
    ...inviteBase,
    id: 'users.invite',
    title: 'Invite users',
    keywords: ['add', 'people', 'colleague', 'member', 'invitation', 'email'],
    args: { addresses, role: createRoleArg(() => 'user') },
    run: async ({ args, services }) => services.users.invite(args.addresses, { role: args.role, like: null, businessUnitId: null }),
  }),
  command({
    ...inviteBase,
    id: 'users.onboardLike',
    title: 'Invite users like another user',
    keywords: ['onboard', 'colleague', 'clone', 'copy', 'same role', 'same numbers'],
    args: {
      colleague: createNamedArg({
        label: 'User',
        noun: 'user',
        icon: 'user',
        all: ({ users }) => users.all(),
        getName: ({ name, email }) => name || email,
        getReason: ({ role }, { permissions }) => getRoleReason(role, permissions),
        getDetail: ({ role, numbers }) => `${role}, ${numbers.length === 0 ? 'all numbers' : numbers.length === 1 ? '1 number' : `${numbers.length} numbers`}`,
      }),
      addresses,
    },
    run: async ({ args: { colleague, addresses: lines }, services }) =>
      services.users.invite(lines, { role: colleague.role, like: { id: colleague.id, name: colleague.name || colleague.email }, businessUnitId: null }),
  }),
  command({
    ...inviteBase,
    id: 'users.inviteThroughOrganization',
    title: 'Invite administrators through organization',
    keywords: ['business unit', 'invitation'],
    available: (context) => (findOrganizationId(context) === null ? { reason: 'This company isn’t in an organization' } : checkGiven(context)),
    args: { addresses },
    run: async ({ context, args, services }) =>
      services.users.invite(args.addresses, { role: 'administrator', like: null, businessUnitId: findOrganizationId(context) }),
  }),
];

const getAddresses = (context: Context): readonly InviteAddress[] => getRows(context, 'inviteAddress')?.rows ?? [];

const stepCommands: readonly Command[] = [
  command({
    ...stepBase,
    id: 'invitation.confirm',
    title: 'Send invitations',
    keywords: ['confirm', 'mail', 'invite'],
    icon: 'send',
    available: (context) => checkEvent(context, 'invitation', 'invitation.confirmed'),
    run: async ({ services }) => services.users.confirm(),
  }),
  command({
    ...stepBase,
    id: 'invitation.role',
    title: 'Choose role of invitations',
    keywords: ['permission', 'change'],
    icon: 'shield',
    quiet: true,
    available: (context) => checkEvent(context, 'invitation', 'role.chosen'),
    args: { role: createRoleArg() },
    run: async ({ args, services }) => services.users.setRole(args.role),
  }),
  command({
    ...stepBase,
    id: 'invitation.leaveOut',
    title: 'Leave addresses out of invitations',
    keywords: ['skip', 'exclude', 'remove', 'include'],
    icon: 'x',
    rows: 'inviteAddress',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'invitation', 'addresses.excluded');
      return accepted !== true ? accepted : getAddresses(context).some(({ isLeftOut }) => !isLeftOut) || { reason: 'Already left out' };
    },
    run: async ({ context, services }) => services.users.exclude(getAddresses(context), true),
  }),
  command({
    ...stepBase,
    id: 'invitation.include',
    title: 'Include addresses in invitations',
    keywords: ['keep', 'restore', 'invite'],
    icon: 'undo',
    rows: 'inviteAddress',
    available: (context): Availability => {
      const accepted = checkEvent(context, 'invitation', 'addresses.excluded');
      return accepted !== true ? accepted : getAddresses(context).some(({ isLeftOut }) => isLeftOut) || { reason: 'Not left out' };
    },
    run: async ({ context, services }) => services.users.exclude(getAddresses(context), false),
  }),
  command({
    ...stepBase,
    id: 'invitation.retract',
    title: 'Retract unopened invitations',
    keywords: ['withdraw', 'revoke', 'undo', 'cancel'],
    icon: 'undo',
    available: (context) => checkEvent(context, 'invitation', 'invitation.retracted'),
    run: async ({ services }) => services.users.retract(),
  }),
  flowCommand({ ...stepBase, id: 'invitation.retry', title: 'Try inviting again', keywords: ['retry', 'repeat'], icon: 'refresh', quiet: true }, 'invitation', {
    type: 'invitation.retried',
  }),
  flowCommand({ ...stepBase, id: 'invitation.close', title: 'Close invitations', keywords: ['cancel', 'discard'], icon: 'x', quiet: true }, 'invitation', {
    type: 'invitation.closed',
  }),
];

const isAll = (text: string) => /^all$/i.test(text.trim());

/** Numbers that a part of a list names: by their label, or by the whole number or its last seven digits or more. */
function findNumbers(part: string, numbers: Context['numbers']): Context['numbers'] {
  const digits = part.replaceAll(/\D/g, '');
  const whole = numbers.filter(({ number }) => number === `+${digits}`);
  if (whole.length > 0) return whole;
  return numbers.filter(({ number, label }) => (digits.length >= 7 && number.endsWith(digits)) || label.toLowerCase() === part.toLowerCase());
}

const userCommands: readonly Command[] = [
  command({
    ...userBase,
    id: 'users.changeRole',
    title: 'Change user role',
    keywords: ['role of', 'permission', 'administrator', 'owner', 'reporting', 'promote', 'demote'],
    icon: 'shield',
    available: checkUser,
    args: { role: createRoleArg((context) => findTeammate(context)?.role) },
    run: async ({ context, args, services }) => services.users.changeRole(getUser(context), args.role),
  }),
  command({
    ...userBase,
    id: 'users.changeNumbers',
    title: 'Change user numbers',
    keywords: ['choose', 'numbers of', 'restrict', 'limit', 'lines', 'narrow'],
    icon: 'hash',
    available: checkUser,
    args: {
      numbers: arg.text<readonly number[]>({
        label: 'Numbers',
        initial: async (context, services) => {
          const ids = findTeammate(context)?.numbers ?? [];
          if (ids.length === 0) return 'all';
          const shown = (await services.users.numbers()).filter(({ id }) => ids.includes(id));
          return shown.map(({ number }) => displayPhone(number)).join(', ');
        },
        hint: 'Separate with commas, such as +1 415-555-0120. Enter all for every number.',
        parse: (text, { numbers }) => {
          if (isAll(text)) return { ok: true, value: [] };
          const ids: number[] = [];
          for (const part of splitAddressLines(text)) {
            const found = findNumbers(part, numbers);
            const [only] = found;
            if (!only) return { ok: false, error: `“${part}” isn’t a number of this company` };
            if (found.length > 1) return { ok: false, error: `${found.length} numbers match “${part}”. Enter the whole number.` };
            ids.push(only.id);
          }
          // Nothing would read as every number.
          return ids.length === 0 ? { ok: false, error: 'Enter numbers, or all' } : { ok: true, value: [...new Set(ids)] };
        },
      }),
    },
    run: async ({ context, args, services }) => services.users.changeNumbers(getUser(context), args.numbers),
  }),
  command({
    ...userBase,
    id: 'users.remove',
    title: 'Remove user or invitation',
    keywords: ['delete', 'member', 'retract', 'fire', 'leave'],
    icon: 'trash',
    review: ({ context }) => {
      const teammate = getTeammate(context);
      const name = teammate.name || teammate.email;
      return {
        sentence: teammate.user
          ? `Remove ${name} from ${context.company?.name ?? 'the company'}. They lose access immediately.`
          : `Remove the invitation of ${teammate.email}. Its link stops working.`,
        count: 1,
        sample: [name],
        skipped: [],
        verb: 'remove',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.users.remove(getTeammate(context)),
  }),
  command({
    ...userBase,
    id: 'invites.resend',
    title: 'Resend invitation',
    keywords: ['again', 'mail', 'link', 'remind'],
    icon: 'mail',
    available: checkInvite,
    run: async ({ context, services }) => {
      const { invite } = getTeammate(context);
      if (!invite) throw new Error('Already a member');
      return services.users.resend(invite);
    },
  }),
];

const ownCommands: readonly Command[] = [
  command({
    id: 'account.rename',
    title: 'Edit my name',
    group: 'My account',
    keywords: ['profile', 'first name', 'last name', 'change'],
    icon: 'user',
    scopes: ['workspace'],
    offline: false,
    ownOnly: true,
    args: {
      firstName: arg.words('First name', 100, ({ user }) => user?.firstName),
      lastName: arg.optional(arg.words('Last name', 100, ({ user }) => user?.lastName)),
    },
    run: async ({ args, services }) => services.users.rename(args.firstName, args.lastName ?? ''),
  }),
  command({
    id: 'account.password',
    title: 'Change my password',
    group: 'My account',
    keywords: ['profile', 'security', 'sign in'],
    icon: 'shield',
    scopes: ['workspace'],
    offline: false,
    ownOnly: true,
    quiet: true,
    run: async ({ services }) => services.auth.show('password'),
  }),
];

/** Commands over users and invitations. */
export const usersCommands: readonly Command[] = [...inviteCommands, ...stepCommands, ...userCommands, ...ownCommands];
