/** Vendors of ads: their calls and words, where each names its accounts differently. */
import type { AdIntegration } from '#contract/integrations/entities.ts';
import { type AdKind, type AdProvider, adKinds, adProviders } from '#contract/integrations/enums.ts';
import type { AccountChoice } from '#machines/integration/index.ts';
import type { App } from '../../api/app.ts';
import { toggleKind } from './kinds.ts';

/** Place of a call over an integration. */
interface At {
  readonly companyId: number;
  readonly params: { readonly id: number };
}

/** A new choice of the person: an account, or the kinds that are told. Null: it stays. */
interface AdChange {
  readonly choice: AccountChoice | null;
  readonly events: AdKind[] | null;
}

interface AdCalls<P extends AdProvider> {
  /** Activates what was chosen, or the saved account anew. */
  activate(app: App, at: At, config: AdIntegration<P>['config'], change: AdChange): Promise<AdIntegration<P>>;
  deactivate(app: App, at: At): Promise<AdIntegration<P>>;
  /** The account as a list shows it; null until it is chosen. */
  formatAccount(config: AdIntegration<P>['config']): string | null;
  /** Words that follow the account where it was activated. */
  formatDetail(config: AdIntegration<P>['config']): string;
}

const google: AdCalls<'google-ads'> = {
  activate: (app, at, config, { choice, events }) => {
    const { managerCustomerId, customerId, createSeparateActions } = choice !== null && 'customerId' in choice ? choice : config;
    return app.api.call('integrations.activateGoogleAds', {
      ...at,
      body: {
        ...(managerCustomerId === null ? {} : { managerCustomerId }),
        customerId: customerId ?? '',
        createSeparateActions,
        ...(events === null ? {} : { events }),
      },
    });
  },
  deactivate: (app, at) => app.api.call('integrations.deactivateGoogleAds', at),
  formatAccount: ({ customerName }) => customerName,
  formatDetail: ({ createSeparateActions }) => (createSeparateActions ? ', each as an action of its own' : ''),
};

const meta: AdCalls<'meta-ads'> = {
  activate: (app, at, config, { choice, events }) => {
    const chosen = choice !== null && 'pixelId' in choice ? choice : null;
    const { businessManagerId, accountId, pixelId, conversionId } = chosen ?? config;
    return app.api.call('integrations.activateMetaAds', {
      ...at,
      body: {
        businessManagerId: businessManagerId ?? '',
        accountId: accountId ?? '',
        pixelId: pixelId ?? '',
        // A saved name may be an old one.
        ...(chosen === null ? {} : { pixelName: chosen.pixelName }),
        ...(conversionId === null ? {} : { conversionId }),
        ...(events === null ? {} : { events }),
      },
    });
  },
  deactivate: (app, at) => app.api.call('integrations.deactivateMetaAds', at),
  formatAccount: ({ pixelName }) => pixelName,
  formatDetail: ({ conversionName }) => (conversionName === null ? '' : `, counted as ${conversionName}`),
};

const microsoft: AdCalls<'microsoft-ads'> = {
  activate: (app, at, { accountId, managerAccountId }, { choice, events }) => {
    // The names are those that were shown: what was saved before may have another by now.
    const account =
      choice !== null && 'managerAccountName' in choice ? choice : { accountId: accountId ?? '', ...(managerAccountId === null ? {} : { managerAccountId }) };
    return app.api.call('integrations.activateMicrosoftAds', { ...at, body: { ...account, ...(events === null ? {} : { events }) } });
  },
  deactivate: (app, at) => app.api.call('integrations.deactivateMicrosoftAds', at),
  formatAccount: ({ accountName }) => accountName,
  formatDetail: () => ', from two hours after its goals were made',
};

/** Calls of each vendor of ads. */
const calls: { readonly [P in AdProvider]: AdCalls<P> } = { 'google-ads': google, 'meta-ads': meta, 'microsoft-ads': microsoft };

/** True for a row of a vendor of ads. */
export const isAds = (row: { readonly provider: string }): row is AdIntegration => adProviders.some((provider) => provider === row.provider);

const bind = <P extends AdProvider>(provider: P, id: number, config: AdIntegration<P>['config']) => ({
  activate: (app: App, companyId: number, change: AdChange) => calls[provider].activate(app, { companyId, params: { id } }, config, change),
  deactivate: (app: App, companyId: number) => calls[provider].deactivate(app, { companyId, params: { id } }),
  account: calls[provider].formatAccount(config),
  detail: calls[provider].formatDetail(config),
});
/** The calls and words of one integration. */
const of = (integration: AdIntegration) => bind(integration.provider, integration.id, integration.config);

/** Activates what was chosen, or the saved account anew, with one kind more or one fewer. */
export function activateAds(
  app: App,
  companyId: number,
  integration: AdIntegration,
  { choice, kind }: { readonly choice: AccountChoice | null; readonly kind: string | null },
): Promise<AdIntegration> {
  const { events } = integration.config;
  const toggled = kind === null ? null : toggleKind(adKinds, events, kind);
  return of(integration).activate(app, companyId, { choice, events: toggled });
}

/** Deactivates it. */
export const deactivateAds = (app: App, companyId: number, integration: AdIntegration): Promise<AdIntegration> => of(integration).deactivate(app, companyId);

/** The account as a list shows it; null until it is chosen. */
export const formatAdAccount = (integration: AdIntegration): string | null => of(integration).account;

/** The account with what belongs to it, in a sentence. */
export function formatAdTarget(integration: AdIntegration): string {
  const { account, detail } = of(integration);
  return `${account ?? ''}${detail}`;
}
