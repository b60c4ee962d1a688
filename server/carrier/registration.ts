/**
 * Registration for texting, at the carrier: Twilio's Trust Hub, brand registrations, campaigns and toll-free verifications, by the official SDK. Each request that
 * makes something is a step with a way to find what an earlier try made: names carry a random key of ours.
 */
import twilio from 'twilio';
import type { BrandDetails } from '#contract/smsVerification/entities.ts';
import type { ConsentForm, SmsOptinType, SmsStatus, SmsUseCase, VolumeBand } from '#contract/smsVerification/enums.ts';
import { needsVetting, toRegistryUseCase } from '#contract/smsVerification/fees.ts';
import type { Config } from '../config.ts';
import { readRefusal } from './numberRefusal.ts';
import {
  toBusinessAttributes,
  tollFreeUseCase,
  tollFreeVolume,
  toMessagingAttributes,
  toOptinType,
  toRepresentativeAttributes,
} from './registrationAttributes.ts';
import { brandStatuses, campaignStatuses, feedbackText, readErrors, tollFreeStatuses } from './registrationStatuses.ts';

/** A brand as it is registered; all fields are filled in. */
export interface BrandOrder {
  readonly key: string;
  readonly details: BrandDetails;
  readonly volume: VolumeBand;
  /** Of the submission; above 1 what was rejected is put right. */
  readonly round: number;
}

/** A campaign as it is registered. */
export interface CampaignOrder {
  readonly key: string;
  readonly round: number;
  readonly brandSid: string;
  readonly description: string;
  readonly messageFlow: string;
  readonly samples: readonly string[];
  readonly useCases: readonly SmsUseCase[];
  readonly volume: VolumeBand;
  readonly hasEmbeddedLinks: boolean;
  readonly hasEmbeddedPhone: boolean;
  readonly ageGated: boolean;
  readonly directLending: boolean;
  readonly optInMessage: string | null;
  readonly helpMessage: string | null;
  readonly optInKeywords: readonly string[];
  readonly privacyUrl: string;
  readonly termsUrl: string;
}

/** A toll-free number as it is verified. `pictureUrls`: where reviewers see the opt-in. */
export interface TollFreeOrder extends Omit<CampaignOrder, 'brandSid'> {
  readonly numberSid: string;
  readonly brand: BrandDetails;
  readonly optinType: SmsOptinType;
  readonly consentForm: ConsentForm | null;
  readonly pictureUrls: readonly string[];
}

/** Ids at the carrier that earlier steps made, by the kind of step. */
export type StepSids = Readonly<Record<string, string>>;

/** One request. `find`: what an earlier try of it made, null for none; `make` rejects with a `RestException` when the carrier refuses. */
export interface CarrierStep {
  readonly kind: string;
  find(sids: StepSids): Promise<string | null>;
  make(sids: StepSids): Promise<string>;
  /** Look before the first try, too: what puts a rejection right is needless where there is none. */
  readonly looksFirst?: true;
}

/** Standing at the carrier; a status that is none of ours is null. */
export interface CarrierStanding {
  readonly status: SmsStatus | null;
  readonly code: string | null;
  readonly reason: string | null;
}

/** The port: what the domain asks of the carrier about registrations. All reject when the carrier cannot say. */
export interface CarrierRegistration {
  brandSteps(order: BrandOrder): readonly CarrierStep[];
  campaignSteps(order: CampaignOrder): readonly CarrierStep[];
  tollFreeStep(kind: string, order: TollFreeOrder, carrierSid: string | null): CarrierStep;
  brandStanding(sid: string): Promise<CarrierStanding>;
  campaignStanding(serviceSid: string, sid: string): Promise<CarrierStanding>;
  tollFreeStanding(sid: string): Promise<CarrierStanding>;
  /** Puts a number into a messaging service; returns why the carrier refuses it for good, in its words; null when it is there, also from before. */
  attachNumber(serviceSid: string, numberSid: string): Promise<string | null>;
  detachNumber(serviceSid: string, numberSid: string): Promise<void>;
  removeCampaign(serviceSid: string, sid: string): Promise<void>;
  removeTollFree(sid: string): Promise<void>;
  /** Has the account tell this installation of changes. Once for a process; a second sink is not made. */
  subscribe(): Promise<void>;
}

