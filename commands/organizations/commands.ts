/** Organizations: settings, brand, the status of companies, administrators. */

import type { Organization } from '#contract/organizations/entities.ts';
import { type AccountStatus, accountStatuses } from '#contract/organizations/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { listZoneOptions } from '../core/zoneOptions.ts';
import type { OrganizationCompany, OrganizationPerson } from './types.ts';

const base = { group: 'Company', offline: false } as const;
const organizationBase = { ...base, scopes: ['organizations'], rows: { kind: 'organization', max: 1 } } as const;
const personBase = { ...base, scopes: ['organizationUsers'], rows: { kind: 'organizationPerson', max: 1 } } as const;

const findOrganization = (context: Context): Organization | undefined => getRows(context, 'organization')?.rows[0];
const getOrganization = (context: Context): Organization => {
  const row = findOrganization(context);
  if (!row) throw new Error('Select an organization first');
  return row;
};
const notAdministered = { reason: 'Only organization administrators can do this' };
const checkAdministered = (context: Context): Availability => findOrganization(context)?.isAdministered || notAdministered;

/** A color as it is typed; empty: none of its own. */
const createColorArg = (initial: (context: Context) => string | null | undefined) =>
  arg.text<string | null>({
    label: 'Color',
    initial: (context) => initial(context) ?? undefined,
    parse: (text) => {
      const value = text.trim().toLowerCase();
      if (value === '' || value === 'none') return { ok: true, value: null };
      return /^#[0-9a-f]{6}$/.test(value) ? { ok: true, value } : { ok: false, error: 'Enter a color like #3366cc, or none' };
    },
  });

const zoneArg = arg.list<string | null>({
  label: 'Time zone',
  getCurrent: (context: Context) => findOrganization(context)?.settings.timezone ?? 'own',
  options: () => [{ value: null, id: 'own', title: 'Time zone of the creator' }, ...listZoneOptions()],
});

const settingCommands: readonly Command[] = [
  command({
    ...organizationBase,
    id: 'organizations.showCompanies',
    title: 'Show companies of organization',
    keywords: ['accounts', 'status', 'open'],
    icon: 'building',
    quiet: true,
    run: async ({ context, services }) => services.organizations.showCompanies(getOrganization(context)),
  }),
  command({
    ...organizationBase,
    id: 'organizations.showUsers',
    title: 'Show users of organization',
    keywords: ['administrators', 'people'],
    icon: 'users',
    quiet: true,
    run: async ({ context, services }) => services.organizations.showUsers(getOrganization(context)),
  }),
  command({
    ...organizationBase,
    id: 'organizations.rename',
    title: 'Rename organization',
    keywords: ['edit', 'name', 'business unit'],
    icon: 'pencil',
    available: checkAdministered,
    args: { name: arg.words('Name', 120, (context) => findOrganization(context)?.name) },
    run: async ({ context, args, services }) => services.organizations.rename(getOrganization(context), args.name),
  }),
  command({
    ...organizationBase,
    id: 'organizations.setTimeZone',
    title: 'Set time zone of new companies',
    keywords: ['organization', 'default'],
    icon: 'clock',
    available: checkAdministered,
    args: { timezone: zoneArg },
    run: async ({ context, args, services }) => services.organizations.setTimeZone(getOrganization(context), args.timezone),
  }),
  command({
    ...organizationBase,
    id: 'organizations.toggleLinks',
    title: 'Toggle links in texts of new companies',
    keywords: ['organization', 'URL', 'default'],
    icon: 'send',
    available: checkAdministered,
    detail: (context) => (findOrganization(context)?.settings.linksEnabled ? 'on' : 'off'),
    run: async ({ context, services }) => services.organizations.setLinks(getOrganization(context), !getOrganization(context).settings.linksEnabled),
  }),
  command({
    ...organizationBase,
    id: 'organizations.setColor',
    title: 'Set organization color',
    keywords: ['brand', 'branding', 'accent'],
    icon: 'sun',
    available: checkAdministered,
    args: { color: createColorArg((context) => findOrganization(context)?.branding.accent) },
    run: async ({ context, args, services }) => services.organizations.setColor(getOrganization(context), args.color),
  }),
  command({
    ...organizationBase,
    id: 'organizations.chooseLogo',
    title: 'Choose organization logo',
    keywords: ['brand', 'branding', 'picture', 'upload'],
    icon: 'upload',
    quiet: true,
    available: checkAdministered,
    run: async ({ context, services }) => services.organizations.chooseLogo(getOrganization(context)),
  }),
  command({
    ...organizationBase,
    id: 'organizations.removeLogo',
    title: 'Remove organization logo',
    keywords: ['brand', 'branding', 'picture'],
    icon: 'x',
    available: (context) => {
      if (!findOrganization(context)?.isAdministered) return notAdministered;
      return findOrganization(context)?.branding.logoUrl != null || { reason: 'This organization has no logo' };
    },
    run: async ({ context, services }) => services.organizations.removeLogo(getOrganization(context)),
  }),
];

const companyBase = { ...base, scopes: ['workspace'], permission: 'company.update' } as const;
const findCompany = ({ companies, company }: Context) => companies.find(({ id }) => id === company?.id);

