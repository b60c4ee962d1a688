/** Configuration the app needs from its server before any user signs in. */
import type { ClientConfig } from '#contract/system/entities.ts';
import type { Config } from '../../config.ts';

/** The configuration as the browser may see it. */
export const toClientConfig = ({ realtime, supportEmail, publicUrl, sandboxUrl, speech, version, fax, newCompanies }: Config): ClientConfig => ({
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
  speaks: speech !== null,
  version,
});
