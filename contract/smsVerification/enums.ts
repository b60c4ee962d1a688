/** Words of SMS verification (spec 2.3). The lists the specification leaves open are the registry's public ones (AMB-77, AMB-78). */

/** Kinds of numbers that are registered apart: 10-digit ones by brand and campaign, toll-free ones by themselves. */
export const smsLanes = ['local', 'toll_free'] as const;
export type SmsLane = (typeof smsLanes)[number];
export const smsLaneLabel: Readonly<Record<SmsLane, string>> = { local: 'Local numbers', toll_free: 'Toll-free numbers' };

/** Status of one lane of a registration. */
export const getLaneStatus = <S>(status: { readonly local: S; readonly tollFree: S }, lane: SmsLane): S => (lane === 'local' ? status.local : status.tollFree);

/** Status of a brand and of each lane (AMB-78). */
export const smsStatuses = ['draft', 'submitted', 'pending', 'in_review', 'approved', 'rejected', 'suspended', 'expired'] as const;
export type SmsStatus = (typeof smsStatuses)[number];
export const smsStatusLabel: Readonly<Record<SmsStatus, string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  pending: 'Pending',
  in_review: 'In review',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
  expired: 'Expired',
};

/** Statuses in which the carrier still has to answer. */
export const openSmsStatuses: readonly SmsStatus[] = ['submitted', 'pending', 'in_review'];

export const brandEntityTypes = ['PUBLIC_PROFIT', 'PRIVATE_PROFIT', 'NON_PROFIT', 'GOVERNMENT'] as const;
export type BrandEntityType = (typeof brandEntityTypes)[number];
export const brandEntityTypeLabel: Readonly<Record<BrandEntityType, string>> = {
  PUBLIC_PROFIT: 'Publicly Traded Company',
  PRIVATE_PROFIT: 'Private Company',
  NON_PROFIT: 'Non-Profit',
  GOVERNMENT: 'Government',
};

/** Legal form of a private company, as the registry asks for it. */
export const legalForms = ['CORPORATION', 'LIMITED_LIABILITY', 'PARTNERSHIP', 'CO_OPERATIVE'] as const;
export type LegalForm = (typeof legalForms)[number];
export const legalFormLabel: Readonly<Record<LegalForm, string>> = {
  CORPORATION: 'Corporation',
  LIMITED_LIABILITY: 'Limited liability company',
  PARTNERSHIP: 'Partnership',
  CO_OPERATIVE: 'Co-operative',
};

export const industryVerticals = [
  'AGRICULTURE',
  'COMMUNICATION',
  'CONSTRUCTION',
  'EDUCATION',
  'ENERGY',
  'ENTERTAINMENT',
  'FINANCIAL',
  'GAMBLING',
  'GOVERNMENT',
  'HEALTHCARE',
  'HOSPITALITY',
  'HUMAN_RESOURCES',
  'INSURANCE',
  'LEGAL',
  'MANUFACTURING',
  'NGO',
  'POLITICAL',
  'POSTAL',
  'PROFESSIONAL',
  'REAL_ESTATE',
  'RETAIL',
  'TECHNOLOGY',
  'TRANSPORTATION',
] as const;
export type IndustryVertical = (typeof industryVerticals)[number];

/** Numbers besides the EIN by which a business is known. */
export const businessIdTypes = ['DUNS', 'GIIN', 'LEI'] as const;
export type BusinessIdType = (typeof businessIdTypes)[number];

export const stockExchanges = [
  'NASDAQ',
  'NYSE',
  'AMEX',
  'AMX',
  'ASX',
  'B3',
  'BME',
  'BSE',
  'FRA',
  'ICEX',
  'JPX',
  'JSE',
  'KRX',
  'LON',
  'NSE',
  'OMX',
  'SEHK',
  'SGX',
  'SSE',
  'STO',
  'SWX',
  'SZSE',
  'TSX',
  'TWSE',
  'VSE',
  'OTHER',
] as const;

/** Messages a month. */
export const volumeBands = ['10_000', '25_000', '60_000', 'HIGH'] as const;
export type VolumeBand = (typeof volumeBands)[number];
export const volumeBandLabel: Readonly<Record<VolumeBand, string>> = {
  '10_000': 'Up to 10,000 per month',
  '25_000': 'Up to 25,000 per month',
  '60_000': 'Up to 60,000 per month',
  HIGH: 'More than 60,000 per month',
};

export const smsUseCases = [
  '2FA',
  'ACCOUNT_NOTIFICATION',
  'CUSTOMER_CARE',
  'DELIVERY_NOTIFICATION',
  'FRAUD_ALERT',
  'HIGHER_EDUCATION',
  'MARKETING',
  'POLLING_VOTING',
  'PUBLIC_SERVICE_ANNOUNCEMENT',
  'SECURITY_ALERT',
] as const;
export type SmsUseCase = (typeof smsUseCases)[number];
export const smsUseCaseLabel: Readonly<Record<SmsUseCase, string>> = {
  '2FA': 'Two-factor authentication',
  ACCOUNT_NOTIFICATION: 'Account notifications',
  CUSTOMER_CARE: 'Customer care',
  DELIVERY_NOTIFICATION: 'Delivery notifications',
  FRAUD_ALERT: 'Fraud alerts',
  HIGHER_EDUCATION: 'Higher education',
  MARKETING: 'Marketing',
  POLLING_VOTING: 'Polls and voting',
  PUBLIC_SERVICE_ANNOUNCEMENT: 'Public service announcements',
  SECURITY_ALERT: 'Security alerts',
};

export const smsOptinTypes = ['TEXT_TO_JOIN', 'POINT_OF_SALE', 'OTHER'] as const;
export type SmsOptinType = (typeof smsOptinTypes)[number];
export const smsOptinTypeLabel: Readonly<Record<SmsOptinType, string>> = {
  TEXT_TO_JOIN: 'Text to join',
  POINT_OF_SALE: 'Point of sale',
  OTHER: 'Other',
};

/** Forms of consent at a point of sale or elsewhere, as carriers ask for it; consent by text is always `TEXT_TO_JOIN`. */
export const consentForms = ['VERBAL', 'PAPER_FORM', 'WEB_FORM'] as const;
export type ConsentForm = (typeof consentForms)[number];
export const consentFormLabel: Readonly<Record<ConsentForm, string>> = { VERBAL: 'Verbal', PAPER_FORM: 'Printed form', WEB_FORM: 'Web form' };

/** `REAL_ESTATE` → `Real estate`; abbreviations keep their capitals. */
export function formatVertical(vertical: IndustryVertical): string {
  if (vertical === 'NGO') return vertical;
  return vertical.charAt(0) + vertical.slice(1).toLowerCase().replaceAll('_', ' ');
}
