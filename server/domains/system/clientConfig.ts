/** Configuration the app needs from its server before any user signs in. */
import type { ClientConfig } from '#contract/system/entities.ts';
import type { Config } from '../../config.ts';
import { allowsDemoUsers } from '../../safety.ts';

/** The configuration as the browser may see it. */
export const toClientConfig = ({
  realtime,
  supportEmail,
  publicUrl,
  sandboxUrl,
  speech,
  version,
  fax,
  newCompanies,
  wantsDemo,
  demoUsers,
}: Config): ClientConfig => ({
  name: 'Keyline',
  supportEmail,
  newCompanies,
  realtime: {
    key: realtime.key,
    host: realtime.host,
    port: realtime.port,
    tls: realtime.driver === 'embedded' ? publicUrl.startsWith('https:') : realtime.tls,
    cluster: realtime.cluster,
  },
  faxes: fax !== null,
  sandboxUrl,
  // Asked again at the moment of use: a configuration put together elsewhere publishes no password of a live installation.
  demoUsers: wantsDemo && allowsDemoUsers({ publicUrl, sandboxUrl }) ? [...demoUsers] : [],
  speaks: speech !== null,
  version,
});
