/** Sources of visitors (spec 2.7; AMB-120): what a visit's address or referrer says about where it came from. */

export const dniSourceIds = ['landing_parameter', 'google_ads', 'microsoft_ads', 'meta_ads', 'referral', 'organic', 'direct', 'always'] as const;
export type DniSourceId = (typeof dniSourceIds)[number];

export const dniSourceLabel: Readonly<Record<DniSourceId, string>> = {
  landing_parameter: 'Landing parameter',
  google_ads: 'Google Ads',
  microsoft_ads: 'Microsoft Ads',
  meta_ads: 'Meta Ads',
  referral: 'Referral',
  organic: 'Organic search',
  direct: 'Direct',
  always: 'Always',
};

/** Steps of the precedence, the first of which that fits a visit decides: the address it landed on, the site it came from, the kind of site, any visit. */
export const dniSourceSteps = ['landing', 'referrer', 'referrer_group', 'always'] as const;
export type DniSourceStep = (typeof dniSourceSteps)[number];
export const dniSourceStepLabel: Readonly<Record<DniSourceStep, string>> = {
  landing: 'Landing page',
  referrer: 'Referring site',
  referrer_group: 'Kind of site',
  always: 'Any visit',
};

/** Parameters of an address that name a click on an ad. */
export const clickParameters = {
  google_ads: ['gclid', 'gbraid', 'wbraid'],
  microsoft_ads: ['msclkid'],
  meta_ads: ['fbclid', 'fbc'],
} as const satisfies Partial<Record<DniSourceId, readonly string[]>>;

/** Kinds of devices a visit is made on. */
export const deviceTypes = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type DeviceType = (typeof deviceTypes)[number];
export const deviceTypeLabel: Readonly<Record<DeviceType, string>> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', other: 'Other' };

/** Result of a check whether a page has the company's script. An unreadable page is `not_found`: the answer maps no network. */
export const scriptCheckResults = ['found', 'not_found', 'wrong_company'] as const;
export type ScriptCheckResult = (typeof scriptCheckResults)[number];

/** Events of a visitor session. `number`: from then on the visitor saw it; `call`: it was called. */
export const timelineEventTypes = ['visit', 'number', 'page', 'call'] as const;

/** Scopes of a report (ENUM-366, ENUM-367). */
export const dniReportScopes = ['company', 'businessUnit'] as const;
