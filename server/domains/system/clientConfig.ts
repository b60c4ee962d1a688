/** Configuration the app needs from its server before any user signs in. */
import type { ClientConfig } from '#contract/system/entities.ts';
import type { Config } from '../../config.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { formatBrandPictureUrl } from '../../files/links.ts';
import type { TenantHost } from '../../http/tenantHosts.ts';
import { allowsDemoUsers } from '../../safety.ts';
import type { Services } from '../../services.ts';

type Source = Pick<Services, 'config' | 'tenancy' | 'sealer'>;

/** Demo users who can sign in: none of those the operator has disabled. Asked each time: a configuration put together elsewhere publishes no password of a live installation. */
async function listDemoUsers({ config, tenancy }: Pick<Source, 'config' | 'tenancy'>): Promise<ClientConfig['demoUsers']> {
  const { demoUsers, wantsDemo } = config;
  if (!wantsDemo || demoUsers.length === 0 || !allowsDemoUsers(config)) return [];
  const emails = demoUsers.map(({ email }) => email);
  const disabled = await tenancy
    .identityReading(() => currentTransaction().selectFrom('users').where('email', 'in', emails).where('disabled_at', 'is not', null).select('email').execute())
    // The page comes without a database, too, and says so; nobody signs in meanwhile.
    .catch(() => demoUsers);
  return demoUsers.filter(({ email }) => !disabled.some((user) => user.email === email));
}

/** Reads the configuration as the browser may see it: at a tenant's host under its name, without users of the demo data. */
export async function readClientConfig(source: Source, tenant: TenantHost | null): Promise<ClientConfig> {
  const own = toClientConfig(source.config);
  if (!tenant) return { ...own, demoUsers: await listDemoUsers(source) };
  const { name, supportEmail, accent, logoFileId, companyId } = tenant;
  const logoUrl = logoFileId === null ? null : formatBrandPictureUrl(source.sealer, { companyId, fileId: logoFileId });
  return { ...own, name, supportEmail: supportEmail ?? own.supportEmail, brand: { accent, logoUrl }, demoUsers: [] };
}

/** Where the browser finds the carrier's sockets: the sandbox, where that plays the carrier. */
const toVoice = ({ voice, carrier, sandboxUrl }: Pick<Config, 'voice' | 'carrier' | 'sandboxUrl'>): ClientConfig['voice'] =>
  voice && { signalling: carrier.baseUrl === null || sandboxUrl === null ? null : new URL(sandboxUrl).host };

const toClientConfig = ({
  realtime,
  supportEmail,
  publicUrl,
  sandboxUrl,
  speech,
  version,
  fax,
  newCompanies,
  ...rest
}: Config): Omit<ClientConfig, 'demoUsers'> => ({
  name: 'Keyline',
  brand: null,
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
  voice: toVoice({ ...rest, sandboxUrl }),
  sandboxUrl,
  speaks: speech !== null,
  version,
});
