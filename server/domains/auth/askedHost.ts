/** The tenant's host a mail of the account is asked at. Read from the table of proved domains, never from a header as it came. */
import type { FastifyRequest } from 'fastify';

/** Part of a mail job that names the host; empty at a host of the installation. */
export const getAskedHost = ({ tenantHost }: Pick<FastifyRequest, 'tenantHost'>): { readonly host?: string } => (tenantHost ? { host: tenantHost.host } : {});
