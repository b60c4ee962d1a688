/** The sandbox as a process of its own: configured by the environment, says when it is ready, ends with SIGTERM or when its parent goes away. */
import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { Settings } from './control.ts';
import type { NameServer } from './dns/server.ts';
import { startMailCatcher } from './mail/catcher.ts';
import { registerMailRoutes } from './mail/routes.ts';
import { registerOidcRoutes } from './oidc/routes.ts';
import { startSandbox } from './server.ts';

const Client = z.object({ clientId: z.string(), clientSecret: z.string() });
const parseSettings = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), '[]'),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );

/** The environment. The settings file holds what is known only after seeding: `numbers` of the app, its `customers`, and `people` for the sign-in provider. */
const Environment = z.object({
  KEYLINE_SANDBOX_PORT: z._default(z.coerce.number(), 4_401),
  KEYLINE_SANDBOX_SMTP_PORT: z._default(z.coerce.number(), 4_402),
  KEYLINE_SANDBOX_DNS_PORT: z._default(z.coerce.number(), 4_403),
  KEYLINE_SANDBOX_SETTINGS: z._default(z.string(), './data/sandbox.json'),
  KEYLINE_SANDBOX_PER_MINUTE: z._default(z.coerce.number(), 4),
  KEYLINE_SANDBOX_SEED: z.optional(z.coerce.number()),
  KEYLINE_SANDBOX_PACE: z._default(z.coerce.number(), 1),
  KEYLINE_PUBLIC_URL: z._default(z.url(), 'http://127.0.0.1:4400'),
  KEYLINE_SANDBOX_URL: z.optional(z.url()),
  CARRIER_ACCOUNT_SID: z.string(),
  CARRIER_AUTH_TOKEN: z.string(),
  FAX_API_KEY: z.optional(z.string()),
  TRANSCRIPTION_TOKEN: z.optional(z.string()),
  TTS_TOKEN: z.optional(z.string()),
  STRIPE_API_KEY: z.optional(z.string()),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
  OIDC_PROVIDERS: parseSettings(z.array(Client)),
});

const SettingsFile = z.object({
  ...Settings.shape,
  people: z.optional(z.array(z.object({ email: z.string(), name: z.string(), emailVerified: z.optional(z.boolean()) }))),
});

async function readSettings(path: string): Promise<z.output<typeof SettingsFile>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return SettingsFile.parse(JSON.parse(text));
}

const env = Environment.parse(process.env);
const settings = await readSettings(env.KEYLINE_SANDBOX_SETTINGS);
let nameServer: NameServer | null = null;

const portSettings = ['KEYLINE_SANDBOX_PORT', 'KEYLINE_SANDBOX_SMTP_PORT', 'KEYLINE_SANDBOX_DNS_PORT'] as const;
/** Ends the process with words about a port that is taken, as beside a second installation. Throws any other error again. */
function endWithWords(error: unknown): never {
  const { code, port } = z.catch(z.object({ code: z.string(), port: z.number() }), { code: '', port: 0 }).parse(error);
  const setting = portSettings.find((name) => env[name] === port);
  if (code !== 'EADDRINUSE' || setting === undefined) throw error;
  process.stderr.write(`Port ${port} is taken. Stop what uses it, or set ${setting}.\n`);
  process.exit(1);
}

const catcher = await startMailCatcher({ port: env.KEYLINE_SANDBOX_SMTP_PORT, getNameServer: () => nameServer }).catch(endWithWords);
const sandbox = await startSandbox({
  port: env.KEYLINE_SANDBOX_PORT,
  dnsPort: env.KEYLINE_SANDBOX_DNS_PORT,
  accountSid: env.CARRIER_ACCOUNT_SID,
  authToken: env.CARRIER_AUTH_TOKEN,
  ...(env.FAX_API_KEY === undefined ? {} : { faxApiKey: env.FAX_API_KEY }),
  ...(env.TRANSCRIPTION_TOKEN === undefined ? {} : { transcriberToken: env.TRANSCRIPTION_TOKEN }),
  ...(env.TTS_TOKEN === undefined ? {} : { speechToken: env.TTS_TOKEN }),
  ...(env.STRIPE_API_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
    ? {}
    : { cards: { apiKey: env.STRIPE_API_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET } }),
  webhookUrl: settings.webhookUrl ?? env.KEYLINE_PUBLIC_URL,
  ...(env.KEYLINE_SANDBOX_URL === undefined ? {} : { publicUrl: env.KEYLINE_SANDBOX_URL }),
  numbers: settings.numbers ?? [],
  customers: settings.customers ?? [],
  // Another day brings other customers; a given seed brings the same.
  seed: env.KEYLINE_SANDBOX_SEED ?? Math.floor(Date.now() / 1_000),
  perMinute: env.KEYLINE_SANDBOX_PER_MINUTE,
  pace: env.KEYLINE_SANDBOX_PACE,
  plugins: [
    async (app) => void (await app.register(registerMailRoutes, { catcher })),
    async (app) => void (await app.register(registerOidcRoutes, { prefix: '/oidc', clients: env.OIDC_PROVIDERS, people: settings.people ?? [] })),
  ],
}).catch(endWithWords);

nameServer = sandbox.nameServer;

/** A pipe ends with the parent; a terminal or /dev/null says nothing about it. */
function isPiped(): boolean {
  const kind = fstatSync(0);
  return kind.isFIFO() || kind.isSocket();
}

let ending = false;
async function stop(): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.allSettled([sandbox.close(), catcher.close()]);
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
if (isPiped()) {
  process.stdin.once('end', stop);
  process.stdin.once('error', stop);
  process.stdin.resume();
}
process.stdout.write(`Sandbox listening on ${sandbox.url}, SMTP on port ${catcher.port}\n`);
