/** Support staff: acting as somebody, in any company there is, and coming back. The audit log keeps who did it and why; the log of the person acted as does not. */

import type { StaffCompany } from '#contract/auth/entities.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import type { StaffUser } from '../search/types.ts';

/** Staff as themselves: whoever acts as somebody is that person meanwhile. */
export const isStaff = ({ user }: Pick<Context, 'user'>): boolean => user?.isStaff === true && !user.isAdmin;

/** For what staff do as themselves. */
export const checkStaff = (context: Context): Availability => isStaff(context) || { reason: 'Support staff only', isMoot: true };

/** Staff act as others while their second factor was proved a short while ago. */
function checkImpersonation(context: Context): Availability {
  const { user } = context;
  if (!user || !isStaff(context)) return checkStaff(context);
  if (!user.hasMfa) return { reason: 'Turn on two-factor authentication first', unblock: { commandId: 'account.mfaOn' } };
  const isFresh = user.mfaFreshUntil !== null && Date.parse(user.mfaFreshUntil) > Date.now();
  return isFresh || { reason: 'Confirm your two-factor code first', unblock: { commandId: 'account.proveMfa', isImmediate: true } };
}

const parseId = (text: string | undefined): number | null => (text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null);

/** The muted words beside a company staff may act in. */
export const formatCompanySummary = ({ organizationName, people }: StaffCompany): string =>
  [organizationName, people.length === 0 ? 'no users' : null].filter(Boolean).join(' · ');

const toPersonOption = (user: StaffUser): Option<StaffUser> => ({
  value: user,
  id: String(user.id),
  title: user.name,
  detail: [user.email, user.companies.join(', ')].filter((part) => part !== '').join(' · '),
  icon: 'user',
});

const toCompanyOption = (company: StaffCompany): Option<StaffCompany> => ({
  value: company,
  id: String(company.id),
  title: company.name,
  detail: formatCompanySummary(company),
  icon: 'building',
  reason: company.people.length === 0 ? 'This company has no users to impersonate' : undefined,
});

const toColleagueOption = (person: StaffCompany['people'][number]): Option<StaffCompany['people'][number]> => ({
  value: person,
  id: String(person.id),
  title: person.name,
  detail: `${person.role} · ${person.email}`,
  icon: 'user',
});

const reason = arg.words('Reason (recorded in the audit log)', 200, (_, services) => services.session.getLastReason());

const impersonationBase = { icon: 'id-card', scopes: ['workspace'], offline: false, quiet: true, available: checkImpersonation } as const;

/** Commands of support staff. */
export const staffCommands: readonly Command[] = [
  command({
    ...impersonationBase,
    id: 'company.actIn',
    title: 'Impersonate user in a company',
    group: 'Company',
    keywords: ['impersonate', 'jump', 'support', 'staff', 'switch', 'any company', 'act'],
    args: {
      company: arg.search({
        label: 'Company',
        search: async (_, services, query, signal) => (await services.lookup.staffCompanies({ q: query }, signal)).map(toCompanyOption),
        find: async (id, _, services) => {
          const companyId = parseId(id);
          return companyId === null ? null : ((await services.lookup.staffCompanies({ id: companyId }))[0] ?? null);
        },
        getName: (id, context) => getRows(context, 'company')?.rows.find((row) => String(row.id) === id)?.name,
      }),
      person: arg.search({
        label: 'User',
        search: async (_, services, query, signal, given) => {
          const companyId = parseId(given.company);
          const [company] = companyId === null ? [] : await services.lookup.staffCompanies({ id: companyId }, signal);
          const words = query.toLowerCase().split(/\s+/);
          return (company?.people ?? [])
            .filter(({ name, email, role }) => words.every((word) => `${name} ${email} ${role}`.toLowerCase().includes(word)))
            .map(toColleagueOption);
        },
        find: async (id, _, services, given) => {
          const companyId = parseId(given.company);
          const [company] = companyId === null ? [] : await services.lookup.staffCompanies({ id: companyId });
          return company?.people.find((person) => String(person.id) === id) ?? null;
        },
      }),
      reason,
    },
    run: async ({ args, services }) => services.session.impersonate(args.person.id, args.reason, args.company.id),
  }),
  command({
    ...impersonationBase,
    id: 'person.impersonate',
    title: 'Impersonate user',
    group: 'My account',
    keywords: ['impersonate', 'remote login', 'support', 'staff', 'act as', 'somebody'],
    args: {
      user: arg.search({
        label: 'User',
        search: async (_, services, query, signal) => (await services.lookup.staffUsers({ q: query }, signal)).map(toPersonOption),
        find: async (id, _, services) => {
          const userId = parseId(id);
          return userId === null ? null : ((await services.lookup.staffUsers({ id: userId }))[0] ?? null);
        },
      }),
      reason,
    },
    run: async ({ args, services }) => services.session.impersonate(args.user.id, args.reason),
  }),
  command({
    ...impersonationBase,
    id: 'person.leaveImpersonation',
    title: 'Stop impersonating',
    group: 'My account',
    keywords: ['impersonation', 'leave', 'back to staff', 'acting', 'somebody'],
    icon: 'log-out',
    available: ({ user }) => user?.isAdmin === true || { reason: 'You’re not impersonating anyone', isMoot: true },
    run: async ({ services }) => services.session.leaveImpersonation(),
  }),
];
