/** Creates the server’s services from the configuration and closes them in reverse order. */
import type { FastifyBaseLogger } from 'fastify';
import { createStripeVendor } from './cards/stripe.ts';
import { createCarrier } from './carrier/twilio.ts';
import type { Config } from './config.ts';
import { createAppPool } from './db/pool.ts';
import { findClusterFolder } from './db/postgresPaths.ts';
import { createTenancy } from './db/tenancy.ts';
import { createDnsResolver } from './dns/resolver.ts';
import { createTelnyx } from './fax/telnyx.ts';
import { createFileStore } from './files/create.ts';
import { createDiskSpace } from './files/space.ts';
import { createTenantHosts } from './http/tenantHosts.ts';
import { createJobs } from './jobs/pgBossQueue.ts';
import { createTrestle } from './lookup/trestle.ts';
import { createMailer } from './mail/smtp.ts';
import { createGa4 } from './measurement/ga4.ts';
import { createPictureCleaner } from './pictures/cleaner.ts';
import { createRealtime } from './realtime/createRealtime.ts';
import { createSealer } from './security/sealer.ts';
import type { Services } from './services.ts';
import { createSpeech } from './speech/create.ts';
import { createVendorTranscriber } from './transcription/vendor.ts';
import { createGoogleAds } from './vendors/googleAds.ts';
import { createHubspot } from './vendors/hubspot.ts';
import { createMetaAds } from './vendors/metaAds.ts';
import { createMicrosoftAds } from './vendors/microsoftAds.ts';
import { createSlack } from './vendors/slack.ts';
import { listEnding } from './vendors/versions.ts';
import { createGuardedFetcher } from './web/guardedFetcher.ts';
import { allJobs } from './work.ts';

/** Services a port may need to be made. */
interface CoreServices extends Pick<Services, 'config' | 'tenancy' | 'tenantHosts' | 'files' | 'space' | 'pictures' | 'sealer'> {
  readonly log: FastifyBaseLogger;
}

type Outside = Pick<
  Services,
  | 'realtime'
  | 'jobs'
  | 'carrier'
  | 'fax'
  | 'cards'
  | 'mailer'
  | 'speech'
  | 'transcriber'
  | 'lookup'
  | 'measurement'
  | 'teamChat'
  | 'leadCrm'
  | 'ads'
  | 'web'
  | 'dns'
>;

/** The ports to the outside. */
async function openPorts({ config, tenancy, tenantHosts, sealer, log }: CoreServices): Promise<Outside> {
  return {
    realtime: createRealtime(config, tenancy, tenantHosts, log),
    jobs: createJobs(config.databaseUrl, log, allJobs, { heartbeatSeconds: 10, silentMs: 2 * config.statementMs }),
    carrier: createCarrier(config, sealer),
    fax: config.fax === null ? null : createTelnyx(config.fax, config.publicUrl, sealer),
    cards: config.cards === null ? null : createStripeVendor(config.cards),
    mailer: createMailer(config.mail),
    speech: createSpeech(config.speech),
    transcriber: config.transcription === null ? null : createVendorTranscriber(config.transcription),
    dns: createDnsResolver(config.dnsServers),
    web: createGuardedFetcher({ baseUrl: config.webBaseUrl }),
    measurement: createGa4(config.analytics),
    teamChat: config.teamChat === null ? null : createSlack(config.teamChat),
    leadCrm: config.leadCrm === null ? null : createHubspot(config.leadCrm),
    ads: {
      'google-ads': config.googleAds === null ? null : createGoogleAds(config.googleAds),
      'meta-ads': config.metaAds === null ? null : createMetaAds(config.metaAds),
      'microsoft-ads': config.microsoftAds === null ? null : createMicrosoftAds(config.microsoftAds),
    },
    lookup: config.lookup === null ? null : createTrestle(config.lookup),
  };
}

/** Folders on this machine that are written to: the data folder, and the database's where the installation runs its own. */
function writtenFolders({ dataDir }: Config): string[] {
  const cluster = findClusterFolder(dataDir);
  return [...new Set([dataDir, ...(cluster === null ? [] : [cluster])])];
}

/** Opens the services; `given` ones take the place of those configured. */
export async function createServices(
  config: Config,
  log: FastifyBaseLogger,
  given: Partial<Services> = {},
): Promise<{ readonly services: Services; close(): Promise<void> }> {
  for (const sentence of listEnding(new Date())) log.warn(sentence);
  const pool = createAppPool({
    databaseUrl: config.databaseUrl,
    statementMs: config.statementMs,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const tenancy = createTenancy(pool);
  const space = createDiskSpace({ folders: writtenFolders(config), reserveBytes: config.reserveBytes });
  const tenantHosts = createTenantHosts(tenancy);
  const ground = {
    config,
    tenancy,
    tenantHosts,
    files: createFileStore(config),
    space,
    pictures: createPictureCleaner(),
    sealer: createSealer(config.secret),
    log,
  };
  const services: Services = { ...ground, ...(await openPorts(ground)), ...given };
  return {
    services,
    close: async () => {
      await services.jobs.stop();
      await services.mailer.close();
      await services.pictures.close();
      await pool.end();
    },
  };
}
