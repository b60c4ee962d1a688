/** A whole server for a test file: fresh database, real HTTP on a random port, people and companies to play with. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { inject } from 'vitest';
import type { Role } from '#contract/core/permissions.ts';
import { computePublicKey, faxConnectionId } from '#sandbox/fax/keys.ts';
import { sandboxVoiceSetting } from '#sandbox/speech/voices.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createServer, type Overrides, type ServerInstance } from '#server/createServer.ts';
import { createPool } from '#server/db/pool.ts';
import type { Database } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { Client } from './client.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { freePort } from './ports.ts';

export { Client, Refused } from './client.ts';
export { freshDatabase, type TestDatabase } from './database.ts';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export interface TestCompany {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number | null;
}

export interface TestServer {
  readonly url: string;
  readonly built: ServerInstance;
  readonly services: Services;
  readonly config: Config;
  readonly database: TestDatabase;
  /** The database as its owner: sees everything. For preparing and looking, never for what is tested. */
  readonly owner: Kysely<Database>;
  /** A person; `passwordHash` is an argon2id hash where a test signs in by password. */
  person(given?: { readonly email?: string; readonly name?: string; readonly isStaff?: boolean; readonly passwordHash?: string }): Promise<Person>;
  organization(name?: string): Promise<{ readonly id: number }>;
  company(given?: { readonly name?: string; readonly timezone?: string; readonly organizationId?: number }): Promise<TestCompany>;
  /** Gives a person a membership in a company. */
  membership(person: Person, company: TestCompany, role?: Role, numberIds?: readonly number[]): Promise<void>;
  /** A company number; `number` is made up when it is not given. */
  number(
    company: Pick<TestCompany, 'id'>,
    given?: { readonly number?: string; readonly label?: string },
  ): Promise<{ readonly id: number; readonly number: string }>;
  /** Somebody who is not signed in. */
  stranger(): Client;
  /** A browser in which this person is signed in, without going through the sign-in. */
  signedIn(person: Person, given?: { readonly impersonator?: Person }): Promise<Client>;
  /** A new person with a membership in the company, signed in, the company selected. */
  worker(company: TestCompany, role?: Role): Promise<Client & { readonly person: Person }>;
  /** A new account of the consumer catalog, and a caller with its token. */
  catalogAccount(): Promise<{ readonly id: number; readonly email: string; readonly client: Client }>;
  close(): Promise<void>;
}

let counter = 0;
const next = () => {
  counter += 1;
  return counter;
};

function settings(database: TestDatabase, dataDir: string, port: number, config: Partial<Config>): Config {
  const read = readConfig({
    DATABASE_URL: database.url,
    KEYLINE_SECRET: randomBytes(32).toString('base64'),
    KEYLINE_DATA: dataDir,
    KEYLINE_LOG: process.env.KEYLINE_TEST_LOG ?? 'silent',
    KEYLINE_RATE_FACTOR: '1000',
    // Tests run at any hour; those of the hours set their own.
    KEYLINE_TEXTING_HOURS: '0-24',
    // As beside the sandbox; tests of the approval set their own.
    KEYLINE_NEW_COMPANIES: 'open',
    KEYLINE_CATALOG: '1',
    KEYLINE_HOST: '127.0.0.1',
    KEYLINE_PORT: String(port),
    CARRIER_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    CARRIER_AUTH_TOKEN: 'the-token-of-the-carrier-account',
    CARRIER_API_KEY_SID: `SK${'0'.repeat(32)}`,
    CARRIER_API_KEY_SECRET: 'the-secret-of-the-api-key',
    CARRIER_VOICE_APP_SID: `AP${'0'.repeat(32)}`,
    // Nobody listens there: a test that sends without a sandbox beside it never reaches the carrier's own address.
    CARRIER_BASE_URL: 'http://127.0.0.1:9',
    // Nobody listens there: no test asks a name server of the world.
    KEYLINE_DNS: '127.0.0.1:9',
    KEYLINE_DOMAIN_TARGET: 'edge.keyline.example',
    TTS_URL: inject('speechUrl'),
    TTS_TOKEN: 'a-token-of-the-voice',
    TTS_VOICES: sandboxVoiceSetting,
    FAX_API_KEY: 'a-key-of-the-fax-vendor',
    FAX_CONNECTION_ID: faxConnectionId,
    FAX_PUBLIC_KEY: computePublicKey('the-secret-of-the-fax-vendor'),
    FAX_BASE_URL: 'http://127.0.0.1:9',
    GA4_BASE_URL: 'http://127.0.0.1:9',
    SLACK_CLIENT_ID: 'a-client-of-the-team-chat',
    SLACK_CLIENT_SECRET: 'a-secret-of-the-team-chat',
    SLACK_BASE_URL: 'http://127.0.0.1:9',
    HUBSPOT_CLIENT_ID: 'a-client-of-the-crm',
    HUBSPOT_CLIENT_SECRET: 'a-secret-of-the-crm',
    HUBSPOT_BASE_URL: 'http://127.0.0.1:9',
    GOOGLE_ADS_CLIENT_ID: 'a-client-of-the-ads',
    GOOGLE_ADS_CLIENT_SECRET: 'a-secret-of-the-ads',
    GOOGLE_ADS_DEVELOPER_TOKEN: 'a-token-of-the-ads',
    GOOGLE_ADS_BASE_URL: 'http://127.0.0.1:9',
    META_ADS_APP_ID: 'an-app-of-the-ads',
    META_ADS_APP_SECRET: 'a-secret-of-the-ads',
    META_ADS_BASE_URL: 'http://127.0.0.1:9',
    MICROSOFT_ADS_CLIENT_ID: 'a-client-of-microsoft',
    MICROSOFT_ADS_CLIENT_SECRET: 'a-secret-of-microsoft',
    MICROSOFT_ADS_DEVELOPER_TOKEN: 'a-token-of-microsoft',
    MICROSOFT_ADS_BASE_URL: 'http://127.0.0.1:9',
  });
  return { ...read, ...config };
}

