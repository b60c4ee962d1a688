/** Configuration the app requests from its server before any user signs in. */
import * as z from 'zod/mini';

/** Configuration the app needs from its server. `sandboxUrl` is present only where an installation simulates its own carrier. */
export const ClientConfig = z.object({
  name: z.string(),
  supportEmail: z.string(),
  /** `approved`: a company that somebody founds waits for the operator. */
  newCompanies: z.enum(['open', 'approved']),
  realtime: z.object({ key: z.string(), host: z.nullable(z.string()), port: z.nullable(z.number()), tls: z.boolean(), cluster: z.nullable(z.string()) }),
  /** True when faxes are set up: without, none is sent and no fax number is bought. */
  faxes: z.boolean(),
  sandboxUrl: z.nullable(z.string()),
  /** Texts can be spoken. */
  speaks: z.boolean(),
  version: z.string(),
});
export type ClientConfig = z.output<typeof ClientConfig>;
