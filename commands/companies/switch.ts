/** The selected company: switching, pinning. */

import { getDefaultTimeZone } from '#contract/text/zones.ts';
import { isStaff } from '../auth/impersonation.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { listZoneOptions } from '../core/zoneOptions.ts';

const createCompanyArg = (counts: (id: number, context: Context) => boolean = () => true) =>
  arg.list({
    label: 'Company',
    options: (context) =>
      context.companies
        .filter(({ id }) => counts(id, context))
        .map((company) => ({
          value: company,
          id: String(company.id),
          title: company.name,
          detail: [company.organizationName, company.unreadCount > 0 ? `${company.unreadCount.toLocaleString('en-US')} unread` : null]
            .filter(Boolean)
            .join(' · '),
          icon: 'building',
          reason: company.id === context.company?.id ? 'Already selected' : undefined,
        })),
    getCurrent: ({ company }) => company?.id.toString(),
  });

/** Refuses users who have no company or only this one, and says what to do about it. */
const checkSeveralCompanies = (context: Context): Availability => {
  if (context.companies.length > 1) return true;
  if (context.companies.length === 1) return { reason: 'You have only one company' };
  return isStaff(context) ? { reason: 'You’re not in any company', unblock: { commandId: 'company.actIn' } } : { reason: 'You’re not in any company yet' };
};

const getPinned = (context: Context): readonly number[] => context.preferences.pinnedCompanyIds;

const positions = Array.from({ length: 9 }, (_, at) => String(at + 1));

export const companyCommands: readonly Command[] = [
  command({
    id: 'company.create',
    title: 'Create company',
    group: 'Company',
    keywords: ['new', 'found', 'account', 'add'],
    icon: 'plus',
    scopes: ['workspace'],
    offline: false,
    ownOnly: true,
    args: {
      name: arg.words('Company name', 120),
      timezone: arg.list({
        label: 'Time zone',
        options: () => listZoneOptions(getDefaultTimeZone()),
      }),
    },
    run: async ({ args, services }) => services.companies.create(args),
  }),
  command({
    id: 'company.switch',
    title: 'Switch company',
    group: 'Company',
    keywords: ['account', 'change', 'go to', 'another'],
    icon: 'building',
    scopes: ['workspace'],
    offline: false,
    changes: false,
    available: checkSeveralCompanies,
    args: { company: createCompanyArg() },
    run: async ({ args, services }) => services.session.switchCompany(args.company.id),
  }),
  command({
    id: 'company.open',
    title: 'Switch to this company',
    group: 'Company',
    keywords: ['switch', 'select', 'enter'],
    icon: 'log-in',
    scopes: ['companies'],
    rows: { kind: 'company', max: 1 },
    offline: false,
    changes: false,
    available: (context) => {
      const row = getRows(context, 'company')?.rows[0];
      if (row && !context.companies.some(({ id }) => id === row.id)) {
        return { reason: 'You’re not a member of this company', ...(isStaff(context) ? { unblock: { commandId: 'company.actIn' } } : {}) };
      }
      return row?.id !== context.company?.id || { reason: 'Already selected' };
    },
    run: async ({ context, services }) => {
      const row = getRows(context, 'company')?.rows[0];
      if (row) services.session.switchCompany(row.id);
    },
  }),
  command({
    id: 'company.pinned',
    title: 'Switch to pinned company',
    group: 'Company',
    keywords: ['favourite', 'favorite', '1', '2', '3'],
    icon: 'pin',
    scopes: ['workspace'],
    offline: false,
    changes: false,
    available: (context) => getPinned(context).length > 0 || { reason: 'No pinned companies', unblock: { commandId: 'company.pin' } },
    args: {
      place: arg.list({
        label: 'Company',
        options: (context) =>
          positions.flatMap((place, at) => {
            const company = context.companies.find(({ id }) => id === getPinned(context)[at]);
            return company ? [{ value: company.id, id: place, title: company.name, detail: place }] : [];
          }),
      }),
    },
    run: async ({ args, services }) => services.session.switchCompany(args.place),
  }),
  command({
    id: 'company.pin',
    title: 'Pin company',
    group: 'Company',
    keywords: ['favourite', 'favorite'],
    icon: 'pin',
    scopes: ['workspace'],
    offline: false,
    available: (context) =>
      getPinned(context).length < 9 || { reason: 'You can pin up to 9 companies. Unpin one first.', unblock: { commandId: 'company.unpin' } },
    args: { company: createCompanyArg((id, context) => !getPinned(context).includes(id)) },
    run: async ({ context, args, services }) =>
      services.preferences.save({ pinnedCompanyIds: [...getPinned(context), args.company.id] }, `${args.company.name} pinned`),
  }),
  command({
    id: 'company.unpin',
    title: 'Unpin company',
    group: 'Company',
    keywords: ['favourite', 'favorite', 'remove'],
    icon: 'pin',
    scopes: ['workspace'],
    offline: false,
    available: (context) => getPinned(context).length > 0 || { reason: 'No pinned companies' },
    args: { company: createCompanyArg((id, context) => getPinned(context).includes(id)) },
    run: async ({ context, args, services }) =>
      services.preferences.save({ pinnedCompanyIds: getPinned(context).filter((id) => id !== args.company.id) }, `${args.company.name} unpinned`),
  }),
  flowCommand(
    { id: 'company.retry', title: 'Reload company', group: 'Company', keywords: ['refresh', 'stale', 'again'], icon: 'refresh', scopes: ['workspace'] },
    'companySwitch',
    { type: 'refresh.retried' },
  ),
];
