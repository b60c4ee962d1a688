/** Start-up check: combinations of settings and users that leave an installation open to strangers are refused, in words that say what to change. */

import pg from 'pg';
import type { Config } from './config.ts';
import { isLoopback } from './http/loopback.ts';
import { isHttps, isLive, isTrial } from './trial.ts';

/** Users who matter here, as the database has them. */
interface RiskyUsers {
  /** Active users of the demo data. */
  readonly demo: number;
  /** Ids of active support staff without two-factor authentication. */
  readonly staffWithoutFactor: readonly number[];
}

/** Settings and users that the rules judge. */
export interface Situation {
  readonly publicUrl: string;
  readonly host: string;
  readonly trustedProxies: number;
  readonly hasSandbox: boolean;
  /** There is an account at a carrier, or at the sandbox in its place. */
  readonly hasCarrier: boolean;
  /** Card vendor: whether its key charges real cards, and its address where it is not the vendor’s own; null: none. */
  readonly cards: { readonly isLive: boolean; readonly baseUrl: string | null } | null;
  /** Demo data are asked for, or created by default. */
  readonly wantsDemo: boolean;
  /** Secrets by the name of their setting; blank ones are left out. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Null before the database is open. */
  readonly users: RiskyUsers | null;
}

/** One thing that is wrong. An `error` stops the start, a `warning` is printed. */
interface Finding {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

interface Rule extends Pick<Finding, 'rule' | 'severity'> {
  /** The message, or null where the rule is kept. */
  readonly check: (situation: Situation) => string | null;
}

const whyLive = (situation: Situation) => (isHttps(situation) ? 'KEYLINE_PUBLIC_URL is https' : 'the sandbox is off');

/** Values printed in this repository, in examples or in every list of default passwords. */
const knownSecrets = new Set([
  'keyline',
  'keyline demo',
  'sandbox',
  'secret',
  'changeme',
  'password',
  'the-token-of-the-carrier-account',
  'a-token-of-the-sandbox-carrier',
  'a secret between two servers',
]);

const minDistinctBytes = 16;

const minSecretLength = 16;

/** The main secret is 32 random bytes; fewer than 16 different ones among them come from a pattern. */
function isGuessable(name: string, secret: string): boolean {
  if (knownSecrets.has(secret.toLowerCase())) return true;
  if (name !== 'KEYLINE_SECRET') return secret.length < minSecretLength;
  const bytes = Buffer.from(secret, 'base64');
  return bytes.length < 32 || new Set(bytes).size < minDistinctBytes;
}

const guessable = ({ secrets }: Situation) =>
  Object.entries(secrets)
    .filter(([name, secret]) => isGuessable(name, secret))
    .map(([name]) => name);

/** The table of rules. */
const rules: readonly Rule[] = [
  {
    rule: 'sandbox-https',
    severity: 'error',
    check: (situation) =>
      situation.hasSandbox && isHttps(situation)
        ? 'KEYLINE_PUBLIC_URL is https, but the sandbox plays the carrier, mail and sign-in: anyone could use its controls. Set KEYLINE_SANDBOX=0, or use an http address on this machine.'
        : null,
  },
  {
    rule: 'demo-wanted',
    severity: 'error',
    check: (situation) =>
      situation.wantsDemo && isLive(situation)
        ? `Demo users would be created, whose password is published, and ${whyLive(situation)}. Set KEYLINE_DEMO=0, or leave it out with KEYLINE_SANDBOX=0.`
        : null,
  },
  {
    rule: 'demo-present',
    severity: 'error',
    check: (situation) =>
      situation.users !== null && situation.users.demo > 0 && isLive(situation)
        ? `The database has ${situation.users.demo} active demo users, whose password is published, and ${whyLive(situation)}. Run: npm run accounts -- disable-demo`
        : null,
  },
  {
    rule: 'staff-without-factor',
    severity: 'error',
    check: (situation) => {
      const staff = situation.users?.staffWithoutFactor ?? [];
      return staff.length > 0 && isLive(situation)
        ? `Support staff can use every account, but ${staff.map((id) => `user ${id}`).join(', ')} has no two-factor authentication, and ${whyLive(situation)}. Run: npm run accounts -- revoke-staff <email>. Make them staff again once they have turned it on.`
        : null;
    },
  },
  {
    rule: 'known-secret',
    severity: 'error',
    check: (situation) => {
      const names = guessable(situation);
      return names.length > 0 && (isLive(situation) || !isLoopback(situation.host))
        ? `${names.join(', ')} can be guessed. Use a random value (openssl rand -base64 32), or leave KEYLINE_SECRET out and npm start creates one.`
        : null;
    },
  },
  {
    rule: 'live-cards-on-trial',
    severity: 'error',
    check: ({ hasSandbox, cards }) =>
      hasSandbox && cards?.isLive === true
        ? 'STRIPE_API_KEY charges real cards, but the sandbox is on, whose demo users have a published password. Use a test key (sk_test_…), or set KEYLINE_SANDBOX=0.'
        : null,
  },
  {
    rule: 'cards-over-http',
    severity: 'error',
    check: ({ cards }) => {
      const url = cards?.baseUrl == null ? null : URL.parse(cards.baseUrl);
      return url !== null && url.protocol === 'http:' && !isLoopback(url.hostname)
        ? 'STRIPE_BASE_URL is http: the secret key would cross the network unencrypted. Use an https address, or leave it out for Stripe itself.'
        : null;
    },
  },
  {
    rule: 'demo-on-network',
    severity: 'warning',
    check: (situation) =>
      (situation.wantsDemo || (situation.users?.demo ?? 0) > 0) && !isLive(situation) && !isLoopback(situation.host)
        ? `KEYLINE_HOST=${situation.host} opens the demo users, whose password is published, to your network. Use it for a trial only.`
        : null,
  },
  {
    rule: 'no-carrier',
    severity: 'warning',
    check: ({ hasSandbox, hasCarrier }) =>
      !hasSandbox && !hasCarrier
        ? 'No carrier is connected: texts and calls are not sent, and webhooks of the carrier are refused. Set CARRIER_ACCOUNT_SID and CARRIER_AUTH_TOKEN.'
        : null,
  },
  {
    rule: 'plain-http',
    severity: 'warning',
    check: (situation) => {
      const host = URL.parse(situation.publicUrl)?.hostname ?? '';
      return !situation.hasSandbox && !isHttps(situation) && !isLoopback(host)
        ? 'KEYLINE_PUBLIC_URL is http: passwords and sessions cross the network unencrypted. Put a proxy with TLS in front and use its https address.'
        : null;
    },
  },
  {
    rule: 'proxy-not-trusted',
    severity: 'warning',
    check: (situation) =>
      isHttps(situation) && situation.trustedProxies === 0
        ? 'KEYLINE_PUBLIC_URL is https, so there is a proxy, but KEYLINE_TRUSTED_PROXIES is 0: everyone counts as one address when sign-in is limited. Set it to the number of proxies.'
        : null,
  },
];

/** Judges a situation by every rule. */
export function findRisks(situation: Situation): Finding[] {
  return rules.flatMap(({ rule, severity, check }) => {
    const message = check(situation);
    return message === null ? [] : [{ rule, severity, message }];
  });
}

/** Checks whether users of the demo data may sign in: only on a trial. */
export const allowsDemoUsers = isTrial;

/** The situation that a configuration makes, with the users once they are known. */
function toSituation(config: Config, users: RiskyUsers | null): Situation {
  const secrets = {
    KEYLINE_SECRET: Buffer.from(config.secret).toString('base64'),
    PUSHER_SECRET: config.realtime.secret,
    CARRIER_AUTH_TOKEN: config.carrier.authToken,
    STRIPE_WEBHOOK_SECRET: config.cards?.webhookSecret ?? '',
  };
  return {
    publicUrl: config.publicUrl,
    host: config.host,
    trustedProxies: config.trustedProxies,
    hasSandbox: config.sandboxUrl !== null,
    hasCarrier: config.carrier.accountSid !== '' && config.carrier.authToken !== '',
    cards: config.cards === null ? null : { isLive: config.cards.apiKey.includes('_live_'), baseUrl: config.cards.baseUrl },
    wantsDemo: config.wantsDemo,
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret !== '')),
    users,
  };
}

