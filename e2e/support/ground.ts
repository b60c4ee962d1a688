/** Data the one setup of a run hands to every worker. */
import * as z from 'zod/mini';

const Ground = z.object({ databaseUrl: z.string(), dataDir: z.string(), secret: z.string() });
/** The cluster's own database, the folder of files, the installation's secret in base64. */
export type Ground = z.output<typeof Ground>;

const variable = 'KEYLINE_BROWSER_GROUND';

export function publishGround(ground: Ground): void {
  process.env[variable] = JSON.stringify(ground);
}

export function readGround(): Ground {
  return z.parse(Ground, JSON.parse(process.env[variable] ?? '{}'));
}
