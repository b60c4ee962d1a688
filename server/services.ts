/** Services handlers and jobs may use besides the database: one object, made once by `build()`, replaced in tests by other configuration, never by mocks. */

import type { AdProvider } from '#contract/integrations/enums.ts';
import type { CardVendor } from './cards/cards.ts';
import type { Carrier } from './carrier/carrier.ts';
import type { Config } from './config.ts';
import type { Tenancy } from './db/tenancy.ts';
import type { DnsResolver } from './dns/resolver.ts';
import type { FaxVendor } from './fax/fax.ts';
import type { DiskSpace } from './files/space.ts';
import type { FileStore } from './files/store.ts';
import type { TenantHosts } from './http/tenantHosts.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { CallerDirectory } from './lookup/lookup.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Measurement } from './measurement/measurement.ts';
import type { PictureCleaner } from './pictures/cleaner.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sealer } from './security/sealer.ts';
import type { Speech } from './speech/speech.ts';
import type { Transcriber } from './transcription/transcriber.ts';
import type { AdPlatform, DatasetPlatform } from './vendors/adPlatform.ts';
import type { LeadCrm } from './vendors/leadCrm.ts';
import type { TeamChat } from './vendors/teamChat.ts';
import type { WebFetcher } from './web/guardedFetcher.ts';

export interface Services {
  readonly config: Config;
  readonly tenancy: Tenancy;
  readonly tenantHosts: TenantHosts;
  readonly realtime: Realtime;
  readonly jobs: Jobs;
  readonly carrier: Carrier;
  /** Null where no vendor is configured: nothing is faxed. */
  readonly fax: FaxVendor | null;
  /** Null where no vendor is configured: nothing is charged. */
  readonly cards: CardVendor | null;
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly space: DiskSpace;
  readonly pictures: PictureCleaner;
  /** Null: this installation speaks no texts. */
  readonly speech: Speech | null;
  /** Null: this installation writes nothing down. */
  readonly transcriber: Transcriber | null;
  /** Null where no vendor is configured. */
  readonly lookup: CallerDirectory | null;
  /** Web analytics that calls and texts are reported to. */
  readonly measurement: Measurement;
  /** Null where the installation has no client at the vendor: no team chat is connected. */
  readonly teamChat: TeamChat | null;
  /** Null: this installation has no client at one. */
  readonly leadCrm: LeadCrm | null;
  /** Vendors of ads; null: this installation has no client there. */
  readonly ads: Readonly<Record<AdProvider, AdPlatform | null>> & { readonly 'meta-ads': DatasetPlatform | null };
  /** Pages of the web that people name. */
  readonly web: WebFetcher;
  /** DNS, asked for the records of tenants' domains. */
  readonly dns: DnsResolver;
  readonly sealer: Sealer;
}
