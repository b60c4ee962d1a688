/** Checks a registration as carriers' reviewers do, from its fields alone: pure, so that a form shows it with each key and the server refuses by the same. */
import { completeWebAddress, parseWebAddress } from '../text/webAddress.ts';
import type { BrandDetails, Finding } from './entities.ts';
import type { ConsentForm, SmsLane, SmsOptinType, SmsUseCase, VolumeBand } from './enums.ts';
import type { FindingField } from './findings.ts';
import { smsVerificationLimits as limits } from './limits.ts';

/** Fields of a campaign that are checked; numbers by the lane they belong to. */
export interface LintCampaign {
  readonly description?: string | undefined;
  readonly messageFlow?: string | undefined;
  readonly samples: readonly string[];
  readonly subUsecases: readonly SmsUseCase[];
  readonly monthlyVolume?: VolumeBand | undefined;
  readonly hasEmbeddedLinks: boolean;
  readonly hasEmbeddedPhone: boolean;
  readonly ageGated: boolean;
  readonly directLending: boolean;
  readonly privacyUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly optins: readonly LintOptin[];
  readonly lanes: readonly SmsLane[];
}
interface LintOptin {
  readonly type: SmsOptinType;
  readonly consentForm?: ConsentForm | undefined;
  readonly url?: string | undefined;
  readonly pictures: number;
}
type Brand = Partial<BrandDetails>;

const error = (field: FindingField, message: string, quote: string | null = null): Finding => ({ field, severity: 'error', message, quote });
const warning = (field: FindingField, message: string, quote: string | null = null): Finding => ({ field, severity: 'warning', message, quote });

const freeMail = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'aol.com',
  'icloud.com',
  'me.com',
  'msn.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'mail.com',
]);

/** Public link shorteners; carriers filter texts that carry one. */
const shorteners =
  /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|tiny\.cc|rb\.gy|t\.ly|lnkd\.in|s\.id|shorte\.st|bl\.ink)\b(?:\/\S*)?/i;

/** Content that carriers bar or gate: sex, hate, alcohol, firearms, tobacco, and cannabis. */
const barred: readonly (readonly [words: RegExp, what: string, gate: boolean])[] = [
  [/\b(?:porn\w*|escorts?|sex(?:ual|y|ting)?|onlyfans|adult content)\b/i, 'Sexual content', false],
  [/\b(?:white power|racial purity|hate group)\b/i, 'Hate', false],
  [/\b(?:alcohol|beer|wine|whiske?y|vodka|liquor|cocktails?)\b/i, 'Alcohol', true],
  [/\b(?:firearms?|guns?|rifles?|ammo|ammunition|handguns?)\b/i, 'Firearms', false],
  [/\b(?:tobacco|cigarettes?|cigars?|vapes?|vaping|e-?cig\w*)\b/i, 'Tobacco', false],
  [/\b(?:cannabis|marijuana|cbd|thc|weed|kratom)\b/i, 'Cannabis', false],
];

const lending = /\b(?:loans?|payday|cash advances?|lending|credit repair|debt (?:relief|consolidation))\b/i;
const link = /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|io|co|us|example|ly|app|shop)\b(?:\/\S*)?/i;
const phone = /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/;
const optOut = /\b(?:stop|unsubscribe|opt[ -]?out)\b/i;
const poBox = /\bp(?:ost)?\.?\s*o(?:ffice)?\.?\s*box\b|\bpo ?box\b/i;

const isBlank = (value: string | undefined): boolean => (value ?? '').trim() === '';
const required: readonly (readonly [field: keyof BrandDetails & FindingField, says: string])[] = [
  ['legalName', 'Enter the legal name as on the tax registration'],
  ['entityType', 'Choose the type of organization'],
  ['vertical', 'Choose the industry'],
  ['taxId', 'Enter the EIN'],
  ['website', 'Enter the website'],
  ['street', 'Enter the street'],
  ['city', 'Enter the city'],
  ['region', 'Enter the state'],
  ['postalCode', 'Enter the ZIP code'],
  ['contactFirstName', 'Enter the contact’s first name'],
  ['contactLastName', 'Enter the contact’s last name'],
  ['contactTitle', 'Enter the contact’s job title'],
  ['contactEmail', 'Enter the contact’s email'],
  ['contactPhone', 'Enter the contact’s phone'],
];

/** The brand's name as texts carry it. */
export const getBrandName = (brand: Brand): string => (brand.brandName ?? brand.legalName ?? '').trim();