type Client = () => ReturnType<typeof twilio>;

/** Policies of Trust Hub: a secondary customer profile, and one for messages from applications. */
const policies = { profile: 'RNdfbf3fae0e1107f8aded0e7cead80bf5', messaging: 'RNb0d4771c2c98518d916a3d4cd70a8f8b' } as const;
/** Entries of a list that are looked through for one of ours. */
const maxListed = 1_000;

/** Events of the account that say that a registration moved on, by how their names begin: the carrier's own list has the rest. */
const eventTypes = /^com\.twilio\.messaging\.compliance\.(?:brand-registration|campaign-registration|toll-free-verification)\./;

const isStatus = (error: unknown, status: number) => error instanceof twilio.RestException && error.status === status;
const ignoreMissing = (error: unknown) => {
  if (!isStatus(error, 404)) throw error;
};

/** Throws when a list is too long to know whether ours is in it. */
function checkWhole(list: readonly unknown[]): void {
  if (list.length >= maxListed) throw new Error('The carrier lists more than is looked through: it cannot be known whether one is ours');
}

interface Assigner {
  list(options: { limit: number }): Promise<readonly { readonly objectSid: string }[]>;
  create(options: { objectSid: string }): Promise<unknown>;
}

/** Assigns to a bundle what is not assigned to it yet. */
async function assign(assignments: Assigner, objectSids: readonly string[]): Promise<void> {
  const there = new Set((await assignments.list({ limit: 50 })).map(({ objectSid }) => objectSid));
  for (const objectSid of objectSids) if (!there.has(objectSid)) await assignments.create({ objectSid });
}

const getSid = (sids: StepSids, kind: string): string => {
  const sid = sids[kind];
  if (sid === undefined) throw new Error(`The step ${kind} has not been made`);
  return sid;
};

