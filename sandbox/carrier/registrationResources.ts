/** Bodies that the carrier takes for registrations, and resources it answers with. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Brand, Bundle, Campaign, Entity, TollFree } from './registrations.ts';
import { reject } from './replies.ts';

export const filled = z.string().check(z.minLength(1));
export const many = z.pipe(
  z.union([filled, z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
export const attributes = z.pipe(
  z.optional(z.string()),
  z.transform((text) => (text === undefined ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text)))),
);
export const NewBundle = z.object({ FriendlyName: filled, Email: z.email(), PolicySid: z.string().check(z.regex(/^RN[0-9a-f]{32}$/)) });
export const NewEntity = z.object({ FriendlyName: filled, Type: filled, Attributes: attributes });
export const NewAddress = z.object({
  FriendlyName: z.optional(z.string()),
  CustomerName: filled,
  Street: filled,
  City: filled,
  Region: filled,
  PostalCode: filled,
  IsoCountry: filled,
});
export const NewBrand = z.object({ CustomerProfileBundleSid: filled, A2PProfileBundleSid: filled, SkipAutomaticSecVet: z.optional(z.string()) });
const flag = z.enum(['true', 'false']);
const campaignFields = {
  Description: z.string().check(z.minLength(40), z.maxLength(4_096)),
  MessageFlow: z.string().check(z.minLength(40), z.maxLength(2_048)),
  MessageSamples: z.pipe(many, z.array(z.string().check(z.minLength(20), z.maxLength(1_024))).check(z.minLength(2), z.maxLength(5))),
  HasEmbeddedLinks: flag,
  HasEmbeddedPhone: flag,
  AgeGated: z.optional(flag),
  DirectLending: z.optional(flag),
  PrivacyPolicyUrl: z.optional(z.url()),
  TermsAndConditionsUrl: z.optional(z.url()),
};
const useCases = [
  '2FA',
  'ACCOUNT_NOTIFICATION',
  'CUSTOMER_CARE',
  'DELIVERY_NOTIFICATION',
  'FRAUD_ALERT',
  'HIGHER_EDUCATION',
  'LOW_VOLUME',
  'MARKETING',
  'MIXED',
  'POLLING_VOTING',
  'PUBLIC_SERVICE_ANNOUNCEMENT',
  'SECURITY_ALERT',
];
export const NewCampaign = z.object({
  ...campaignFields,
  BrandRegistrationSid: filled,
  UsAppToPersonUsecase: z.enum(useCases),
  OptInMessage: z.optional(z.string()),
  HelpMessage: z.optional(z.string()),
  OptInKeywords: z.optional(many),
});
export const CampaignChange = z.object(campaignFields);
const tollFreeFields = {
  BusinessName: filled,
  BusinessWebsite: z.url(),
  NotificationEmail: z.email(),
  UseCaseCategories: many,
  UseCaseSummary: z.string().check(z.minLength(1), z.maxLength(500)),
  ProductionMessageSample: z.string().check(z.minLength(1), z.maxLength(1_000)),
  OptInImageUrls: z.pipe(many, z.array(z.url()).check(z.minLength(1))),
  OptInType: z.enum(['VERBAL', 'WEB_FORM', 'PAPER_FORM', 'VIA_TEXT', 'MOBILE_QR_CODE']),
  MessageVolume: z.enum(['10', '100', '1,000', '10,000', '100,000', '250,000', '500,000', '750,000', '1,000,000', '5,000,000', '10,000,000+']),
  BusinessRegistrationNumber: z.optional(z.string()),
  BusinessType: z.optional(z.enum(['PRIVATE_PROFIT', 'PUBLIC_PROFIT', 'SOLE_PROPRIETOR', 'NON_PROFIT', 'GOVERNMENT'])),
};
export const NewTollFree = z.object({ ...tollFreeFields, TollfreePhoneNumberSid: filled, ExternalReferenceId: z.optional(z.string()) });
export const TollFreeChange = z.object(tollFreeFields);

export const rejectNotFound = (reply: FastifyReply) => reject(reply, 404, 20404, 'The requested resource was not found');
export const rejectInvalid = (reply: FastifyReply, error: z.core.$ZodError) => {
  const [issue] = error.issues;
  return reject(reply, 400, 20001, `${issue?.path.join('.') ?? 'Body'}: ${issue?.message ?? 'invalid'}`);
};

/** A list as the version 1 APIs page it: all at once. */
export const page = (key: string, rows: readonly object[], url: string) => ({
  [key]: rows,
  meta: { page: 0, page_size: 50, first_page_url: url, previous_page_url: null, url, next_page_url: null, key },
});

