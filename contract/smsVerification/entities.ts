/** SMS verifications: a brand, a campaign, and how both lanes stand at the carrier (spec 2.3). */
import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';
import { createLineSchema, Flag, Id, id, instant } from '../core/schema.ts';
import { completeWebAddress } from '../text/webAddress.ts';
import {
  brandEntityTypes,
  businessIdTypes,
  consentForms,
  industryVerticals,
  legalForms,
  smsLanes,
  smsOptinTypes,
  smsStatuses,
  smsUseCases,
  stockExchanges,
  volumeBands,
} from './enums.ts';
import { feeKinds } from './fees.ts';
import { findingFields } from './findings.ts';
import { smsVerificationLimits as limits } from './limits.ts';

const text = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`)));
const line = (max: number) => z.optional(createLineSchema(max));
const webAddress = z.optional(z.string().check(z.overwrite(completeWebAddress), z.maxLength(300, 'At most 300 characters')));

/** Fields of a brand. A draft may leave out any; the check before submitting says what is missing. */
const brandFields = {
  legalName: line(255),
  brandName: line(255),
  entityType: z.optional(z.enum(brandEntityTypes)),
  legalForm: z.optional(z.enum(legalForms)),
  vertical: z.optional(z.enum(industryVerticals)),
  taxId: line(21),
  businessIdType: z.optional(z.enum(businessIdTypes)),
  businessId: line(21),
  stockExchange: z.optional(z.enum(stockExchanges)),
  stockTicker: line(10),
  website: webAddress,
  street: line(100),
  city: line(100),
  region: line(20),
  postalCode: line(10),
  contactFirstName: line(100),
  contactLastName: line(100),
  contactTitle: line(100),
  contactEmail: line(100),
  contactPhone: line(20),
};
export const BrandDetails = z.object(brandFields);
export type BrandDetails = z.output<typeof BrandDetails>;

/** A brand as a client sends it: its fields, and what only the server writes of it, as it was shown. */
export const BrandInput = z.object({
  ...brandFields,
  id: z.optional(Id),
  isDraft: z.optional(Flag),
  status: z.optional(z.enum(smsStatuses)),
  isShared: z.optional(Flag),
  isOwn: z.optional(Flag),
});
export type BrandInput = z.output<typeof BrandInput>;

const campaignFields = {
  description: text(limits.description.max),
  messageFlow: text(limits.messageFlow.max),
  samples: z._default(z.array(z.string().check(z.trim(), z.maxLength(limits.sample.max))).check(z.maxLength(limits.sample.most)), []),
  subUsecases: z._default(z.array(z.enum(smsUseCases)).check(z.maxLength(smsUseCases.length)), []),
  monthlyVolume: z.optional(z.enum(volumeBands)),
  hasEmbeddedLinks: z._default(Flag, false),
  hasEmbeddedPhone: z._default(Flag, false),
  ageGated: z._default(Flag, false),
  directLending: z._default(Flag, false),
  optInMessage: text(320),
  helpMessage: text(320),
  optInKeywords: line(255),
  privacyUrl: webAddress,
  termsUrl: webAddress,
};
const optinFields = {
  type: z.enum(smsOptinTypes),
  /** Consent type, which carriers ask for: `TEXT_TO_JOIN` needs none. */
  consentForm: z.optional(z.enum(consentForms)),
  url: webAddress,
};

const flags = { hasEmbeddedLinks: z.boolean(), hasEmbeddedPhone: z.boolean(), ageGated: z.boolean(), directLending: z.boolean() };

/** A row's id, alone or in the row as it is shown (RULE-205): what else the row says names nothing. */
const toId = ({ id: named }: { id: number }): number => named;
const numberStates = ['adding', 'active', 'removing', 'failed'] as const;
const ShownNumber = z.object({
  id: Id,
  number: z.optional(z.string()),
  lane: z.optional(z.enum(smsLanes)),
  state: z.optional(z.enum(numberStates)),
  reason: z.optional(z.nullable(z.string())),
});
const NamedNumber = z.union([Id, z.pipe(ShownNumber, z.transform(toId))]);
const NamedFile = z.union([Id, z.pipe(z.object({ ...z.partial(Media).shape, id: Id }), z.transform(toId))]);
const NumberIds = z.array(NamedNumber).check(z.maxLength(limits.maxNumbers, `Up to ${limits.maxNumbers} numbers`));

/** A campaign as a client sends it. */
export const CampaignInput = z.object({
  ...campaignFields,
  optins: z._default(
    z
      .array(z.object({ ...optinFields, supportingFiles: z._default(z.array(NamedFile).check(z.maxLength(limits.maxPictures)), []) }))
      .check(z.maxLength(smsOptinTypes.length)),
    [],
  ),
  numbers: z._default(NumberIds, []),
});
export type CampaignInput = z.output<typeof CampaignInput>;
/** The same with what only the server writes of it, as it was shown. */
export const ShownCampaignInput = z.extend(CampaignInput, { isDraft: z.optional(Flag) });

/** Ids of numbers of a call that adds or removes some. */
export const NumberChoice = NumberIds.check(z.minLength(1, 'Send at least one number'));

/** A number of a campaign. `active`: the carrier has it in the campaign; `failed`: it can't be in it, for `reason`, until it is added again. */
const CampaignNumber = z.object({ id, number: z.string(), lane: z.enum(smsLanes), state: z.enum(numberStates), reason: z.nullable(z.string()) });

/** A reason to be rejected, expected or received: `quote` is the sentence it is about. */
export const Finding = z.object({
  field: z.enum(findingFields),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  quote: z.nullable(z.string()),
});
export type Finding = z.output<typeof Finding>;

/** Why the carrier rejected or suspended a lane; `code` is the carrier's. */
const Rejection = z.object({ lane: z.enum(smsLanes), code: z.nullable(z.string()), message: z.string() });

const Fees = z.object({
  /** US dollars to be charged when it is submitted as it is. */
  dueToday: z.number(),
  asOf: z.string(),
  items: z.array(z.object({ kind: z.enum(feeKinds), amount: z.number() })),
  /** US dollars recorded so far. */
  recorded: z.number(),
});

/** An SMS verification. */
export const SmsVerification = z.object({
  id,
  brand: z.object({ id, isDraft: z.boolean(), status: z.enum(smsStatuses), isShared: z.boolean(), isOwn: z.boolean(), ...z.partial(BrandDetails).shape }),
  campaign: z.object({
    isDraft: z.boolean(),
    description: z.optional(z.string()),
    messageFlow: z.optional(z.string()),
    samples: z.array(z.string()),
    subUsecases: z.array(z.enum(smsUseCases)),
    monthlyVolume: z.optional(z.enum(volumeBands)),
    ...flags,
    optInMessage: z.optional(z.string()),
    helpMessage: z.optional(z.string()),
    optInKeywords: z.optional(z.string()),
    privacyUrl: z.optional(z.string()),
    termsUrl: z.optional(z.string()),
    optins: z.array(
      z.object({
        type: z.enum(smsOptinTypes),
        consentForm: z.optional(z.enum(consentForms)),
        url: z.optional(z.string()),
        supportingFiles: z.array(Media),
      }),
    ),
    numbers: z.array(CampaignNumber),
  }),
  status: z.object({ local: z.enum(smsStatuses), tollFree: z.enum(smsStatuses) }),
  isSubmitted: z.boolean(),
  rejections: z.array(Rejection),
  fees: Fees,
  /** Address of the company's public opt-in page. */
  optInPageUrl: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type SmsVerification = z.output<typeof SmsVerification>;

/** Fields of an SMS verification that only the server writes. A client may send them back as it was shown them: other values are refused. */
export const shownFields = {
  id: z.optional(Id),
  status: z.optional(z.partial(SmsVerification.shape.status)),
  isSubmitted: z.optional(Flag),
  rejections: z.optional(z.array(z.partial(Rejection))),
  fees: z.optional(z.partial(Fees)),
  optInPageUrl: z.optional(z.string()),
  createdAt: z.optional(instant),
  updatedAt: z.optional(instant),
};

/** A brand that companies of the organization may share. */
export const SmsBrand = z.object({ id, legalName: z.string(), taxId: z.string(), status: z.enum(smsStatuses), campaigns: z.number() });
export type SmsBrand = z.output<typeof SmsBrand>;

/** Result of a check before submitting. */
export const SmsCheck = z.object({ findings: z.array(Finding), fees: Fees });
export type SmsCheck = z.output<typeof SmsCheck>;
