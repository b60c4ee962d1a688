/** Calls about the installation itself: what the app needs before anybody signs in, files, the OpenAPI document. */
import * as z from 'zod/mini';
import { route } from './route.ts';

/** What the app must know of its server. `sandboxUrl` stands only where an installation plays its own outside world. */
export const ClientConfig = z.object({
  name: z.string(),
  supportEmail: z.string(),
  /** `approved`: a company that somebody founds waits for the operator. */
  newCompanies: z.enum(['open', 'approved']),
  realtime: z.object({ key: z.string(), host: z.nullable(z.string()), port: z.nullable(z.number()), tls: z.boolean(), cluster: z.nullable(z.string()) }),
  /** Whether faxes are set up: without, none is sent and no fax number is bought. */
  faxes: z.boolean(),
  sandboxUrl: z.nullable(z.string()),
  /** Texts can be spoken. */
  speaks: z.boolean(),
  version: z.string(),
});
export type ClientConfig = z.output<typeof ClientConfig>;

export const system = {
  config: route('GET /client-config', { access: 'public', reply: ClientConfig, spec: 'ours', summary: 'Settings the app needs before sign-in' }),
  openapi: route('GET /openapi.json', { access: 'session', raw: true, spec: 'ours', summary: 'This document' }),
  file: route('GET /files/{token}', {
    access: 'public',
    params: { token: z.string().check(z.maxLength(600)) },
    raw: true,
    spec: 'ours',
    summary: 'A file by its link, for those with access now (the carrier: for an hour); answers ranges',
  }),
};