const brandCommands: readonly Command[] = [
  command({
    ...companyBase,
    id: 'company.setColor',
    title: 'Set company color',
    keywords: ['brand', 'branding', 'accent'],
    icon: 'sun',
    args: { color: createColorArg((context) => findCompany(context)?.ownAccent) },
    run: async ({ args, services }) => services.organizations.setCompanyColor(args.color),
  }),
  command({
    ...companyBase,
    id: 'company.chooseLogo',
    title: 'Choose company logo',
    keywords: ['brand', 'branding', 'picture', 'upload'],
    icon: 'upload',
    quiet: true,
    run: async ({ services }) => services.organizations.chooseCompanyLogo(),
  }),
  command({
    ...companyBase,
    id: 'company.removeLogo',
    title: 'Remove company logo',
    keywords: ['brand', 'branding', 'picture'],
    icon: 'x',
    available: (context) => findCompany(context)?.logoUrl?.startsWith('/api/company/') || { reason: 'This company has no logo of its own' },
    run: async ({ services }) => services.organizations.removeCompanyLogo(),
  }),
];

const statusTitle: Readonly<Record<AccountStatus, string>> = { active: 'Active', suspended: 'Suspended', closed: 'Closed' };
const statusVerb: Readonly<Record<AccountStatus, string>> = { active: 'activate', suspended: 'suspend', closed: 'close' };
const effects: Readonly<Record<AccountStatus, string>> = {
  active: 'Users get access again, and texts and calls resume.',
  suspended: 'Users lose access, no texts are sent, and no destinations ring.',
  closed: 'Users lose access, no texts are sent, and no destinations ring. The subscription ends with its period. After 30 days, the numbers are removed.',
};

const getCompanies = (context: Context): readonly OrganizationCompany[] => getRows(context, 'organizationCompany')?.rows ?? [];

/** Effects of a change of status: how many companies, which are left out, and what it stops. */
function reviewStatus(companies: readonly OrganizationCompany[], status: AccountStatus): Review {
  const changing = companies.filter((company) => company.status !== status);
  const idle = companies.length - changing.length;
  const verb = statusVerb[status];
  return {
    sentence: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${formatCount(changing.length, 'organizationCompany')}. ${effects[status]}`,
    count: changing.length,
    sample: changing.slice(0, 3).map(({ name }) => name),
    skipped: idle === 0 ? [] : [{ count: idle, reason: `already ${status}` }],
    verb,
    undoNote: 'You can undo this',
    ...(status === 'active' ? {} : { dangerous: true }),
  };
}

const statusCommands: readonly Command[] = [
  command({
    ...base,
    id: 'organizationCompanies.setStatus',
    ownOnly: true,
    title: 'Set company status',
    keywords: ['suspend', 'close', 'activate', 'reopen', 'account'],
    icon: 'lock',
    scopes: ['organizationCompanies'],
    rows: { kind: 'organizationCompany' },
    available: (context) => {
      const companies = getCompanies(context);
      return (companies.length > 0 && companies.every(({ isAdministered }) => isAdministered)) || notAdministered;
    },
    args: { status: arg.one('Status', accountStatuses, statusTitle) },
    review: ({ context, args }) => reviewStatus(getCompanies(context), args.status),
    run: async ({ context, args, services }) => services.organizations.setStatus(getCompanies(context), args.status),
  }),
];

const findPerson = (context: Context): OrganizationPerson | undefined => getRows(context, 'organizationPerson')?.rows[0];
const getPerson = (context: Context): OrganizationPerson => {
  const row = findPerson(context);
  if (!row) throw new Error('Select a user first');
  return row;
};

/** Refuses who does not administer, and a person who is an administrator already, or not. */
const checkPerson =
  (isAdministrator: boolean) =>
  (context: Context): Availability => {
    const person = findPerson(context);
    if (!person?.isAdministered) return notAdministered;
    if ((person.organizationUserId !== null) !== isAdministrator)
      return { reason: isAdministrator ? 'This user isn’t an organization administrator' : 'Already an organization administrator' };
    return !(isAdministrator && person.isLast) || { reason: 'The last administrator can’t be removed. Add another one first.' };
  };

const personCommands: readonly Command[] = [
  command({
    ...personBase,
    id: 'organizationUsers.makeAdministrator',
    title: 'Add organization administrator',
    keywords: ['make', 'admin', 'promote'],
    icon: 'user-plus',
    ownOnly: true,
    available: checkPerson(false),
    review: ({ context }) => ({
      sentence: `Add ${getPerson(context).name || getPerson(context).email} as organization administrator, with access to all of its companies`,
      count: 1,
      sample: [getPerson(context).email],
      skipped: [],
      verb: 'add administrator',
      undoNote: 'You can undo this',
    }),
    run: async ({ context, services }) => services.organizations.addAdministrator(getPerson(context)),
  }),
  command({
    ...personBase,
    id: 'organizationUsers.removeAdministrator',
    title: 'Remove organization administrator',
    keywords: ['admin', 'demote'],
    icon: 'x',
    ownOnly: true,
    available: checkPerson(true),
    review: ({ context }) => ({
      sentence: `Remove ${getPerson(context).name || getPerson(context).email} as organization administrator. Their roles in companies are kept.`,
      count: 1,
      sample: [getPerson(context).email],
      skipped: [],
      verb: 'remove',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.organizations.removeAdministrator(getPerson(context)),
  }),
];

/** Commands over organizations. */
export const organizationCommands: readonly Command[] = [...settingCommands, ...brandCommands, ...statusCommands, ...personCommands];
