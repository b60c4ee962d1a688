/** The list of companies: what it shows, pins. Switching itself is in `company.ts`. */

import { areaCodePattern } from '#contract/text/areaCodePattern.ts';
import { getZoneLabel } from '#contract/text/zones.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { listZoneOptions } from '../core/zoneOptions.ts';

const listBase = { group: 'Company', scopes: ['workspace'], quiet: true } as const;

const maxPinned = 9;

const getRow = (context: Context) => getRows(context, 'company')?.rows[0];

const isPinned = (context: Context): boolean => context.preferences.pinnedCompanyIds.some((id) => id === getRow(context)?.id);

const listOrganizations = ({ companies }: Context) => {
  const known = new Map<number, string>();
  for (const { organizationId, organizationName } of companies) if (organizationId !== null) known.set(organizationId, organizationName ?? '');
  return [...known].sort(([, a], [, b]) => a.localeCompare(b));
};

const settingBase = { group: 'Company', scopes: ['workspace'], permission: 'company.update', offline: false } as const;

const findSelected = ({ companies, company }: Context) => companies.find(({ id }) => id === company?.id);

/** An area code as it is typed; empty: none. */
const areaCodeArg = arg.text<string | null>({
  label: 'Area code',
  hint: 'Where new local numbers are looked for; none for anywhere',
  initial: async (_context, services) => (await services.companies.readAreaCode()) ?? undefined,
  parse: (text) => {
    const value = text.trim().toLowerCase();
    if (value === '' || value === 'none') return { ok: true, value: null };
    return areaCodePattern.test(value) ? { ok: true, value } : { ok: false, error: 'Enter an area code like 415, or none' };
  },
});

/** Commands of the list of companies. */
export const companyListCommands: readonly Command[] = [
  command({
    ...listBase,
    id: 'companies.search',
    title: 'Search companies',
    keywords: ['filter', 'find', 'account'],
    icon: 'search',
    args: { words: arg.words('Name', 100) },
    run: async ({ args, services }) => services.companies.filter({ q: args.words }),
  }),
  command({
    ...listBase,
    id: 'companies.showOrganization',
    title: 'Show companies in an organization',
    keywords: ['filter', 'business unit', 'group'],
    icon: 'layers',
    available: (context): Availability => listOrganizations(context).length > 0 || { reason: 'None of your companies is in an organization' },
    args: {
      organization: arg.list({
        label: 'Organization',
        options: (context: Context) => listOrganizations(context).map(([id, title]) => ({ value: id, id: String(id), title, icon: 'layers' })),
      }),
    },
    run: async ({ args, services }) => services.companies.filter({ organizationId: args.organization }),
  }),
  command({
    ...listBase,
    id: 'companies.showAll',
    title: 'Show all companies',
    keywords: ['filter', 'clear', 'accounts'],
    icon: 'building',
    run: async ({ services }) => services.companies.filter({ q: undefined, organizationId: undefined }),
  }),
  command({
    ...listBase,
    id: 'companies.togglePin',
    title: 'Toggle company pin',
    keywords: ['favourite', 'favorite', 'unpin'],
    icon: 'pin',
    scopes: ['companies'],
    offline: false,
    rows: { kind: 'company', max: 1 },
    available: (context): Availability =>
      isPinned(context) || context.preferences.pinnedCompanyIds.length < maxPinned || { reason: 'You can pin up to 9 companies. Unpin one first.' },
    detail: (context) => (isPinned(context) ? 'is pinned' : null),
    run: async ({ context, services }) => {
      const row = getRow(context);
      const { pinnedCompanyIds } = context.preferences;
      if (!row) return undefined;
      return isPinned(context)
        ? services.preferences.save({ pinnedCompanyIds: pinnedCompanyIds.filter((id) => id !== row.id) }, `${row.name} unpinned`)
        : services.preferences.save({ pinnedCompanyIds: [...pinnedCompanyIds, row.id] }, `${row.name} pinned`);
    },
  }),
  command({
    ...settingBase,
    id: 'company.rename',
    title: 'Rename company',
    keywords: ['name', 'title'],
    icon: 'pencil',
    args: { name: arg.words('Company name', 120, (context) => findSelected(context)?.name) },
    run: async ({ args, services }) => services.companies.change({ name: args.name }, `Company renamed to “${args.name}”`),
  }),
  command({
    ...settingBase,
    id: 'company.setTimeZone',
    title: 'Set company time zone',
    keywords: ['hours', 'clock', 'timezone'],
    icon: 'clock',
    args: {
      timezone: arg.list({
        label: 'Time zone',
        getCurrent: (context: Context) => findSelected(context)?.timezone,
        options: () => listZoneOptions(),
      }),
    },
    run: async ({ args, services }) => services.companies.change({ timezone: args.timezone }, `Company time zone set to ${getZoneLabel(args.timezone)}`),
  }),
  command({
    ...settingBase,
    id: 'company.setAreaCode',
    title: 'Set default area code',
    keywords: ['local', 'prefix', 'buy numbers'],
    icon: 'hash',
    args: { areaCode: areaCodeArg },
    run: async ({ args: { areaCode }, services }) =>
      services.companies.change({ defaultAreaCode: areaCode }, areaCode === null ? 'Default area code removed' : `Default area code set to ${areaCode}`),
  }),
  command({
    ...settingBase,
    id: 'company.toggleLinks',
    title: 'Toggle links in texts',
    keywords: ['URL', 'web address', 'SMS', 'turn on', 'turn off'],
    icon: 'send',
    detail: (context) => (findSelected(context)?.linksEnabled ? 'on' : 'off'),
    run: async ({ context, services }) => {
      const linksEnabled = !findSelected(context)?.linksEnabled;
      return services.companies.change({ linksEnabled }, `Links in texts turned ${linksEnabled ? 'on' : 'off'}`);
    },
  }),
  command({
    ...settingBase,
    id: 'company.finishSetup',
    title: 'Finish company setup',
    keywords: ['onboarding', 'new company', 'done'],
    icon: 'check',
    available: (context): Availability => findSelected(context)?.isOnboardingRequired || { reason: 'Company setup is already finished' },
    run: async ({ services }) => services.companies.change({ isOnboardingRequired: false }, 'Company setup finished'),
  }),
];