function* lintIdentity(brand: Brand): Generator<Finding> {
  if (!isBlank(brand.taxId) && !/^\d{2}-?\d{7}$/.test(brand.taxId?.trim() ?? '')) yield error('taxId', 'An EIN has 9 digits, like 12-3456789');
  if (brand.entityType === 'PRIVATE_PROFIT' && !brand.legalForm) yield error('legalForm', 'Choose the legal form');
  if (brand.businessIdType && isBlank(brand.businessId)) yield error('businessId', `Enter the ${brand.businessIdType} number`);
  if (!brand.businessIdType && !isBlank(brand.businessId)) yield error('businessIdType', 'Choose the ID type: DUNS, GIIN or LEI');
  if (brand.entityType === 'PUBLIC_PROFIT') {
    if (isBlank(brand.stockTicker)) yield error('stockTicker', 'Enter the ticker of a publicly traded company');
    if (!brand.stockExchange) yield error('stockExchange', 'Choose the exchange of a publicly traded company');
  } else if (!isBlank(brand.stockTicker) && !brand.stockExchange) yield error('stockExchange', 'Choose the exchange of this ticker');
  if (!isBlank(brand.website) && !parseWebAddress(brand.website ?? '')) yield error('website', 'Enter a public web address like example.com');
}

function* lintAddress(brand: Brand): Generator<Finding> {
  if (poBox.test(brand.street ?? ''))
    yield error('street', 'Carriers reject PO boxes. Enter the street address of the business.', brand.street?.trim() ?? null);
  if (!isBlank(brand.region) && !/^[A-Za-z]{2}$/.test(brand.region?.trim() ?? '')) yield error('region', 'Use a two-letter state code, such as CA');
  if (!isBlank(brand.postalCode) && !/^\d{5}(-\d{4})?$/.test(brand.postalCode?.trim() ?? '')) yield error('postalCode', 'Enter a 5-digit ZIP code');
  const [, domain] = (brand.contactEmail ?? '').trim().toLowerCase().split('@');
  if (!isBlank(brand.contactEmail) && !domain?.includes('.')) yield error('contactEmail', 'Enter an email address like ana@example.com');
  else if (domain && freeMail.has(domain))
    yield error('contactEmail', 'Carriers reject free email addresses for a business. Use one of its own domain.', brand.contactEmail?.trim() ?? null);
  if (!isBlank(brand.contactPhone) && (brand.contactPhone ?? '').replace(/\D/g, '').replace(/^1/, '').length !== 10)
    yield error('contactPhone', 'Enter a US phone number like 212-555-0123');
}

function* lintBrand(brand: Brand): Generator<Finding> {
  for (const [field, says] of required) if (isBlank(brand[field])) yield error(field, says);
  yield* lintIdentity(brand);
  yield* lintAddress(brand);
}

function* lintWords(field: FindingField, text: string, campaign: LintCampaign): Generator<Finding> {
  const short = shorteners.exec(text);
  if (short) yield error(field, 'Carriers block public link shorteners. Use a link of your own domain.', short[0]);
  for (const [words, what, isGated] of barred) {
    const found = words.exec(text);
    if (!found) continue;
    if (!isGated) yield error(field, `${what}: carriers don’t register this content`, text);
    else if (!campaign.ageGated) yield error('ageGated', `${what} needs age-gated content turned on`, text);
  }
  if (lending.test(text) && !campaign.directLending) yield error('directLending', 'This mentions lending. Turn on direct lending, or remove it.', text);
}

function* lintSamples(brandName: string, campaign: LintCampaign): Generator<Finding> {
  const samples = campaign.samples.filter((sample) => sample.trim() !== '');
  const { min, max, fewest, most } = limits.sample;
  if (samples.length < fewest) yield error('samples', `Enter at least ${fewest} sample messages`);
  if (samples.length > most) yield error('samples', `Enter up to ${most} sample messages`);
  const name = brandName.toLowerCase().replace(/,?\s+(?:inc|llc|ltd|corp|co)\.?$/, '');
  for (const [index, sample] of samples.entries()) {
    const which = `Sample ${index + 1}`;
    if (sample.trim().length < min) yield error('samples', `${which} has fewer than ${min} characters`, sample);
    if (sample.length > max) yield error('samples', `${which} has more than ${max} characters`, sample);
    if (name !== '' && !sample.toLowerCase().includes(name)) yield error('samples', `${which} doesn’t name ${brandName}`, sample);
    if (link.test(sample) && !campaign.hasEmbeddedLinks) yield error('hasEmbeddedLinks', `${which} has a link. Turn on links, or remove it.`, sample);
    if (phone.test(sample) && !campaign.hasEmbeddedPhone)
      yield error('hasEmbeddedPhone', `${which} has a phone number. Turn on phone numbers, or remove it.`, sample);
    yield* lintWords('samples', sample, campaign);
  }
  const isCodeOnly = campaign.subUsecases.length === 1 && campaign.subUsecases[0] === '2FA';
  if (samples.length > 0 && !isCodeOnly && !samples.some((sample) => optOut.test(sample)))
    yield error('samples', 'No sample says how to opt out, such as “Reply STOP to opt out”');
}

