/** The port of a vendor of ads: connecting by OAuth, accounts to choose from, conversions of clicks and their withdrawal. Failures of the vendor never read as ours. */
import type { AdKind } from '#contract/integrations/enums.ts';
import type { OAuthVendor, VendorOutcome } from './oauthVendor.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Managers, and accounts that ads are bought in. `managerId` null: the account is reached by itself. */
export interface AdAccounts {
  readonly managers: readonly Named[];
  readonly accounts: readonly (Named & { readonly managerId: string | null })[];
}

/** The dataset of an account that events go to, with the conversion that counts them; conversion null: each kind counts by itself. */
export interface AdDataset extends Named {
  readonly conversion: Named | null;
}

/**
 * An account of ads as it was chosen, with the names that the vendor gave. `actionIds`: what counts each kind: a conversion action, a goal, an event. `managerName` and
 * `dataset` are there where the vendor has them.
 */
export interface AdSettings {
  readonly managerId: string | null;
  readonly managerName?: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly isSeparate: boolean;
  readonly dataset?: AdDataset;
  readonly actionIds: Readonly<Record<AdKind, string>>;
  /** Time from which what was made for it takes conversions; null or left out: at once. */
  readonly readyAt?: string | null;
}

/** A click on an ad, as the address of the visit named it. */
export interface AdClick {
  readonly parameter: string;
  readonly id: string;
}

/** A conversion of a click. `key` is the same each time it is sent. */
export interface AdConversion {
  readonly kind: AdKind;
  readonly key: string;
  readonly click: AdClick;
  /** Time of the visit that the click led to. */
  readonly clickedAt: Date;
  readonly at: Date;
  /** Time since which it counts: that of the call, or of its last mark. */
  readonly countedAt: Date;
  readonly value: number | null;
}

/** A conversion that the vendor took, as it was sent: it is withdrawn by the same. */
export interface AdReceipt {
  readonly managerId: string | null;
  readonly accountId: string;
  readonly actionId: string;
  readonly key: string;
  readonly click: AdClick;
  readonly at: string;
  /** By which the vendor tells later what it did with it; left out where it tells nothing more. */
  readonly requestId?: string;
}

/** Datasets of an account with the conversions that count their events. `datasetId` null: it counts those of any. */
interface AdDatasets {
  readonly datasets: readonly Named[];
  readonly conversions: readonly (Named & { readonly datasetId: string | null; readonly eventName: string | null })[];
}

/** Outcome of a conversion or its withdrawal. */
export type AdOutcome = VendorOutcome<AdReceipt>;
/** Final outcome of a request that was taken; `pending`: the vendor doesn’t know yet; `mixed`: it counted some of its conversions, and doesn’t say which. */
export type AdVerdict = AdOutcome | { readonly kind: 'pending' | 'mixed' };

/** An account to activate: reached by itself, or under a manager. What a vendor does not have is left out. */
export interface AdChoice {
  readonly managerId: string | null;
  readonly accountId: string;
  readonly isSeparate?: boolean;
  readonly datasetId?: string;
  readonly conversionId?: string | null;
}

/** Names of an account and its manager, as the vendor gave them. */
export interface AdNames {
  readonly account: string;
  readonly manager: string | null;
}

/** A platform whose accounts have datasets, and conversions that count their events. `eventName` null: the conversion counts more than an event by its name. */
export interface DatasetPlatform extends AdPlatform {
  /** Lists the datasets of an account, and its conversions. Throws as `listAccounts` does. */
  listDatasets(accessToken: string, accountId: string): Promise<AdDatasets>;
}

export interface AdPlatform extends OAuthVendor {
  /** Lists managers and accounts that are reached by themselves; with a manager, the accounts under it. Throws `GrantLostError`, `VendorRefusedError`, `VendorSilentError`. */
  listAccounts(accessToken: string, managerId: string | null): Promise<AdAccounts>;
  /** Finds what counts conversions in an account, and makes what is missing. Safe to ask twice. Throws as `listAccounts` does. */
  prepare(accessToken: string, choice: AdChoice, names: AdNames): Promise<AdSettings>;
  /** Sends up to 1,000 conversions; an outcome for each, in their order. Safe to ask twice: the keys tell that they are the same. Never rejects. */
  convert(accessToken: string, settings: AdSettings, conversions: readonly AdConversion[]): Promise<readonly AdOutcome[]>;
  /** Withdraws a conversion as far as the vendor lets us. Safe to ask twice. Never rejects. */
  withdraw(accessToken: string, receipt: AdReceipt): Promise<AdOutcome>;
  /** Asks what became of the request that a conversion was taken by, which its receipt names as `requestId`. Left out where the vendor tells nothing more. Never rejects. */
  confirm?(accessToken: string, receipt: AdReceipt): Promise<AdVerdict>;
}
