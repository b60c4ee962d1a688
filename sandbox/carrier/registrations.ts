/** Registrations as the carrier keeps them: profiles, brands, campaigns, toll-free verifications, each advancing by itself; changes are told to the account's sinks. */
import { createSid } from './ledger.ts';
import { pauseFor, runWithRetries, signJson } from './post.ts';

/** Outcome of a registration. */
type RegistrationFate =
  | { readonly kind: 'approve' }
  | { readonly kind: 'brandFails'; readonly feedback: string }
  | { readonly kind: 'brandWaits' }
  | { readonly kind: 'campaignFails'; readonly code: number; readonly message: string }
  | { readonly kind: 'suspended'; readonly code: number; readonly message: string }
  | { readonly kind: 'drop' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'busyOnce' }
  | { readonly kind: 'refuse'; readonly code: number; readonly message: string };

/** EINs with a known outcome. The one table: the sandbox plays it, its page prints it, tests read it. What is rejected is approved once it is submitted again. */
export const magicRegistrations: readonly { readonly ein: string; readonly title: string; readonly fate: RegistrationFate }[] = [
  { ein: '90-0000001', title: 'Approved', fate: { kind: 'approve' } },
  { ein: '90-0000002', title: 'Brand rejected: tax ID, then approved', fate: { kind: 'brandFails', feedback: 'TAX_ID' } },
  { ein: '90-0000003', title: 'Brand in review for a while, then approved', fate: { kind: 'brandWaits' } },
  {
    ein: '90-0000004',
    title: 'Campaign rejected 30908, then approved',
    fate: { kind: 'campaignFails', code: 30908, message: 'The privacy policy cannot be verified: it does not say that mobile data is not shared' },
  },
  {
    ein: '90-0000005',
    title: 'Campaign rejected 30896, then approved',
    fate: { kind: 'campaignFails', code: 30896, message: 'The opt-in information is invalid: the call to action cannot be seen by a reviewer' },
  },
  {
    ein: '90-0000006',
    title: 'Approved, suspended later',
    fate: { kind: 'suspended', code: 30883, message: 'The campaign was suspended: content that was not declared' },
  },
  { ein: '90-0000007', title: 'Brand and campaign taken, replies lost, approved', fate: { kind: 'drop' } },
  { ein: '90-0000008', title: 'Error 500 after taking brand and campaign, approved', fate: { kind: 'fail' } },
  { ein: '90-0000009', title: 'Too many requests once (429), then approved', fate: { kind: 'busyOnce' } },
  { ein: '90-0000010', title: 'Brand refused at once: bad EIN', fate: { kind: 'refuse', code: 21714, message: 'Bad EIN' } },
];

const ordinary: RegistrationFate = { kind: 'approve' };

/** Returns the outcome of an EIN; one that is not magic is approved. */
export const findRegistrationFate = (ein: string): RegistrationFate =>
  magicRegistrations.find((each) => each.ein.replace(/\D/g, '') === ein.replace(/\D/g, ''))?.fate ?? ordinary;

/** Events that the account may subscribe to. */
export const registrationEvents = [
  'brand-registration.brand-registered',
  'brand-registration.brand-failure',
  'brand-registration.brand-unverified',
  'campaign-registration.campaign-submitted',
  'campaign-registration.campaign-approved',
  'campaign-registration.campaign-failure',
  'toll-free-verification.approved',
  'toll-free-verification.rejected',
].map((name) => `com.twilio.messaging.compliance.${name}`);

/** The EIN of a title. Throws for a title that is none. */
export function findMagicEin(title: string): string {
  const found = magicRegistrations.find((each) => each.title === title);
  if (!found) throw new Error(`Unknown magic EIN “${title}”`);
  return found.ein;
}

export interface Bundle {
  readonly sid: string;
  readonly kind: 'customerProfile' | 'trustProduct';
  readonly friendlyName: string;
  readonly email: string;
  readonly policySid: string;
  readonly assigned: { readonly sid: string; readonly objectSid: string }[];
  status: 'draft' | 'pending-review' | 'twilio-approved';
  readonly createdAt: Date;
}

