/** The check before submitting: fields by the same rules as the form, and the pages they name, read by the guarded fetcher. No transaction is open while a page is fetched. */
import type { Finding } from '#contract/smsVerification/entities.ts';
import { getBrandName, type LintCampaign, lintRegistration } from '#contract/smsVerification/lint.ts';
import { lintPage, type PageField } from '#contract/smsVerification/lintPage.ts';
import { parseWebAddress } from '#contract/text/webAddress.ts';
import type { Services } from '../../services.ts';
import { PageUnreadableError } from '../../web/guardedFetcher.ts';
import { readPage } from '../../web/pageText.ts';
import type { BrandRow, CampaignRow, NumberRow } from './repository.ts';

/** A registration as it is checked. */
export interface Registration {
  readonly brand: BrandRow;
  readonly campaign: CampaignRow;
  readonly numbers: readonly NumberRow[];
}

const toLintCampaign = ({ campaign, numbers }: Registration): LintCampaign => ({
  ...campaign.details,
  optins: campaign.details.optins.map(({ type, consentForm, url, supportingFiles }) => ({ type, consentForm, url, pictures: supportingFiles.length })),
  lanes: [...new Set(numbers.filter(({ state }) => state !== 'removing').map(({ lane }) => lane))],
});

const pageLabel: Readonly<Record<PageField, string>> = { website: 'website', privacyUrl: 'privacy policy', termsUrl: 'terms page', optins: 'opt-in page' };

async function checkPage({ web, config }: Pick<Services, 'web' | 'config'>, field: PageField, url: string, brandName: string): Promise<readonly Finding[]> {
  // Our own page is public by itself, and this server would have to ask itself.
  if (url.startsWith(`${config.publicUrl}/`)) return [];
  try {
    return lintPage(field, readPage(await web.fetchPage(url)), brandName);
  } catch (error) {
    if (!(error instanceof PageUnreadableError)) throw error;
    return [{ field, severity: 'error', message: `The ${pageLabel[field]} can’t be read. Reviewers must see it without a sign-in.`, quote: url }];
  }
}

/** Findings that carriers would reject, in the order of the form. */
export async function checkRegistration(services: Pick<Services, 'web' | 'config'>, registration: Registration): Promise<readonly Finding[]> {
  const { brand, campaign } = registration;
  const fields = lintRegistration(brand.details, toLintCampaign(registration));
  const named: readonly (readonly [PageField, string | undefined])[] = [
    ['website', brand.details.website],
    ['privacyUrl', campaign.details.privacyUrl],
    ['termsUrl', campaign.details.termsUrl],
    ...campaign.details.optins.map(({ url }) => ['optins', url] as const),
  ];
  const readable = named.flatMap(([field, url]) => (url && (parseWebAddress(url) || url.startsWith(services.config.publicUrl)) ? [[field, url] as const] : []));
  const pages = await Promise.all(readable.map(([field, url]) => checkPage(services, field, url, getBrandName(brand.details))));
  return [...fields, ...pages.flat()];
}
