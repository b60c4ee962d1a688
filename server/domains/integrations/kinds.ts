/** Kinds of events that a call can be at each provider, and the clicks by which vendors of ads know it. */
import { clickParameters } from '#contract/dni/enums.ts';
import { type AdProvider, adKinds, type CallKind, chatKinds, crmKinds, type OAuthProvider } from '#contract/integrations/enums.ts';

/** Kinds that a call can be at a provider, in the order in which they are told. */
export const kindsOfCalls: Readonly<Record<'ga4' | OAuthProvider, readonly CallKind[]>> = {
  ga4: ['call', 'missed', 'lead', 'appointment'],
  'team-chat': chatKinds,
  'lead-crm': crmKinds,
  'google-ads': adKinds,
  'meta-ads': adKinds,
  'microsoft-ads': adKinds,
};

/** Parameters by which each vendor names a click. */
export const parametersOf: Readonly<Record<AdProvider, readonly string[]>> = {
  'google-ads': clickParameters.google_ads,
  'meta-ads': clickParameters.meta_ads,
  'microsoft-ads': clickParameters.microsoft_ads,
};
