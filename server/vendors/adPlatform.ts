/** The port of a vendor of ads: connecting by OAuth, accounts to choose from, conversions of clicks and their withdrawal. Failures of the vendor never read as ours. */
import type { GoogleAdsChoices } from '#contract/integrations/entities.ts';
import type { AdKind } from '#contract/integrations/enums.ts';
import type { OAuthVendor, VendorOutcome } from './oauthVendor.ts';

/** An account of ads as it was chosen, with the names that the vendor gave. `actionIds`: the conversion action of each kind. */
export interface AdSettings {
  readonly managerId: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly isSeparate: boolean;
  readonly actionIds: Readonly<Record<AdKind, string>>;
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
  readonly at: Date;
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
}

/** Outcome of a conversion or its withdrawal. */
export type AdOutcome = VendorOutcome<AdReceipt>;

/** An account to activate: reached by itself, or under a manager. */
export interface AdChoice {
  readonly managerId: string | null;
  readonly accountId: string;
  readonly isSeparate: boolean;
}

export interface AdPlatform extends OAuthVendor {
  /** Lists managers and accounts that are reached by themselves; with a manager, the accounts under it. Throws `GrantLostError`, `VendorRefusedError`, `VendorSilentError`. */
  listAccounts(accessToken: string, managerId: string | null): Promise<GoogleAdsChoices>;
  /** Finds the conversion actions of an account by their name, and makes those that are missing. Safe to ask twice. Throws as `listAccounts` does. */
  prepare(accessToken: string, choice: AdChoice, accountName: string): Promise<AdSettings>;
  /** Sends a conversion. Safe to ask twice: the key tells that it is the same. Never rejects. */
  convert(accessToken: string, settings: AdSettings, conversion: AdConversion): Promise<AdOutcome>;
  /** Withdraws a conversion as far as the vendor lets us. Safe to ask twice. Never rejects. */
  withdraw(accessToken: string, receipt: AdReceipt): Promise<AdOutcome>;
}