function createBrandSteps(config: Config, client: Client, { key, details, volume, round }: BrandOrder): CarrierStep[] {
  const name = `keyline ${key}`;
  const email = details.contactEmail ?? '';
  const hub = () => client().trusthub.v1;
  const endUser = (kind: string, type: string, attributes: object): CarrierStep => ({
    kind,
    async find() {
      const list = await hub().endUsers.list({ limit: maxListed });
      const found = list.find(({ friendlyName }) => friendlyName === `${name} ${kind}`);
      if (!found) checkWhole(list);
      return found?.sid ?? null;
    },
    make: async () => (await hub().endUsers.create({ friendlyName: `${name} ${kind}`, type, attributes })).sid,
  });
  const business = toBusinessAttributes(details);
  const representative = toRepresentativeAttributes(details);
  const messaging = toMessagingAttributes(details);
  // Corrects refused details before anything is asked for again, also where the carrier never made a brand of them.
  const correction: CarrierStep = {
    kind: `correction:${round}`,
    find: async () => null,
    async make(sids) {
      for (const [kind, attributes] of [
        ['business', business],
        ['representative', representative],
        ['messagingProfile', messaging],
      ] as const) {
        const { [kind]: sid } = sids;
        if (sid !== undefined) await hub().endUsers(sid).update({ attributes });
      }
      return getSid(sids, 'business');
    },
  };
  const steps: CarrierStep[] = [
    {
      kind: 'profile',
      find: async () => (await hub().customerProfiles.list({ friendlyName: name, limit: 1 }))[0]?.sid ?? null,
      make: async () => (await hub().customerProfiles.create({ friendlyName: name, email, policySid: policies.profile })).sid,
    },
    endUser('business', 'customer_profile_business_information', business),
    endUser('representative', 'authorized_representative_1', representative),
    {
      kind: 'address',
      find: async () => (await client().addresses.list({ friendlyName: name, limit: 1 }))[0]?.sid ?? null,
      make: async () =>
        (
          await client().addresses.create({
            friendlyName: name,
            customerName: details.legalName ?? '',
            street: details.street ?? '',
            city: details.city ?? '',
            region: details.region ?? '',
            postalCode: details.postalCode ?? '',
            isoCountry: 'US',
          })
        ).sid,
    },
    {
      kind: 'document',
      async find() {
        const list = await hub().supportingDocuments.list({ limit: maxListed });
        const found = list.find(({ friendlyName }) => friendlyName === name);
        if (!found) checkWhole(list);
        return found?.sid ?? null;
      },
      make: async (sids) =>
        (
          await hub().supportingDocuments.create({
            friendlyName: name,
            type: 'customer_profile_address',
            attributes: { address_sids: getSid(sids, 'address') },
          })
        ).sid,
    },
    {
      kind: 'profileSubmission',
      async find(sids) {
        const profile = await hub().customerProfiles(getSid(sids, 'profile')).fetch();
        return profile.status === 'draft' ? null : profile.sid;
      },
      async make(sids) {
        const profile = hub().customerProfiles(getSid(sids, 'profile'));
        const primary = config.primaryProfileSid === null ? [] : [config.primaryProfileSid];
        await assign(profile.customerProfilesEntityAssignments, [...primary, ...['business', 'representative', 'document'].map((kind) => getSid(sids, kind))]);
        return (await profile.update({ status: 'pending-review' })).sid;
      },
    },
    {
      kind: 'trustProduct',
      find: async () => (await hub().trustProducts.list({ friendlyName: name, limit: 1 }))[0]?.sid ?? null,
      make: async () => (await hub().trustProducts.create({ friendlyName: name, email, policySid: policies.messaging })).sid,
    },
    endUser('messagingProfile', 'us_a2p_messaging_profile_information', messaging),
    {
      kind: 'trustSubmission',
      async find(sids) {
        const product = await hub().trustProducts(getSid(sids, 'trustProduct')).fetch();
        return product.status === 'draft' ? null : product.sid;
      },
      async make(sids) {
        const product = hub().trustProducts(getSid(sids, 'trustProduct'));
        await assign(product.trustProductsEntityAssignments, [getSid(sids, 'messagingProfile'), getSid(sids, 'profile')]);
        return (await product.update({ status: 'pending-review' })).sid;
      },
    },
    ...(round > 1 ? [correction] : []),
    {
      kind: 'brand',
      async find(sids) {
        const list = await client().messaging.v1.brandRegistrations.list({ limit: maxListed });
        const found = list.find(({ customerProfileBundleSid }) => customerProfileBundleSid === sids.profile);
        if (!found) checkWhole(list);
        return found?.sid ?? null;
      },
      make: async (sids) =>
        (
          await client().messaging.v1.brandRegistrations.create({
            customerProfileBundleSid: getSid(sids, 'profile'),
            a2PProfileBundleSid: getSid(sids, 'trustProduct'),
            brandType: 'STANDARD',
            skipAutomaticSecVet: !needsVetting(volume),
          })
        ).sid,
    },
  ];
  if (round <= 1) return steps;
  const resubmit: CarrierStep = {
    kind: `brand:${round}`,
    looksFirst: true,
    async find(sids) {
      const brand = await client().messaging.v1.brandRegistrations(getSid(sids, 'brand')).fetch();
      return brand.status === 'FAILED' ? null : brand.sid;
    },
    make: async (sids) => (await client().messaging.v1.brandRegistrations(getSid(sids, 'brand')).update()).sid,
  };
  return [...steps, resubmit];
}

