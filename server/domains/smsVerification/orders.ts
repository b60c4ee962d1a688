/** Rows as orders to the carrier. */
import type { BrandOrder, CampaignOrder, TollFreeOrder } from '../../carrier/registration.ts';
import { formatPublicPictureUrl } from '../../files/links.ts';
import type { Services } from '../../services.ts';
import type { BrandRow, CampaignRow } from './repository.ts';

const listWords = (text: string | undefined) => (text ?? '').split(/[,\s]+/).filter((word) => word !== '');

/** A brand with the volume of the campaign that registers it. */
export const toBrandOrder = (brand: BrandRow, campaign: CampaignRow): BrandOrder => ({
  key: brand.key,
  details: brand.details,
  round: brand.round,
  volume: campaign.details.monthlyVolume ?? '10_000',
});

/** A campaign under its brand. */
export const toCampaignOrder = ({ key, round, details }: CampaignRow, brandSid: string): CampaignOrder => ({
  key,
  round,
  brandSid,
  description: details.description ?? '',
  messageFlow: details.messageFlow ?? '',
  samples: details.samples.filter((sample) => sample.trim() !== ''),
  useCases: details.subUsecases,
  volume: details.monthlyVolume ?? '10_000',
  hasEmbeddedLinks: details.hasEmbeddedLinks,
  hasEmbeddedPhone: details.hasEmbeddedPhone,
  ageGated: details.ageGated,
  directLending: details.directLending,
  optInMessage: details.optInMessage ?? null,
  helpMessage: details.helpMessage ?? null,
  optInKeywords: listWords(details.optInKeywords),
  privacyUrl: details.privacyUrl ?? '',
  termsUrl: details.termsUrl ?? '',
});

/** A toll-free number with everything a reviewer looks at: pictures by public links, and addresses of opt-ins. */
export function toTollFreeOrder(
  { config, sealer }: Services,
  { campaign, brand }: { readonly campaign: CampaignRow; readonly brand: BrandRow },
  numberSid: string,
): TollFreeOrder {
  const { brandSid: _, ...order } = toCampaignOrder(campaign, '');
  const { optins } = campaign.details;
  const pictures = optins.flatMap(({ supportingFiles }) => supportingFiles);
  const [first] = optins;
  return {
    ...order,
    numberSid,
    brand: brand.details,
    optinType: first?.type ?? 'TEXT_TO_JOIN',
    consentForm: first?.consentForm ?? null,
    pictureUrls: [
      ...pictures.map((fileId) => config.publicUrl + formatPublicPictureUrl(sealer, { companyId: campaign.company_id, fileId })),
      ...optins.flatMap(({ url }) => (url ? [url] : [])),
    ],
  };
}