/** Reads the users that the rules judge. The database is migrated. */
async function readRiskyUsers(databaseUrl: string): Promise<RiskyUsers> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'keyline start' });
  await client.connect();
  try {
    const { rows } = await client.query<{ demo: number; staff: number[] }>(
      `select count(*) filter (where is_demo)::int as demo,
              coalesce(array_agg(id::int order by id) filter (where is_staff and not is_demo and mfa_enabled_at is null), '{}') as staff
       from users where disabled_at is null`,
    );
    const [found] = rows;
    return { demo: found?.demo ?? 0, staffWithoutFactor: found?.staff ?? [] };
  } finally {
    await client.end();
  }
}

function assertNoErrors(findings: readonly Finding[]): readonly Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`Keyline does not start, because this is not safe:\n${errors.map(({ message }) => `  ${message}`).join('\n')}`);
  return findings;
}

/** Throws, naming every unsafe combination of settings; returns the warnings. Needs no database. */
export const assertSafeSettings = (config: Config): readonly Finding[] => assertNoErrors(findRisks(toSituation(config, null)));

/** Throws, naming every unsafe combination of settings and users; returns the warnings. */
export async function assertSafeInstallation(config: Config): Promise<readonly Finding[]> {
  return assertNoErrors(findRisks(toSituation(config, await readRiskyUsers(config.databaseUrl))));
}
