/** Fees of carriers for a registration, in US cents, as published on the date below. Toll-free verification is free. */
import type { SmsUseCase, VolumeBand } from './enums.ts';

export const feeSchedule = {
  asOf: '2026-11-01',
  source: 'https://www.twilio.com/en-us/legal/service-country-specific-terms/a2p-10dlc',
  brandCents: 450,
  vettingCents: 4_150,
  campaignReviewCents: 1_500,
  monthCents: { lowVolume: 150, standard: 1_000 },
} as const;

export const feeKinds = ['brand', 'vetting', 'campaign_review', 'first_month'] as const;
export type FeeKind = (typeof feeKinds)[number];
export const feeLabel: Readonly<Record<FeeKind, string>> = {
  brand: 'Brand registration',
  vetting: 'Brand vetting',
  campaign_review: 'Campaign review',
  first_month: 'First month',
};

export interface Fee {
  readonly kind: FeeKind;
  readonly cents: number;
}

/** Facts that decide about the fees of a submission. */
interface FeeBasis {
  /** A local number is registered, or a local lane submitted again. */
  readonly hasLocal: boolean;
  readonly isBrandRegistered: boolean;
  /** The campaign was reviewed before: only the review is charged again. */
  readonly isCampaignRegistered: boolean;
  readonly volume: VolumeBand;
}

/** The registry's use case of a campaign: its own for one, a mixed one for several; low volume for all of up to 10,000 messages a month. */
export function toRegistryUseCase(useCases: readonly SmsUseCase[], volume: VolumeBand): string {
  const [only, ...more] = useCases;
  if (volume === '10_000') return 'LOW_VOLUME';
  return only !== undefined && more.length === 0 ? only : 'MIXED';
}

/** Brands with many messages are vetted for their throughput; others keep the low limits, which they don't reach. */
export const needsVetting = (volume: VolumeBand): boolean => volume === 'HIGH';

/** Computes the fees of submitting. */
export function computeFees({ hasLocal, isBrandRegistered, isCampaignRegistered, volume }: FeeBasis): readonly Fee[] {
  if (!hasLocal) return [];
  const month = volume === '10_000' ? feeSchedule.monthCents.lowVolume : feeSchedule.monthCents.standard;
  return [
    ...(isBrandRegistered ? [] : [{ kind: 'brand', cents: feeSchedule.brandCents } as const]),
    ...(isBrandRegistered || !needsVetting(volume) ? [] : [{ kind: 'vetting', cents: feeSchedule.vettingCents } as const]),
    { kind: 'campaign_review', cents: feeSchedule.campaignReviewCents },
    ...(isCampaignRegistered ? [] : [{ kind: 'first_month', cents: month } as const]),
  ];
}

/** US dollars of fees. */
export const sumFees = (fees: readonly Fee[]): number => fees.reduce((sum, { cents }) => sum + cents, 0) / 100;