function createCampaignSteps(client: Client, order: CampaignOrder): CarrierStep[] {
  const name = `keyline ${order.key}`;
  const messaging = () => client().messaging.v1;
  const shared = {
    description: order.description,
    messageFlow: order.messageFlow,
    messageSamples: [...order.samples],
    hasEmbeddedLinks: order.hasEmbeddedLinks,
    hasEmbeddedPhone: order.hasEmbeddedPhone,
    ageGated: order.ageGated,
    directLending: order.directLending,
    privacyPolicyUrl: order.privacyUrl,
    termsAndConditionsUrl: order.termsUrl,
  };
  const steps: CarrierStep[] = [
    {
      kind: 'service',
      async find() {
        const list = await messaging().services.list({ limit: maxListed });
        const found = list.find(({ friendlyName }) => friendlyName === name);
        if (!found) checkWhole(list);
        return found?.sid ?? null;
      },
      // Numbers keep their own webhooks: the service exists for the campaign alone.
      make: async () => (await messaging().services.create({ friendlyName: name, useInboundWebhookOnNumber: true })).sid,
    },
    {
      kind: 'campaign',
      find: async (sids) => (await messaging().services(getSid(sids, 'service')).usAppToPerson.list({ limit: 1 }))[0]?.sid ?? null,
      make: async (sids) =>
        (
          await messaging()
            .services(getSid(sids, 'service'))
            .usAppToPerson.create({
              ...shared,
              brandRegistrationSid: order.brandSid,
              usAppToPersonUsecase: toRegistryUseCase(order.useCases, order.volume),
              ...(order.optInMessage === null ? {} : { optInMessage: order.optInMessage }),
              ...(order.helpMessage === null ? {} : { helpMessage: order.helpMessage }),
              ...(order.optInKeywords.length === 0 ? {} : { optInKeywords: [...order.optInKeywords] }),
            })
        ).sid,
    },
  ];
  if (order.round <= 1) return steps;
  const getCampaign = (sids: StepSids) => messaging().services(getSid(sids, 'service')).usAppToPerson(getSid(sids, 'campaign'));
  const resubmit: CarrierStep = {
    kind: `campaign:${order.round}`,
    looksFirst: true,
    async find(sids) {
      const campaign = await getCampaign(sids).fetch();
      return campaign.campaignStatus === 'FAILED' ? null : campaign.sid;
    },
    make: async (sids) => (await getCampaign(sids).update(shared)).sid,
  };
  return [...steps, resubmit];
}

function createTollFreeStep(client: Client, kind: string, order: TollFreeOrder, carrierSid: string | null): CarrierStep {
  const { brand } = order;
  const verifications = () => client().messaging.v1.tollfreeVerifications;
  const email = brand.contactEmail ?? '';
  const fields = {
    businessName: brand.legalName ?? '',
    ...(brand.brandName ? { doingBusinessAs: brand.brandName } : {}),
    businessWebsite: brand.website ?? '',
    notificationEmail: email,
    useCaseCategories: order.useCases.map((useCase) => tollFreeUseCase[useCase]),
    useCaseSummary: order.description.slice(0, 500),
    productionMessageSample: order.samples[0] ?? '',
    optInImageUrls: [...order.pictureUrls],
    optInType: toOptinType(order.optinType, order.consentForm),
    messageVolume: tollFreeVolume[order.volume],
    additionalInformation: order.messageFlow.slice(0, 500),
    businessStreetAddress: brand.street ?? '',
    businessCity: brand.city ?? '',
    businessStateProvinceRegion: brand.region ?? '',
    businessPostalCode: brand.postalCode ?? '',
    businessCountry: 'US',
    businessContactFirstName: brand.contactFirstName ?? '',
    businessContactLastName: brand.contactLastName ?? '',
    businessContactEmail: email,
    businessContactPhone: brand.contactPhone ?? '',
    businessRegistrationNumber: (brand.taxId ?? '').replace(/\D/g, ''),
    businessRegistrationAuthority: 'EIN' as const,
    businessRegistrationCountry: 'US',
    ...(brand.entityType ? { businessType: brand.entityType } : {}),
    ...(order.optInMessage === null ? {} : { optInConfirmationMessage: order.optInMessage }),
    ...(order.helpMessage === null ? {} : { helpMessageSample: order.helpMessage }),
    privacyPolicyUrl: order.privacyUrl,
    termsAndConditionsUrl: order.termsUrl,
    ageGatedContent: order.ageGated,
    ...(order.optInKeywords.length === 0 ? {} : { optInKeywords: [...order.optInKeywords] }),
  };
  if (carrierSid === null)
    return {
      kind,
      find: async () => (await verifications().list({ tollfreePhoneNumberSid: order.numberSid, limit: 1 }))[0]?.sid ?? null,
      make: async () => (await verifications().create({ ...fields, tollfreePhoneNumberSid: order.numberSid, externalReferenceId: order.key })).sid,
    };
  return {
    kind,
    looksFirst: true,
    async find() {
      const verification = await verifications().get(carrierSid).fetch();
      return verification.status === 'TWILIO_REJECTED' ? null : verification.sid;
    },
    make: async () =>
      (
        await verifications()
          .get(carrierSid)
          .update({ ...fields, editReason: 'Corrected after review' })
      ).sid,
  };
}

