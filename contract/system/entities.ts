/** Configuration the app requests from its server before any user signs in. */
import * as z from 'zod/mini';

/** User of the demo data whom the sign-in page offers. The password and the authenticator secret (base32) are published. */
export const DemoUser = z.object({
  email: z.string(),
  name: z.string(),
  note: z.string(),
  password: z.string(),
  mfaSecret: z.nullable(z.string()),
});
export type DemoUser = z.output<typeof DemoUser>;

/** Configuration the app needs from its server. `sandboxUrl` is present only where an installation simulates its own carrier. */
export const ClientConfig = z.object({
  name: z.string(),
  supportEmail: z.string(),
  /** The brand of the tenant at this host; null at a host of the installation. */
  brand: z.nullable(z.object({ accent: z.nullable(z.string()), logoUrl: z.nullable(z.string()) })),
  /** `approved`: a company that somebody founds waits for the operator. */
  newCompanies: z.enum(['open', 'approved']),
  realtime: z.object({ key: z.string(), host: z.nullable(z.string()), port: z.nullable(z.number()), tls: z.boolean(), cluster: z.nullable(z.string()) }),
  /** True when faxes are set up: without, none is sent and no fax number is bought. */
  faxes: z.boolean(),
  /** Calls in the app are set up. `signalling`: host of the simulated carrier's sockets; null for the carrier's own. */
  voice: z.nullable(z.object({ signalling: z.nullable(z.string()) })),
  sandboxUrl: z.nullable(z.string()),
  /** Users the sign-in page offers; empty unless the installation is a trial with demo data. */
  demoUsers: z.array(DemoUser),
  /** Texts can be spoken. */
  speaks: z.boolean(),
  version: z.string(),
});
export type ClientConfig = z.output<typeof ClientConfig>;
