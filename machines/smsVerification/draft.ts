/** The draft of a registration as a form holds it: all fields as text, lists joined. Reads and writes what the calls carry. */
import type { RouteBodyInput } from '#contract/core/route.ts';
import type { Finding, SmsVerification } from '#contract/smsVerification/entities.ts';
import {
  brandEntityTypes,
  businessIdTypes,
  consentForms,
  industryVerticals,
  legalForms,
  type SmsLane,
  smsOptinTypes,
  smsUseCases,
  stockExchanges,
  volumeBands,
} from '#contract/smsVerification/enums.ts';
import { fieldsOfStep, type RegistrationStep } from '#contract/smsVerification/findings.ts';
import { type LintCampaign, lintRegistration } from '#contract/smsVerification/lint.ts';
import type { routes } from '#contract/smsVerification/routes.ts';

/** Text fields of a brand. */
export const brandFields = [...fieldsOfStep.business, ...fieldsOfStep.contact] as const;
/** Text fields of a campaign. `samples` by line, `subUsecases` and `numbers` by comma, flags `yes` or empty, `pictures` by comma as ids. */
export const campaignFields = [
  ...fieldsOfStep.program,
  'optinType',
  'consentForm',
  'optinUrl',
  'pictures',
  'messageFlow',
  'optInMessage',
  'helpMessage',
  'optInKeywords',
  'privacyUrl',
  'termsUrl',
  'numbers',
] as const;

export type DraftField = (typeof brandFields)[number] | (typeof campaignFields)[number];
export type Draft = { readonly [F in DraftField]: string };

type Body = RouteBodyInput<(typeof routes)['create']>;

/** A draft in which nothing is written yet. */
export const blankDraft = Object.fromEntries([...brandFields, ...campaignFields].map((field) => [field, ''])) as Draft;

const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const pick = <const T extends string>(words: readonly T[], text: string): T | undefined => words.find((word) => word === text);
const orNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Ids of a list of the draft. */
export const listIds = (text: string): number[] => split(text, ',').map(Number);
/** Adds an entry to a list of the draft, or takes it out. */
export const toggleEntry = (text: string, entry: string): string => {
  const entries = split(text, ',');
  return (entries.includes(entry) ? entries.filter((each) => each !== entry) : [...entries, entry]).join(',');
};
export const hasEntry = (text: string, entry: string): boolean => split(text, ',').includes(entry);

function toBrand(draft: Draft): Body['brand'] {
  return {
    ...Object.fromEntries(brandFields.map((field) => [field, orNone(draft[field])])),
    entityType: pick(brandEntityTypes, draft.entityType),
    legalForm: pick(legalForms, draft.legalForm),
    vertical: pick(industryVerticals, draft.vertical),
    businessIdType: pick(businessIdTypes, draft.businessIdType),
    stockExchange: pick(stockExchanges, draft.stockExchange),
  };
}

/** Body of the calls. `others`: further opt-ins of the registration, which the form leaves alone. */
export function toBody(draft: Draft, others: SmsVerification['campaign']['optins'] = []): Pick<Body, 'brand' | 'campaign'> {
  const type = pick(smsOptinTypes, draft.optinType);
  const kept = others.map(({ supportingFiles, ...optin }) => ({ ...optin, supportingFiles: supportingFiles.map(({ id }) => id) }));
  return {
    brand: toBrand(draft),
    campaign: {
      description: orNone(draft.description),
      messageFlow: orNone(draft.messageFlow),
      samples: split(draft.samples, '\n'),
      subUsecases: split(draft.subUsecases, ',').flatMap((word) => pick(smsUseCases, word) ?? []),
      monthlyVolume: pick(volumeBands, draft.monthlyVolume),
      hasEmbeddedLinks: draft.hasEmbeddedLinks === 'yes',
      hasEmbeddedPhone: draft.hasEmbeddedPhone === 'yes',
      ageGated: draft.ageGated === 'yes',
      directLending: draft.directLending === 'yes',
      optInMessage: orNone(draft.optInMessage),
      helpMessage: orNone(draft.helpMessage),
      optInKeywords: orNone(draft.optInKeywords),
      privacyUrl: orNone(draft.privacyUrl),
      termsUrl: orNone(draft.termsUrl),
      optins: type
        ? [
            {
              type,
              consentForm: type === 'TEXT_TO_JOIN' ? undefined : pick(consentForms, draft.consentForm),
              url: orNone(draft.optinUrl),
              supportingFiles: listIds(draft.pictures),
            },
            ...kept,
          ]
        : kept,
      numbers: listIds(draft.numbers),
    },
  };
}

const flag = (value: boolean) => (value ? 'yes' : '');

/** The draft of a registration that is there. */
export function toDraft({ brand, campaign }: SmsVerification): Draft {
  const [optin] = campaign.optins;
  return {
    ...blankDraft,
    ...Object.fromEntries(brandFields.map((field) => [field, brand[field] ?? ''])),
    description: campaign.description ?? '',
    messageFlow: campaign.messageFlow ?? '',
    samples: campaign.samples.join('\n'),
    subUsecases: campaign.subUsecases.join(','),
    monthlyVolume: campaign.monthlyVolume ?? '',
    hasEmbeddedLinks: flag(campaign.hasEmbeddedLinks),
    hasEmbeddedPhone: flag(campaign.hasEmbeddedPhone),
    ageGated: flag(campaign.ageGated),
    directLending: flag(campaign.directLending),
    optinType: optin?.type ?? '',
    consentForm: optin?.consentForm ?? '',
    optinUrl: optin?.url ?? '',
    pictures: optin?.supportingFiles.map(({ id }) => id).join(',') ?? '',
    optInMessage: campaign.optInMessage ?? '',
    helpMessage: campaign.helpMessage ?? '',
    optInKeywords: campaign.optInKeywords ?? '',
    privacyUrl: campaign.privacyUrl ?? '',
    termsUrl: campaign.termsUrl ?? '',
    numbers: campaign.numbers
      .filter(({ state }) => state !== 'removing')
      .map(({ id }) => id)
      .join(','),
  };
}

/** Lists what carriers would reject of a draft. `lanes`: those of its numbers; `brand`: the registration's, which another company may own, and answer for. */
export function lintDraft(draft: Draft, lanes: readonly SmsLane[], brand?: Pick<SmsVerification['brand'], 'isOwn'>): readonly Finding[] {
  const findings = lintAll(draft, lanes);
  return brand?.isOwn === false ? findings.filter(({ field }) => !(brandFields as readonly string[]).includes(field)) : findings;
}

function lintAll(draft: Draft, lanes: readonly SmsLane[]): readonly Finding[] {
  const { brand, campaign } = toBody(draft);
  const { numbers: _, optins = [], samples = [], subUsecases = [], ...rest } = campaign;
  const checked: LintCampaign = {
    ...rest,
    samples,
    subUsecases,
    hasEmbeddedLinks: draft.hasEmbeddedLinks === 'yes',
    hasEmbeddedPhone: draft.hasEmbeddedPhone === 'yes',
    ageGated: draft.ageGated === 'yes',
    directLending: draft.directLending === 'yes',
    optins: optins.map(({ type, consentForm, url }) => ({ type, consentForm, url, pictures: listIds(draft.pictures).length })),
    lanes: draft.numbers === '' ? [] : lanes.length === 0 ? ['local'] : lanes,
  };
  return lintRegistration(brand, checked);
}

/** Findings of one step of the form. */
export const findingsOfStep = (findings: readonly Finding[], step: RegistrationStep): readonly Finding[] =>
  findings.filter(({ field }) => (fieldsOfStep[step] as readonly string[]).includes(field));