async function subscribe(client: Client, destination: string): Promise<void> {
  const { events } = client();
  const name = `keyline ${destination}`;
  const there = await events.v1.subscriptions.list({ limit: 200 });
  if (there.some(({ description }) => description === name)) return;
  const sinks = await events.v1.sinks.list({ limit: 200 });
  const sink =
    sinks.find(({ description }) => description === name) ??
    (await events.v1.sinks.create({ description: name, sinkType: 'webhook', sinkConfiguration: { destination, method: 'POST', batch_events: false } }));
  const types = (await events.v1.eventTypes.list({ limit: maxListed })).filter(({ type }) => eventTypes.test(type));
  if (types.length > 0) await events.v1.subscriptions.create({ description: name, sinkSid: sink.sid, types: types.map(({ type }) => ({ type })) });
}

/** The port on an SDK client of this installation. */
export function createCarrierRegistration(config: Config, client: Client): CarrierRegistration {
  const messaging = () => client().messaging.v1;
  let isSubscribed = false;
  return {
    brandSteps: (order) => createBrandSteps(config, client, order),
    campaignSteps: (order) => createCampaignSteps(client, order),
    tollFreeStep: (kind, order, carrierSid) => createTollFreeStep(client, kind, order, carrierSid),
    async brandStanding(sid) {
      const brand = await messaging().brandRegistrations(sid).fetch();
      const status = brandStatuses[brand.status] ?? null;
      const errors = readErrors(brand.errors);
      const [feedback] = brand.brandFeedback ?? [];
      const reason = (feedback && feedbackText[feedback]) ?? errors.reason ?? brand.failureReason ?? null;
      return { status, code: feedback ?? errors.code, reason: status === 'rejected' || status === 'suspended' ? reason : null };
    },
    async campaignStanding(serviceSid, sid) {
      const campaign = await messaging().services(serviceSid).usAppToPerson(sid).fetch();
      return { status: campaignStatuses[campaign.campaignStatus] ?? null, ...readErrors(campaign.errors) };
    },
    async tollFreeStanding(sid) {
      const verification = await messaging().tollfreeVerifications(sid).fetch();
      const first = readErrors(verification.rejectionReasons);
      return {
        status: tollFreeStatuses[verification.status] ?? null,
        code: verification.errorCode ? String(verification.errorCode) : first.code,
        reason: verification.rejectionReason || first.reason,
      };
    },
    async attachNumber(serviceSid, numberSid) {
      return readRefusal(messaging().services(serviceSid).phoneNumbers.create({ phoneNumberSid: numberSid }));
    },
    detachNumber: async (serviceSid, numberSid) => {
      await messaging().services(serviceSid).phoneNumbers(numberSid).remove().catch(ignoreMissing);
    },
    removeCampaign: async (serviceSid, sid) => {
      await messaging().services(serviceSid).usAppToPerson(sid).remove().catch(ignoreMissing);
    },
    removeTollFree: async (sid) => {
      await messaging().tollfreeVerifications(sid).remove().catch(ignoreMissing);
    },
    async subscribe() {
      if (isSubscribed) return;
      await subscribe(client, `${config.publicUrl}/webhooks/carrier/registration`);
      isSubscribed = true;
    },
  };
}