/** Factories over the owner's view of a database. */
function factories(owner: Kysely<Database>) {
  return {
    async person(given: Parameters<TestServer['person']>[0] = {}): Promise<Person> {
      const at = next();
      const name = given.name ?? `Person Nr${at}`;
      const [first = '', ...rest] = name.split(' ');
      const email = given.email ?? `person${at}@example.com`;
      const { id } = await owner
        .insertInto('users')
        .values({
          email,
          first_name: first,
          last_name: rest.join(' '),
          is_staff: given.isStaff ?? false,
          password_hash: given.passwordHash ?? null,
          // Staff who never type a password have their second factor on, and proved in every session made below.
          mfa_enabled_at: given.isStaff && given.passwordHash === undefined ? new Date() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, email, name };
    },
    organization: (name = `Organization ${next()}`) => owner.insertInto('organizations').values({ name }).returning('id').executeTakeFirstOrThrow(),
    async company(given: Parameters<TestServer['company']>[0] = {}): Promise<TestCompany> {
      const at = next();
      const name = given.name ?? `Company ${at}`;
      const { id } = await owner
        .insertInto('companies')
        .values({ name, slug: `company-${at}`, timezone: given.timezone ?? 'America/New_York', organization_id: given.organizationId ?? null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, name, organizationId: given.organizationId ?? null };
    },
    async membership(person: Person, company: TestCompany, role: Role = 'administrator', numberIds?: readonly number[]): Promise<void> {
      await owner
        .insertInto('memberships')
        .values({ company_id: company.id, user_id: person.id, role, number_ids: numberIds ? [...numberIds] : null })
        .execute();
    },
    number(company: Pick<TestCompany, 'id'>, given: Parameters<TestServer['number']>[1] = {}) {
      // No test has a phone of its own there: how many lines were made before depends on the files that ran before.
      const at = next();
      return owner
        .insertInto('phone_numbers')
        .values({ company_id: company.id, number: given.number ?? `+1212556${String(at).padStart(4, '0')}`, label: given.label ?? `Line ${at}` })
        .returning(['id', 'number'])
        .executeTakeFirstOrThrow();
    },
  };
}

/** Makes a session as if the person had signed in, and returns its secret. */
async function makeSession(owner: Kysely<Database>, services: Services, person: Person, impersonator?: Person): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const expiry = new Date(Date.now() + 3_600_000);
  const base = { kind: 'cookie' as const, idle_expires_at: expiry, expires_at: expiry, mfa_at: new Date() };
  const parked = impersonator
    ? await owner
        .insertInto('sessions')
        .values({ ...base, user_id: impersonator.id, secret_hash: services.sealer.hash(`${secret}.staff`) })
        .returning('id')
        .executeTakeFirstOrThrow()
    : undefined;
  await owner
    .insertInto('sessions')
    .values({
      ...base,
      user_id: person.id,
      secret_hash: services.sealer.hash(secret),
      impersonator_id: impersonator?.id ?? null,
      staff_session_id: parked?.id ?? null,
    })
    .execute();
  return secret;
}

/** Milliseconds a statement of a test’s own may take: thousands of rows are prepared in one, on machines of every speed. */
const preparingMs = 50_000;

export interface ServerGiven {
  readonly config?: Partial<Config>;
  readonly overrides?: Overrides;
  /** The address under which the server finds its database, made from the real one: that of a proxy, for instance. */
  readonly databaseThrough?: (url: string) => Promise<string>;
}

/** Starts a server on a database of its own. Close it in `afterAll`. */
export async function startServer(given: ServerGiven = {}): Promise<TestServer> {
  const [database, dataDir, port] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'keyline-server-')), freePort()]);
  const databaseUrl = (await given.databaseThrough?.(database.url)) ?? database.url;
  const config = settings({ ...database, url: databaseUrl }, dataDir, port, given.config ?? {});
  const clear = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const built = await createServer(config, given.overrides);
  const url = await built.app.listen({ port: config.port, host: '127.0.0.1' }).catch(async (error: unknown) => {
    // What does not start leaves no connections behind: with enough of them no other file would get one.
    await built.close();
    await clear();
    throw error;
  });
  const owner = createPool({ databaseUrl: database.url, max: 3, role: null, statementMs: preparingMs });
  const make = factories(owner);
  const stranger = () => new Client(url);
  const signedIn: TestServer['signedIn'] = async (person, { impersonator } = {}) =>
    new Client(url, new Map([['keyline_session', await makeSession(owner, built.services, person, impersonator)]]));
  return {
    url,
    built,
    services: built.services,
    config,
    database,
    owner,
    ...make,
    stranger,
    signedIn,
    async worker(company, role) {
      const person = await make.person();
      await make.membership(person, company, role);
      const client = await signedIn(person);
      return Object.assign(client.in(company), { person });
    },
    async catalogAccount() {
      const email = `consumer${next()}@example.com`;
      const token = randomBytes(32).toString('base64url');
      const { id } = await owner.insertInto('catalog_accounts').values({ email }).returning('id').executeTakeFirstOrThrow();
      await owner
        .insertInto('catalog_sessions')
        .values({ token_hash: built.services.sealer.hash(token), account_id: id, expires_at: new Date(Date.now() + 3_600_000) })
        .execute();
      const client = new Client(url);
      client.bearer = token;
      return { id, email, client };
    },
    async close() {
      await built.close();
      await owner.destroy();
      await clear();
    },
  };
}
