/** Our words of a registration in the carrier's: attributes of Trust Hub, and enumerations of toll-free verification. */
import type { BrandDetails } from '#contract/smsVerification/entities.ts';
import type {
  BrandEntityType,
  BusinessIdType,
  ConsentForm,
  IndustryVertical,
  LegalForm,
  SmsOptinType,
  SmsUseCase,
  VolumeBand,
} from '#contract/smsVerification/enums.ts';

const legalForms: Readonly<Record<LegalForm, string>> = {
  CORPORATION: 'Corporation',
  LIMITED_LIABILITY: 'Limited Liability Corporation',
  PARTNERSHIP: 'Partnership',
  CO_OPERATIVE: 'Co-operative',
};

/** Trust Hub's industries, which are others than the registry's. */
const industries: Readonly<Record<IndustryVertical, string>> = {
  AGRICULTURE: 'AGRICULTURE',
  COMMUNICATION: 'TELECOMMUNICATIONS',
  CONSTRUCTION: 'CONSTRUCTION',
  EDUCATION: 'EDUCATION',
  ENERGY: 'ENERGY',
  ENTERTAINMENT: 'MEDIA',
  FINANCIAL: 'FINANCIAL',
  GAMBLING: 'CONSUMER',
  GOVERNMENT: 'GOVERNMENT',
  HEALTHCARE: 'HEALTHCARE',
  HOSPITALITY: 'HOSPITALITY',
  HUMAN_RESOURCES: 'PROFESSIONAL_SERVICES',
  INSURANCE: 'INSURANCE',
  LEGAL: 'LEGAL',
  MANUFACTURING: 'MANUFACTURING',
  NGO: 'NOT_FOR_PROFIT',
  POLITICAL: 'GOVERNMENT',
  POSTAL: 'TRANSPORTATION',
  PROFESSIONAL: 'PROFESSIONAL_SERVICES',
  REAL_ESTATE: 'REAL_ESTATE',
  RETAIL: 'RETAIL',
  TECHNOLOGY: 'TECHNOLOGY',
  TRANSPORTATION: 'TRANSPORTATION',
};

const companyTypes: Readonly<Record<BrandEntityType, string>> = {
  PUBLIC_PROFIT: 'public',
  PRIVATE_PROFIT: 'private',
  NON_PROFIT: 'non-profit',
  GOVERNMENT: 'government',
};

/** Trust Hub knows DUNS numbers; others go by their name among the business's other identifiers. */
const identifiers: Readonly<Record<BusinessIdType, string>> = { DUNS: 'DUNS', GIIN: 'Other', LEI: 'Other' };

function toBusinessType({ entityType, legalForm }: BrandDetails): string {
  if (entityType === 'NON_PROFIT') return 'Non-profit Corporation';
  return legalForm ? legalForms[legalForm] : legalForms.CORPORATION;
}

/** Attributes of the business. */
export const toBusinessAttributes = (brand: BrandDetails) => ({
  business_name: brand.legalName,
  business_identity: 'direct_customer',
  business_type: toBusinessType(brand),
  business_industry: brand.vertical ? industries[brand.vertical] : undefined,
  business_registration_identifier: 'EIN',
  business_registration_number: (brand.taxId ?? '').replace(/\D/g, ''),
  ...(brand.businessIdType && brand.businessId
    ? { additional_identifier_type: identifiers[brand.businessIdType], additional_identifier: `${brand.businessIdType} ${brand.businessId}` }
    : {}),
  business_regions_of_operation: 'USA_AND_CANADA',
  website_url: brand.website,
});

/** Attributes of the person who answers for it. */
export const toRepresentativeAttributes = (brand: BrandDetails) => ({
  first_name: brand.contactFirstName,
  last_name: brand.contactLastName,
  business_title: brand.contactTitle,
  job_position: 'Other',
  email: brand.contactEmail,
  phone_number: brand.contactPhone,
});

/** Attributes for messages from applications. */
export const toMessagingAttributes = (brand: BrandDetails) => ({
  company_type: brand.entityType ? companyTypes[brand.entityType] : undefined,
  ...(brand.entityType === 'PUBLIC_PROFIT'
    ? { stock_exchange: brand.stockExchange, stock_ticker: brand.stockTicker, brand_contact_email: brand.contactEmail }
    : {}),
});

export const tollFreeUseCase: Readonly<Record<SmsUseCase, string>> = {
  '2FA': 'TWO_FACTOR_AUTHENTICATION',
  ACCOUNT_NOTIFICATION: 'ACCOUNT_NOTIFICATIONS',
  CUSTOMER_CARE: 'CUSTOMER_CARE',
  DELIVERY_NOTIFICATION: 'DELIVERY_NOTIFICATIONS',
  FRAUD_ALERT: 'FRAUD_ALERT_MESSAGING',
  HIGHER_EDUCATION: 'HIGHER_EDUCATION',
  MARKETING: 'MARKETING',
  POLLING_VOTING: 'POLLING_AND_VOTING_NON_POLITICAL',
  PUBLIC_SERVICE_ANNOUNCEMENT: 'PUBLIC_SERVICE_ANNOUNCEMENT',
  SECURITY_ALERT: 'SECURITY_ALERT',
};

/** The carrier's steps of monthly volume: each band goes up to the next one. */
export const tollFreeVolume: Readonly<Record<VolumeBand, string>> = { '10_000': '10,000', '25_000': '100,000', '60_000': '100,000', HIGH: '250,000' };

/** The carrier's word of an opt-in. Throws where the form of consent is missing: it is asked for, never guessed. */
export function toOptinType(type: SmsOptinType, form: ConsentForm | null): 'VIA_TEXT' | ConsentForm {
  if (type === 'TEXT_TO_JOIN') return 'VIA_TEXT';
  if (form === null) throw new Error('The form of consent is missing');
  return form;
}