function* lintProgram(brandName: string, campaign: LintCampaign): Generator<Finding> {
  const { description = '', subUsecases } = campaign;
  if (subUsecases.length < limits.minUseCases) yield error('subUsecases', 'Choose at least one use case');
  if (subUsecases.length > limits.maxUseCases) yield error('subUsecases', `Choose up to ${limits.maxUseCases} use cases`);
  if (!campaign.monthlyVolume) yield error('monthlyVolume', 'Choose the monthly volume');
  const length = description.trim().length;
  if (length < limits.description.min || length > limits.description.max)
    yield error('description', `Describe the campaign in ${limits.description.min} to 4,096 characters (now ${length})`);
  yield* lintWords('description', description, campaign);
  yield* lintSamples(brandName, campaign);
}

function* lintConsent(brand: Brand, campaign: LintCampaign): Generator<Finding> {
  const { messageFlow = '', optins } = campaign;
  if (optins.length === 0) yield error('optins', 'Choose how people opt in');
  for (const { type, consentForm, url, pictures } of optins) {
    if (type !== 'TEXT_TO_JOIN' && !consentForm) yield error('optins', 'Choose the consent type: verbal, printed form or web form');
    if (consentForm === 'WEB_FORM' && isBlank(url) && pictures === 0)
      yield error('optins', 'Add the address or a picture of the web form. Reviewers must see it without a sign-in.');
    if (consentForm === 'PAPER_FORM' && pictures === 0) yield error('optins', 'Add a picture of the printed form');
    if (!isBlank(url) && !parseWebAddress(url ?? '')) yield error('optins', 'Enter a public web address like example.com/subscribe', url ?? null);
  }
  if (campaign.lanes.includes('toll_free') && optins.length > 0 && optins.every(({ url, pictures }) => isBlank(url) && pictures === 0))
    yield error('optins', 'Toll-free numbers need a picture or an address of the opt-in');
  const length = messageFlow.trim().length;
  if (length < limits.messageFlow.min || length > limits.messageFlow.max)
    yield error('messageFlow', `Describe the opt-in in ${limits.messageFlow.min} to 2,048 characters (now ${length})`);
  else {
    if (!optOut.test(messageFlow)) yield warning('messageFlow', 'Reviewers look for how to opt out, such as “Reply STOP to opt out”');
    if (!/\brates?\b/i.test(messageFlow)) yield warning('messageFlow', 'Reviewers look for “Message and data rates may apply”');
    if (!/\b(?:frequency|per (?:day|week|month)|recurring)\b/i.test(messageFlow)) yield warning('messageFlow', 'Reviewers look for the message frequency');
  }
  yield* lintWords('messageFlow', messageFlow, campaign);
  for (const [field, what] of [
    ['privacyUrl', 'privacy policy'],
    ['termsUrl', 'terms'],
  ] as const) {
    const address = campaign[field];
    if (isBlank(address)) yield error(field, `Enter the address of the ${what}`);
    else {
      const url = parseWebAddress(address ?? '');
      const site = parseWebAddress(brand.website ?? '');
      if (!url) yield error(field, 'Enter a public web address like example.com/privacy');
      else if (site && getSite(url) !== getSite(site))
        yield warning(field, `The ${what} is on another website than ${site.hostname}`, completeWebAddress(address ?? ''));
    }
  }
}

const getSite = ({ hostname }: URL) => hostname.toLowerCase().split('.').slice(-2).join('.');

/** Everything that carriers would reject or ask about, in the order of the form. */
export function lintRegistration(brand: Brand, campaign: LintCampaign): readonly Finding[] {
  return [
    ...lintBrand(brand),
    ...lintProgram(getBrandName(brand), campaign),
    ...lintConsent(brand, campaign),
    ...(campaign.lanes.length === 0 ? [error('numbers', 'Choose at least one number')] : []),
  ];
}

/** Findings that keep a registration from being submitted. */
export const isBlocking = ({ severity }: Finding): boolean => severity === 'error';
