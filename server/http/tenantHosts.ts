/** Host names of tenants: domains that a company has proved, with the brand people see there. One list for the process, read again every few seconds. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { currentTransaction, type Tenancy } from '../db/tenancy.ts';

/** A host name of a tenant. It serves people once the domain is in use (`isSynced`); one for the API serves no pages. */
export interface TenantHost {
  readonly host: string;
  readonly isApi: boolean;
  readonly isSynced: boolean;
  readonly companyId: number;
  readonly name: string;
  readonly accent: string | null;
  readonly supportEmail: string | null;
  readonly logoFileId: number | null;
}

export interface TenantHosts {
  /** The tenant of a `Host` header or host name, whose port is not compared; null for any other host. */
  find(host: string | undefined): Promise<TenantHost | null>;
  /** The host at which a company's own people sign in, where it is in use; null where the company has none. */
  findOfCompany(companyId: number): Promise<TenantHost | null>;
  /** The same as `find` from the list as it was last read, for decisions that cannot wait. */
  peek(host: string | undefined): TenantHost | null;
  /** Reads the list again with the next request. Call after the commit of a change; other nodes follow within `freshMs`. */
  invalidate(): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant at whose host the request came in; null at a host of the installation. */
    tenantHost: TenantHost | null;
  }
}

/** Milliseconds after which a node reads its list again. Unknown hosts cost no query of their own: the list is read at most this often. */
export const freshMs = 2_000;

interface HostRow {
  host: string;
  is_api: boolean;
  is_synced: boolean;
  company_id: number;
  name: string;
  accent: string | null;
  support_email: string | null;
  logo_file_id: number | null;
}

const toTenantHost = (row: HostRow): TenantHost => ({
  host: row.host,
  isApi: row.is_api,
  isSynced: row.is_synced,
  companyId: Number(row.company_id),
  name: row.name,
  accent: row.accent,
  supportEmail: row.support_email,
  logoFileId: row.logo_file_id === null ? null : Number(row.logo_file_id),
});

const readName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '');

/** Makes the list. */
export function createTenantHosts(tenancy: Pick<Tenancy, 'identityReading'>): TenantHosts {
  let known: ReadonlyMap<string, TenantHost> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  /** Counts calls of `invalidate`. A list whose reading began before one is not kept as the list after it. */
  let generation = 0;
  let knownGeneration = 0;
  let loading: { readonly generation: number; readonly done: Promise<void> } | null = null;
  const load = async (ofGeneration: number) => {
    const startedAt = performance.now();
    const { rows } = await tenancy.identityReading(() => sql<HostRow>`select * from tenant_hosts()`.execute(currentTransaction()));
    if (ofGeneration < knownGeneration) return;
    known = new Map(rows.map((row) => [row.host, toTenantHost(row)]));
    knownGeneration = ofGeneration;
    if (ofGeneration === generation) readAt = startedAt;
  };
  const refresh = (): Promise<void> => {
    if (loading?.generation === generation) return loading.done;
    const started = {
      generation,
      done: load(generation).finally(() => {
        if (loading === started) loading = null;
      }),
    };
    loading = started;
    return started.done;
  };
  const isStale = () => performance.now() - readAt > freshMs;
  return {
    async find(host) {
      if (host === undefined) return null;
      if (isStale()) await refresh();
      return known.get(readName(host)) ?? null;
    },
    async findOfCompany(companyId) {
      if (isStale()) await refresh();
      return known.values().find((tenant) => tenant.companyId === companyId && tenant.isSynced && !tenant.isApi) ?? null;
    },
    peek(host) {
      // A failure shows with the next request that waits for the list.
      if (isStale()) refresh().catch(() => {});
      return host === undefined ? null : (known.get(readName(host)) ?? null);
    },
    invalidate() {
      generation += 1;
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Formats the address of a tenant's host, without a trailing slash: scheme and port are the installation's. */
export function formatTenantUrl({ publicUrl }: Pick<Config, 'publicUrl'>, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

/** Address of the pages, name of the product there, and the company whose host it is; null at ours. */
export interface PeopleBase {
  readonly url: string;
  readonly product: string;
  readonly companyId: number | null;
}

/** Address, product name and company for people who came by a host: the tenant's where it is in use, else the installation's. */
export async function findPeopleBase(
  services: { readonly config: Pick<Config, 'publicUrl'>; readonly tenantHosts: TenantHosts },
  host: string | null,
): Promise<PeopleBase> {
  return toPeopleBase(services.config, host === null ? null : await services.tenantHosts.find(host));
}

/** Returns the same for a company's own users, for example in mail. */
export async function findCompanyBase(
  services: { readonly config: Pick<Config, 'publicUrl'>; readonly tenantHosts: TenantHosts },
  companyId: number,
): Promise<PeopleBase> {
  return toPeopleBase(services.config, await services.tenantHosts.findOfCompany(companyId));
}

function toPeopleBase(config: Pick<Config, 'publicUrl'>, tenant: TenantHost | null): PeopleBase {
  if (!tenant?.isSynced || tenant.isApi) return { url: config.publicUrl, product: 'Keyline', companyId: null };
  return { url: formatTenantUrl(config, tenant.host), product: tenant.name, companyId: tenant.companyId };
}