export const dates = ({ createdAt }: { readonly createdAt: Date }) => ({ date_created: createdAt.toISOString(), date_updated: createdAt.toISOString() });

export const toBundle = (accountSid: string, bundle: Bundle) => ({
  sid: bundle.sid,
  account_sid: accountSid,
  policy_sid: bundle.policySid,
  friendly_name: bundle.friendlyName,
  status: bundle.status,
  email: bundle.email,
  valid_until: null,
  status_callback: null,
  errors: [],
  links: {},
  url: '',
  ...dates(bundle),
});

export const toEntity = (accountSid: string, entity: Entity) => ({
  sid: entity.sid,
  account_sid: accountSid,
  friendly_name: entity.friendlyName,
  type: entity.type,
  attributes: entity.attributes,
  url: '',
  ...dates(entity),
});

export const toBrand = (accountSid: string, brand: Brand) => ({
  sid: brand.sid,
  account_sid: accountSid,
  customer_profile_bundle_sid: brand.profileSid,
  a2p_profile_bundle_sid: brand.trustSid,
  brand_type: 'STANDARD',
  status: brand.status,
  tcr_id: brand.status === 'APPROVED' ? `B${brand.sid.slice(2, 8).toUpperCase()}` : null,
  failure_reason: brand.status === 'FAILED' ? `Brand registration failed: ${brand.feedback.join(', ')}` : null,
  errors: [],
  brand_score: null,
  brand_feedback: brand.feedback,
  identity_status: brand.status === 'APPROVED' ? 'VERIFIED' : 'SELF_DECLARED',
  skip_automatic_sec_vet: brand.skipsVetting,
  mock: false,
  links: {},
  url: '',
  ...dates(brand),
});

export const toCampaign = (accountSid: string, campaign: Campaign) => ({
  sid: campaign.sid,
  account_sid: accountSid,
  brand_registration_sid: campaign.brandSid,
  messaging_service_sid: campaign.serviceSid,
  description: campaign.fields.Description,
  message_samples: campaign.fields.MessageSamples,
  message_flow: campaign.fields.MessageFlow,
  us_app_to_person_usecase: campaign.fields.UsAppToPersonUsecase,
  has_embedded_links: campaign.fields.HasEmbeddedLinks === 'true',
  has_embedded_phone: campaign.fields.HasEmbeddedPhone === 'true',
  campaign_status: campaign.status,
  campaign_id: campaign.status === 'VERIFIED' ? `C${campaign.sid.slice(2, 8).toUpperCase()}` : null,
  is_externally_registered: false,
  rate_limits: null,
  mock: false,
  errors:
    campaign.error === null
      ? []
      : [
          {
            error_code: campaign.error.code,
            description: campaign.error.message,
            fields: [],
            url: `https://www.twilio.com/docs/errors/${campaign.error.code}`,
          },
        ],
  url: '',
  ...dates(campaign),
});

export const toTollFree = (accountSid: string, verification: TollFree) => ({
  sid: verification.sid,
  account_sid: accountSid,
  tollfree_phone_number_sid: verification.numberSid,
  status: verification.status,
  business_name: verification.fields.BusinessName,
  opt_in_type: verification.fields.OptInType,
  opt_in_image_urls: verification.fields.OptInImageUrls,
  message_volume: verification.fields.MessageVolume,
  rejection_reason: verification.error?.message ?? null,
  error_code: verification.error?.code ?? null,
  rejection_reasons: verification.error === null ? [] : [{ code: verification.error.code, reason: verification.error.message }],
  edit_allowed: verification.status === 'TWILIO_REJECTED',
  external_reference_id: verification.fields.ExternalReferenceId ?? null,
  resource_links: {},
  url: '',
  ...dates(verification),
});
