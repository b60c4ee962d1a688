/** Meta Ads (CALL-223 to CALL-227): connected at the vendor, and the pixel that is told. */
import type { AdIntegration } from '#contract/integrations/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { checkProvider, getIntegration, has, manageBase, reviewClicks, rowBase } from './rows.ts';
import { vendorIcons } from './vendorIcons.ts';

const getMetaAds = (context: Context): AdIntegration<'meta-ads'> => {
  const row = getIntegration(context);
  if (row.provider !== 'meta-ads') throw new Error('Select a Meta Ads integration first');
  return row;
};

/** Ad accounts of all businesses, as the palette shows them. */
async function listAccounts(context: Context, services: Services) {
  const { businessManagers, accounts } = await services.integrations.listMetaAccounts(getMetaAds(context));
  const names = new Map(businessManagers.map(({ id, name }) => [id, name]));
  return accounts.flatMap(({ id, name, businessManagerId }) =>
    businessManagerId === null
      ? []
      : [
          {
            value: { businessManagerId, accountId: id },
            id: `${businessManagerId} ${id}`,
            title: name,
            detail: `${id}, ${names.get(businessManagerId) ?? businessManagerId}`,
          },
        ],
  );
}

const listPixels = async (context: Context, services: Services, account: string | undefined) =>
  services.integrations.listMetaPixels(getMetaAds(context), account?.split(' ')[1] ?? '');

/** Pixels of the account that was chosen. */
async function listPixelOptions(context: Context, services: Services, account: string | undefined) {
  const { pixels } = await listPixels(context, services, account);
  return pixels.map(({ id, name }) => ({ value: { pixelId: id, pixelName: name }, id, title: name, detail: id }));
}

/** Custom conversions that count events of the pixel that was chosen. */
async function listConversionOptions(context: Context, services: Services, account: string | undefined, pixel: string | undefined) {
  const { conversions } = await listPixels(context, services, account);
  return conversions
    .filter(({ pixelId }) => pixelId === null || pixelId === pixel)
    .map(({ id, name, eventName }) => ({
      value: id,
      id,
      title: name,
      detail: eventName === null ? id : `Counts ${eventName}`,
      reason: eventName === null ? 'It counts more than an event by its name, such as a page' : undefined,
    }));
}

/** Commands over Meta Ads. */
export const metaAdsCommands: readonly Command[] = [
  command({
    ...manageBase,
    id: 'integrations.connectMetaAds',
    ownOnly: true,
    title: 'Connect Meta Ads',
    keywords: ['Facebook', 'Instagram', 'integration', 'add', 'new', 'OAuth', 'conversions', 'clicks', 'fbclid', 'pixel'],
    icon: vendorIcons['meta-ads'],
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.integrations.connect('meta-ads'),
  }),
  command({
    ...rowBase,
    id: 'integrations.choosePixel',
    title: 'Choose pixel',
    keywords: ['Meta Ads', 'Facebook', 'business', 'ad account', 'dataset', 'custom conversion', 'activate', 'change'],
    icon: vendorIcons['meta-ads'],
    quiet: true,
    changes: true,
    available: (context) => checkProvider(context, 'meta-ads', checkEvent(context, 'metaAdsIntegration', 'account.chosen')),
    args: {
      account: arg.search<{ readonly businessManagerId: string; readonly accountId: string }>({
        label: 'Ad account',
        search: async (context, services, query) => (await listAccounts(context, services)).filter(({ title, detail }) => has(query, title, detail)),
        find: async (id, context, services) => (await listAccounts(context, services)).find((option) => option.id === id)?.value ?? null,
      }),
      pixel: arg.search<{ readonly pixelId: string; readonly pixelName: string }>({
        label: 'Pixel',
        search: async (context, services, query, _signal, given) =>
          (await listPixelOptions(context, services, given.account)).filter(({ title, detail }) => has(query, title, detail)),
        find: async (id, context, services, given) =>
          (await listPixelOptions(context, services, given.account)).find((option) => option.id === id)?.value ?? null,
      }),
      conversionId: arg.optional(
        arg.search<string>({
          label: 'Conversion (skip: standard events)',
          search: async (context, services, query, _signal, given) =>
            (await listConversionOptions(context, services, given.account, given.pixel)).filter(({ title, detail }) => has(query, title, detail)),
          find: async (id, context, services, given) =>
            (await listConversionOptions(context, services, given.account, given.pixel)).find((option) => option.id === id && option.reason === undefined)
              ?.value ?? null,
        }),
      ),
    },
    review: ({ context, services }) => reviewClicks(context, services),
    run: async ({ args, services }) =>
      services.integrations.chooseAdAccount('meta-ads', { ...args.account, ...args.pixel, conversionId: args.conversionId ?? null }),
  }),
];