export interface Entity {
  readonly sid: string;
  readonly friendlyName: string;
  readonly type: string;
  attributes: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

export interface Brand {
  readonly sid: string;
  readonly profileSid: string;
  readonly trustSid: string;
  readonly ein: string;
  readonly skipsVetting: boolean;
  status: 'PENDING' | 'IN_REVIEW' | 'APPROVED' | 'FAILED';
  feedback: readonly string[];
  tries: number;
  readonly createdAt: Date;
}

interface Service {
  readonly sid: string;
  readonly friendlyName: string;
  readonly numbers: Set<string>;
  readonly createdAt: Date;
}

export interface Campaign {
  readonly sid: string;
  readonly serviceSid: string;
  readonly brandSid: string;
  fields: Readonly<Record<string, unknown>>;
  status: 'IN_PROGRESS' | 'VERIFIED' | 'FAILED' | 'SUSPENDED';
  error: { readonly code: number; readonly message: string } | null;
  tries: number;
  readonly createdAt: Date;
}

export interface TollFree {
  readonly sid: string;
  readonly numberSid: string;
  fields: Readonly<Record<string, unknown>>;
  readonly ein: string;
  status: 'PENDING_REVIEW' | 'IN_REVIEW' | 'TWILIO_APPROVED' | 'TWILIO_REJECTED';
  error: { readonly code: number; readonly message: string } | null;
  tries: number;
  readonly createdAt: Date;
}

interface Sink {
  readonly sid: string;
  readonly description: string;
  readonly destination: string;
}

/** The registrations of the account. */
export interface Registrations {
  readonly bundles: Map<string, Bundle>;
  readonly endUsers: Map<string, Entity>;
  readonly documents: Map<string, Entity>;
  readonly addresses: Map<string, { readonly sid: string; readonly fields: Readonly<Record<string, unknown>> }>;
  readonly brands: Map<string, Brand>;
  readonly services: Map<string, Service>;
  readonly campaigns: Map<string, Campaign>;
  readonly tollFree: Map<string, TollFree>;
  readonly sinks: Map<string, Sink>;
  readonly subscriptions: Map<string, { readonly sid: string; readonly description: string; readonly sinkSid: string; readonly types: readonly string[] }>;
  /** The EIN of a profile, from the business that is assigned to it. */
  findEin(profileSid: string): string;
  /** Starts a brand, or starts it again once it was put right. */
  reviewBrand(brand: Brand): void;
  reviewCampaign(campaign: Campaign): void;
  reviewTollFree(verification: TollFree): void;
  /** Campaigns ever made for a brand with this EIN, and brands. */
  count(ein: string): { readonly brands: number; readonly campaigns: number };
}

interface RegistrationsContext {
  readonly authToken: string;
  readonly accountSid: string;
  readonly pace: number;
  readonly signal: AbortSignal;
}

/** Seconds, times the pace, until the next step. */
const seconds = { brand: 3, wait: 20, campaign: 4, suspend: 30, tollFree: 3 } as const;

/** Makes the memory of them; each advances by itself as `pace` has it, until the signal ends it. */
export function createRegistrations({ authToken, accountSid, pace, signal }: RegistrationsContext): Registrations {
  const pass = async (duration: number) => {
    await pauseFor(duration * 1_000 * pace, signal);
    return !signal.aborted;
  };
  const publish = async (type: string, data: Readonly<Record<string, unknown>>) => {
    for (const { sinkSid, types } of registrations.subscriptions.values()) {
      const name = `com.twilio.messaging.compliance.${type}`;
      const sink = registrations.sinks.get(sinkSid);
      if (!sink || !types.includes(name)) continue;
      const body = JSON.stringify([
        {
          specversion: '1.0',
          type: name,
          source: createSid('AB'),
          id: createSid('EZ'),
          time: new Date().toISOString(),
          data: { accountsid: accountSid, ...data },
        },
      ]);
      const { url, signature } = signJson(authToken, sink.destination, body);
      await runWithRetries(signal, async () => {
        const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body, signal });
        if (status >= 500) throw new Error(`The app answered ${status}`);
      });
    }
  };
  const playBrand = async (brand: Brand) => {
    const fate = findRegistrationFate(brand.ein);
    brand.tries += 1;
    brand.status = 'PENDING';
    brand.feedback = [];
    if (!(await pass(seconds.brand))) return;
    if (fate.kind === 'brandWaits') {
      brand.status = 'IN_REVIEW';
      await publish('brand-registration.brand-unverified', { brandsid: brand.sid });
      if (!(await pass(seconds.wait))) return;
    }
    const fails = fate.kind === 'brandFails' && brand.tries === 1;
    brand.status = fails ? 'FAILED' : 'APPROVED';
    brand.feedback = fails ? [fate.feedback] : [];
    await publish(`brand-registration.${fails ? 'brand-failure' : 'brand-registered'}`, { brandsid: brand.sid, customerprofilesid: brand.profileSid });
  };
  const playCampaign = async (campaign: Campaign) => {
    const fate = findRegistrationFate(registrations.brands.get(campaign.brandSid)?.ein ?? '');
    const told = { campaignsid: createSid('CM'), brandsid: campaign.brandSid, messagingservicesid: campaign.serviceSid };
    campaign.tries += 1;
    campaign.status = 'IN_PROGRESS';
    campaign.error = null;
    await publish('campaign-registration.campaign-submitted', told);
    if (!(await pass(seconds.campaign))) return;
    const fails = fate.kind === 'campaignFails' && campaign.tries === 1;
    campaign.status = fails ? 'FAILED' : 'VERIFIED';
    campaign.error = fails ? { code: fate.code, message: fate.message } : null;
    await publish(`campaign-registration.${fails ? 'campaign-failure' : 'campaign-approved'}`, told);
    if (fate.kind !== 'suspended' || !(await pass(seconds.suspend))) return;
    campaign.status = 'SUSPENDED';
    campaign.error = { code: fate.code, message: fate.message };
    await publish('campaign-registration.campaign-failure', told);
  };
  const playTollFree = async (verification: TollFree) => {
    const fate = findRegistrationFate(verification.ein);
    verification.tries += 1;
    verification.status = 'PENDING_REVIEW';
    verification.error = null;
    if (!(await pass(seconds.tollFree))) return;
    verification.status = 'IN_REVIEW';
    if (!(await pass(seconds.tollFree))) return;
    const fails = fate.kind === 'campaignFails' && verification.tries === 1;
    verification.status = fails ? 'TWILIO_REJECTED' : 'TWILIO_APPROVED';
    verification.error = fails ? { code: fate.code, message: fate.message } : null;
    await publish(`toll-free-verification.${fails ? 'rejected' : 'approved'}`, {
      tollfreeverificationsid: verification.sid,
      phonenumbersid: verification.numberSid,
    });
  };
  const registrations: Registrations = {
    bundles: new Map(),
    endUsers: new Map(),
    documents: new Map(),
    addresses: new Map(),
    brands: new Map(),
    services: new Map(),
    campaigns: new Map(),
    tollFree: new Map(),
    sinks: new Map(),
    subscriptions: new Map(),
    findEin(profileSid) {
      const assigned = registrations.bundles.get(profileSid)?.assigned ?? [];
      const business = assigned
        .map(({ objectSid }) => registrations.endUsers.get(objectSid))
        .find((each) => each?.type === 'customer_profile_business_information');
      return String(business?.attributes.business_registration_number ?? '');
    },
    reviewBrand: (brand) => void playBrand(brand).catch(() => {}),
    reviewCampaign: (campaign) => void playCampaign(campaign).catch(() => {}),
    reviewTollFree: (verification) => void playTollFree(verification).catch(() => {}),
    count(ein) {
      const brands = [...registrations.brands.values()].filter((brand) => brand.ein === ein.replace(/\D/g, ''));
      const sids = new Set(brands.map(({ sid }) => sid));
      return { brands: brands.length, campaigns: [...registrations.campaigns.values()].filter(({ brandSid }) => sids.has(brandSid)).length };
    },
  };
  return registrations;
}
