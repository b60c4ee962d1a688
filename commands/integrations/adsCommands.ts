/** Vendors of ads: what each is told; Google Ads (CALL-218 to CALL-222) and Microsoft Ads (CALL-228 to CALL-232): connected at the vendor, the account that is told. */
import type { AdIntegration } from '#contract/integrations/entities.ts';
import { adKinds, conversionKindLabel } from '#contract/integrations/enums.ts';
import type { AdAccountChoice } from '#machines/integration/index.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { checkAds, checkProvider, getAds, getIntegration, has, manageBase, reviewClicks, rowBase } from './rows.ts';
import { vendorIcons } from './vendorIcons.ts';

const getGoogleAds = (context: Context): AdIntegration<'google-ads'> => {
  const row = getIntegration(context);
  if (row.provider !== 'google-ads') throw new Error('Select a Google Ads integration first');
  return row;
};

/** `1112223333` as Google shows it. */
const formatCustomerId = (id: string) => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** Accounts as the palette shows them. One may be reached both by itself and by a manager. */
async function listAccounts(context: Context, services: Services) {
  const { managers, customers } = await services.integrations.listGoogleAccounts(getGoogleAds(context));
  const names = new Map(managers.map(({ id, name }) => [id, name]));
  return customers.map(({ id, name, managerId }) => ({
    value: { managerCustomerId: managerId, customerId: id },
    id: `${managerId ?? ''} ${id}`,
    title: name,
    detail: managerId === null ? formatCustomerId(id) : `${formatCustomerId(id)}, by ${names.get(managerId) ?? managerId}`,
  }));
}

/** Accounts of Microsoft Ads as the palette shows them. One may be reached by several manager accounts. */
async function listMicrosoftAccounts(context: Context, services: Services) {
  const row = getIntegration(context);
  if (row.provider !== 'microsoft-ads') throw new Error('Select a Microsoft Ads integration first');
  const { managerAccounts, accounts } = await services.integrations.listMicrosoftAccounts(row);
  return accounts.flatMap(({ id: accountId, name: accountName, managerAccountId }) => {
    const manager = managerAccounts.find(({ id }) => id === managerAccountId);
    if (manager === undefined) return [];
    const value = { accountId, accountName, managerAccountId: manager.id, managerAccountName: manager.name };
    return [{ value, id: `${manager.id} ${accountId}`, title: accountName, detail: `${accountId}, by ${manager.name}` }];
  });
}

const actionModes = ['one', 'separate'] as const;
const actionModeLabel = { one: 'One conversion action for all', separate: 'A conversion action for each event' } as const;

/** Commands over vendors of ads. */
export const adsCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.connectGoogleAds',
    ownOnly: true,
    title: 'Connect Google Ads',
    keywords: ['integration', 'add', 'new', 'OAuth', 'conversions', 'clicks', 'gclid', 'AdWords'],
    icon: vendorIcons['google-ads'],
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.connect('google-ads'),
  }),
  command({
    ...rowBase,
    id: 'integrations.chooseAdAccount',
    title: 'Choose Google Ads account',
    keywords: ['customer', 'manager', 'conversion actions', 'activate', 'change'],
    icon: vendorIcons['google-ads'],
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'google-ads', checkEvent(context, 'adsIntegration', 'account.chosen')),
    args: {
      account: arg.search<{ readonly managerCustomerId: string | null; readonly customerId: string }>({
        label: 'Account',
        search: async (context, services, query) => (await listAccounts(context, services)).filter(({ title, detail }) => has(query, title, detail)),
        find: async (id, context, services) => (await listAccounts(context, services)).find((option) => option.id === id)?.value ?? null,
      }),
      actions: arg.one('Conversion actions', actionModes, actionModeLabel),
    },
    review: ({ context, services }) => reviewClicks(context, services),
    run: async ({ args, services }) =>
      services.integrations.chooseAdAccount('google-ads', { ...args.account, createSeparateActions: args.actions === 'separate' }),
  }),
  command({
    ...manageBase,
    id: 'integrations.connectMicrosoftAds',
    ownOnly: true,
    title: 'Connect Microsoft Ads',
    keywords: ['integration', 'add', 'new', 'OAuth', 'conversions', 'clicks', 'msclkid', 'Bing'],
    icon: vendorIcons['microsoft-ads'],
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.connect('microsoft-ads'),
  }),
  command({
    ...rowBase,
    id: 'integrations.chooseMicrosoftAccount',
    title: 'Choose Microsoft Ads account',
    keywords: ['Bing', 'manager account', 'goals', 'conversions', 'activate', 'change'],
    icon: vendorIcons['microsoft-ads'],
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'microsoft-ads', checkEvent(context, 'microsoftAdsIntegration', 'account.chosen')),
    args: {
      account: arg.search<AdAccountChoice['microsoft-ads']>({
        label: 'Account',
        search: async (context, services, query) => (await listMicrosoftAccounts(context, services)).filter(({ title, detail }) => has(query, title, detail)),
        find: async (id, context, services) => (await listMicrosoftAccounts(context, services)).find((option) => option.id === id)?.value ?? null,
      }),
    },
    review: ({ context, services }) => reviewClicks(context, services),
    run: async ({ args, services }) => services.integrations.chooseAdAccount('microsoft-ads', args.account),
  }),
  command({
    ...rowBase,
    id: 'integrations.toggleConversion',
    title: 'Toggle conversion',
    keywords: ['Google Ads', 'Meta Ads', 'Microsoft Ads', 'calls', 'leads', 'appointments', 'choose', 'event'],
    icon: 'list-checks',
    quiet: true,
    changes: true,
    available: (context) => checkAds(context, 'kind.toggled'),
    args: {
      kind: arg.list({
        label: 'Event',
        options: (context) => {
          const { events } = getAds(context).config;
          return adKinds.map((kind) => ({
            value: kind,
            id: kind,
            title: conversionKindLabel[kind],
            detail: events.includes(kind) ? 'Told' : 'Not told',
            reason: events.length === 1 && events.includes(kind) ? 'Keep at least one event, or turn the integration off' : undefined,
          }));
        },
      }),
    },
    run: async ({ context, args, services }) => services.integrations.toggleConversion(getAds(context), args.kind),
  }),
];
