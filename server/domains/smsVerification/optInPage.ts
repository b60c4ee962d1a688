/** The public opt-in page of a company: brand, program and the words of consent, for reviewers and for people who opt in there. No script, no cookie. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { smsUseCaseLabel } from '#contract/smsVerification/enums.ts';
import { defaultAccent, selectAccent } from '../../access/branding.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { createContact } from '../contacts/commands.ts';
import { getBrand } from './repository.ts';

/** The token of the company’s page; empty where none was made yet. */
export async function getOptInToken(): Promise<string> {
  const there = await currentTransaction().selectFrom('sms_optin_pages').select('token').where('company_id', '=', companyId()).executeTakeFirst();
  return there?.token ?? '';
}

/** Makes the page's token where there is none. */
export async function ensureOptInToken(): Promise<void> {
  await currentTransaction()
    .insertInto('sms_optin_pages')
    .values({ company_id: companyId(), token: randomBytes(12).toString('base64url') })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
}

/** The page's address; empty for a company that has none yet. */
export const formatOptInPageUrl = ({ config }: Pick<Services, 'config'>, token: string): string =>
  token === '' ? '' : `${config.publicUrl}/api/opt-in/${token}`;

/** Contents of the page. */
interface OptInPage {
  readonly brand: string;
  readonly accent: string;
  readonly about: string;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
}

/** Company of a page. Refuses a token that none has. */
async function findCompany({ tenancy }: Pick<Services, 'tenancy'>, token: string): Promise<number> {
  const company = await tenancy.identity(async () => {
    const { rows } = await sql<{ company: number | null }>`select optin_page_company(${token}) as company`.execute(currentTransaction());
    return rows[0]?.company ?? null;
  });
  if (company === null) throw new AppError('not_found');
  return Number(company);
}

/** From the newest registration that was submitted: its brand, and what it texts about. Refuses where there is none: a draft speaks for nobody. */
async function loadPage(): Promise<OptInPage> {
  const company = await currentTransaction()
    .selectFrom('companies')
    .leftJoin('organizations', 'organizations.id', 'companies.organization_id')
    .select(['companies.name', selectAccent('companies', 'organizations').as('accent')])
    .where('companies.id', '=', companyId())
    .executeTakeFirstOrThrow();
  const campaign = await currentTransaction()
    .selectFrom('sms_campaigns')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('is_draft', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!campaign) throw new AppError('not_found');
  const { details: brand } = await getBrand(campaign.brand_id);
  const { details } = campaign;
  return {
    brand: brand.brandName || brand.legalName || company.name,
    accent: /^#[0-9a-f]{6}$/i.test(company.accent) ? company.accent : defaultAccent,
    about: details.subUsecases.map((useCase) => smsUseCaseLabel[useCase].toLowerCase()).join(', ') || 'your requests',
    privacyUrl: details.privacyUrl ?? null,
    termsUrl: details.termsUrl ?? null,
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
const formatLink = (url: string | null, label: string) =>
  url !== null && /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${label}</a>` : '';

/** Words of consent as carriers want to see them. */
const formatConsent = ({ brand, about }: OptInPage) =>
  `I agree to receive recurring text messages from ${brand} about ${about} at this number. Consent is not a condition of purchase. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help. Mobile numbers and consent are not shared with third parties.`;

function formatPage(page: OptInPage, content: string): string {
  const brand = escapeHtml(page.brand);
  const links = [formatLink(page.privacyUrl, 'Privacy policy'), formatLink(page.termsUrl, 'Terms')].filter(Boolean).join(' · ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Texts from ${brand}</title>
<style>
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c1c22; background: #f4f4f6; }
  main { max-width: 480px; margin: 8vh auto; padding: 24px; background: #fff; border-top: 4px solid ${page.accent}; border-radius: 6px; }
  h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
  label { display: block; margin: 0 0 16px; }
  input[type=tel] { display: block; box-sizing: border-box; width: 100%; min-height: 40px; padding: 0 10px; font: inherit; border: 1px solid #8a8a94; border-radius: 5px; }
  .consent { display: flex; gap: 10px; align-items: flex-start; font-size: 14px; }
  .consent input { flex: none; width: 20px; height: 20px; margin: 2px 0 0; }
  button { min-height: 40px; padding: 0 18px; font: inherit; font-weight: 600; color: #fff; background: #1c1c22; border: 0; border-radius: 5px; }
  :focus-visible { outline: 2px solid #4f46e5; outline-offset: 2px; }
  .wrong { color: #a3162a; }
  footer { margin-top: 20px; font-size: 14px; }
  a { color: inherit; }
</style>
</head>
<body><main><h1>Texts from ${brand}</h1>${content}<footer>${links}</footer></main></body>
</html>`;
}

function formatForm(page: OptInPage, wrong: string | null): string {
  const note = wrong === null ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
  return formatPage(
    page,
    `${note}<form method="post" enctype="multipart/form-data">
<label>Mobile number<input type="tel" name="phone" autocomplete="tel" required maxlength="40"></label>
<label class="consent"><input type="checkbox" name="consent" value="1" required><span>${escapeHtml(formatConsent(page))}</span></label>
<button type="submit">Agree to texts</button>
</form>`,
  );
}

/** The page by its token. */
export async function showOptInPage(services: Services, token: string): Promise<string> {
  const company = await findCompany(services, token);
  return services.tenancy.companyReading([company], null, async () => formatForm(await loadPage(), null));
}

/**
 * Takes a number that opts in: a contact with where it agreed. One that is a contact already stays as it is, and an opt-out is never cleared; the answer is the same,
 * so that the page tells nobody who is known.
 */
export async function takeOptIn(
  services: Services,
  token: string,
  given: { readonly phone?: string | undefined; readonly consent?: boolean | undefined },
): Promise<{ readonly status: number; readonly html: string }> {
  const company = await findCompany(services, token);
  return services.tenancy.company([company], null, async () => {
    const page = await loadPage();
    if (given.consent !== true) return { status: 422, html: formatForm(page, 'Agree to the texts first') };
    try {
      await createContact({ number: given.phone ?? '', optinType: 'web_form', optinSource: formatOptInPageUrl(services, token) }, {});
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'invalid') return { status: 422, html: formatForm(page, 'Enter a mobile number like 212-555-0123') };
      if (error.code !== 'conflict') throw error;
    }
    return { status: 200, html: formatPage(page, '<p role="status">Thank you. You can reply STOP to any text to opt out.</p>') };
  });
}
