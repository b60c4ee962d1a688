/** The tenant: its brand, and its domain. */
import type { DomainRecord, SenderRecord } from '#contract/tenant/entities.ts';
import type { UserEvent as DomainEvent } from '#machines/customDomain/index.ts';
import type { UserEvent as SenderEvent } from '#machines/emailSender/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Part of the brand that text says. */
export type BrandField = 'name' | 'accent' | 'supportEmail';

/** The tenant, for commands. */
export interface TenantServices {
  /** Sets one part of the brand. */
  setBrand(field: BrandField, value: string): CommandOutcomePromise;
  /** Returns the host at which people sign in until the typed claim takes its place; null where the claim ends none. */
  endedHost(): Promise<string | null>;
  hasLogo(): Promise<boolean>;
  /** Goes back to the installation's own name, color, address and logo. */
  resetBrand(): CommandOutcomePromise;
  /** Asks for a picture and uploads it. */
  chooseLogo(): void;
  removeLogo(): CommandOutcomePromise;
  /** Returns a part of the brand as it is; undefined where it is the installation's. */
  brand(field: BrandField): Promise<string | undefined>;
  /** Records of the domain; none without one. */
  records(): Promise<readonly DomainRecord[]>;
  /** Records of the sender; none without one. */
  senderRecords(): Promise<readonly SenderRecord[]>;
}

/** Types the area adds to those shared by all commands. */
export interface TenantTypes {
  readonly scopes: 'tenant' | 'customDomain' | 'emailSender';
  readonly panes: 'tenant' | 'customDomain' | 'emailSender';
  readonly services: { readonly tenant: TenantServices };
  readonly flows: { readonly customDomain: DomainEvent; readonly emailSender: SenderEvent };
}
