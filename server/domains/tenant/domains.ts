/** The domain of a tenant: claimed, looked at, put to use, given up (FLOW-187 to FLOW-189). */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { CustomDomain, DomainCheck, DomainRecord } from '#contract/tenant/entities.ts';
import { recordPurposeLabel, recordStatusLabel } from '#contract/tenant/enums.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { type ActingUser, type Actor, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { getErrorCode } from '../../db/pool.ts';
import { companyId, currentTransaction, recordChange, runAfterCommit } from '../../db/tenancy.ts';
import { isProof } from '../../http/domainProof.ts';
import { AppError } from '../../http/errors.ts';
import { proofPath } from '../../http/hosts.ts';
import { freshMs } from '../../http/tenantHosts.ts';
import type { Services } from '../../services.ts';
import { PageUnreadableError } from '../../web/guardedFetcher.ts';
import { checkDomainName, formatHost, normalizeName } from './names.ts';
import { keepProof } from './proofs.ts';
import { type Look, lookAtRecords } from './records.ts';
import { type DomainRow, endHostSessions, findDomain, getDomain, isExpired, isTaken, lockDomain, lockTenant } from './repository.ts';
import { toCustomDomain } from './serializer.ts';

type Given = RouteBody<(typeof routes)['tenant']['createDomain']>;

const takenMessage = 'Another company has verified this domain. Use another one, or ask its owner to remove it.';
const takenError = () => new AppError('conflict', { title: 'Domain', message: takenMessage });

/** Checks whether a name may become the company's domain (FLOW-187). */
export async function checkDomain({ config }: Pick<Services, 'config'>, typed: string): Promise<DomainCheck> {
  const domainName = normalizeName(typed);
  const check = checkDomainName(typed, config);
  if (!check.isValid) return { domainName, registrableDomain: check.registrable, isValid: false, reason: check.reason };
  const reason = (await isTaken(check.domain)) ? takenMessage : null;
  return { domainName, registrableDomain: check.domain, isValid: reason === null, reason };
}

function readNames({ config }: Pick<Services, 'config'>, given: Given) {
  const check = checkDomainName(given.domain, config);
  if (!check.isValid) throw new AppError('invalid', { field: 'domain', message: check.reason });
  const { domain } = check;
  const [app, api] = [normalizeName(given.appSubdomain ?? '') || 'app', normalizeName(given.apiSubdomain ?? '') || 'api'];
  const [appHost, apiHost] = [formatHost(app, domain), formatHost(api, domain)];
  if (appHost === null) throw new AppError('invalid', { field: 'app_subdomain', message: 'Use a name like app, or @ for the domain itself' });
  if (apiHost === null || api === '@') throw new AppError('invalid', { field: 'api_subdomain', message: 'Use a name like api' });
  if (appHost === apiHost) throw new AppError('invalid', { field: 'api_subdomain', message: 'App and API need different subdomains' });
  return { domain, app_subdomain: app, api_subdomain: api, app_host: appHost, api_host: apiHost };
}

/** Claims a domain in place of the previous one (FLOW-188). Keeps the proof of the same domain; ends the sessions at hosts that change. */
export async function claimDomain(services: Services, given: Given, { authUser }: Pick<ActingUser, 'authUser'>): Promise<CustomDomain> {
  const names = readNames(services, given);
  if (await isTaken(names.domain)) throw takenError();
  await lockTenant();
  const found = await findDomain();
  const before = found && (await lockDomain(found.id));
  const isSame = before?.domain === names.domain && given.authToken === undefined;
  const isSamePlace = isSame && before.app_host === names.app_host && before.api_host === names.api_host;
  if (before && !isSamePlace) await endHostSessions();
  const token = given.authToken ?? randomBytes(24).toString('base64url');
  const row = {
    ...names,
    auth_token_hash: isSame ? before.auth_token_hash : services.sealer.hash(token),
    claimed_at: new Date(),
    records: JSON.stringify(isSame ? before.records : []),
    looked_at: isSame ? before.looked_at : null,
    verified_at: isSame ? before.verified_at : null,
    missing_since: isSame ? before.missing_since : null,
    synced_at: isSamePlace ? before.synced_at : null,
    elsewhere_since: isSamePlace ? before.elsewhere_since : null,
  };
  if (before) await currentTransaction().updateTable('custom_domains').set(row).where('id', '=', before.id).execute();
  else
    await currentTransaction()
      .insertInto('custom_domains')
      .values({ company_id: companyId(), ...row })
      .execute();
  publish(services, authUser);
  return toCustomDomain(services, await findDomain());
}

/** Publishes a change to the company's users and, after the commit, invalidates this node's list of hosts. */
function publish({ tenantHosts }: Pick<Services, 'tenantHosts'>, authUser: Actor['authUser']): void {
  recordChange({ kind: 'domain-updated', id: companyId(), ...(authUser ? { actorId: authUser.userId } : {}) });
  runAfterCommit(() => tenantHosts.invalidate());
}

const isOwnershipVerified = (records: readonly DomainRecord[]): boolean =>
  records.some(({ purpose, status }) => purpose === 'ownership' && status === 'verified');
const isSameClaim = (one: DomainRow, other: DomainRow): boolean =>
  one.auth_token_hash === other.auth_token_hash && one.domain === other.domain && one.app_host === other.app_host && one.api_host === other.api_host;

/** Marks a found ownership record as a mismatch, because another company verified the domain first. */
const toTaken = (records: readonly DomainRecord[]): DomainRecord[] =>
  records.map((record) => (record.purpose === 'ownership' && record.status === 'verified' ? { ...record, status: 'mismatch', message: takenMessage } : record));

/** Since when looks find a host in use elsewhere; null once one finds all of them here. A look without an answer changes nothing. */
function findElsewhereSince(row: DomainRow, hosts: readonly DomainRecord[]): Date | null {
  if (row.synced_at === null || hosts.every(({ status }) => status === 'verified')) return null;
  return row.elsewhere_since ?? (hosts.some(isMismatch) ? new Date() : null);
}

const isMismatch = ({ status }: DomainRecord): boolean => status === 'mismatch';
const elsewhereMs = tenantLimits.elsewhereMinutes * 60_000;

/** Saves the result of a look, unless the claim has changed since. The first company that proves a domain has it until its proof ends. */
async function saveLook(services: Services, looked: DomainRow, looks: readonly Look<DomainRecord>[], authUser: Actor['authUser']): Promise<DomainRow> {
  const row = await lockDomain(looked.id);
  if (!isSameClaim(row, looked)) return row;
  const records = looks.map(({ record }) => record);
  const taken = row.verified_at === null && isOwnershipVerified(records) && (await isTaken(row.domain));
  const seen = taken ? toTaken(records) : records;
  const isFirst = row.verified_at === null && !isExpired(row) && isOwnershipVerified(seen);
  const evidence = looks.filter(({ record }) => record.purpose === 'ownership').map((each) => each.evidence);
  const proof = isFirst ? { verified_at: new Date(), missing_since: null } : keepProof(row, evidence);
  const isLost = row.verified_at !== null && proof.verified_at === null;
  const hosts = seen.filter(({ purpose }) => purpose !== 'ownership');
  const elsewhereSince = findElsewhereSince(row, hosts);
  // A host that leads elsewhere for certain is in other hands: nobody is sent there, and nobody's session is worth anything there.
  const leadsElsewhere = elsewhereSince !== null && hosts.some(isMismatch) && Date.now() - elsewhereSince.getTime() >= elsewhereMs;
  const isOver = isLost || leadsElsewhere;
  if (isOver) await endHostSessions();
  const saved = await currentTransaction()
    .updateTable('custom_domains')
    .set({
      records: JSON.stringify(seen),
      looked_at: new Date(),
      ...proof,
      elsewhere_since: isOver ? null : elsewhereSince,
      ...(isOver ? { synced_at: null } : {}),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (JSON.stringify(row.records) !== JSON.stringify(saved.records) || isFirst || isOver) publish(services, authUser);
  if (isOver) recordChange({ kind: 'tenant-updated', id: companyId() });
  return saved;
}

const asTaken = (error: unknown): never => {
  throw getErrorCode(error) === '23505' ? takenError() : error;
};

async function look(services: Services, id: number, looker: Actor): Promise<DomainRow> {
  const within = withCompanyTransaction(services, looker);
  const row = await within(() => getDomain(id));
  if (isExpired(row)) throw new AppError('conflict', { title: 'Domain', message: 'This claim has expired. Claim the domain again.' });
  const looks = await lookAtRecords(services, row);
  return within(() => saveLook(services, row, looks, looker.authUser)).catch(asTaken);
}

/** Looks at every record now. */
export const lookAtDomain = async (services: Services, id: number, looker: Actor): Promise<CustomDomain> =>
  toCustomDomain(services, await look(services, id, looker));

const listMissing = (records: readonly DomainRecord[]): string =>
  records
    .filter(({ status }) => status !== 'verified')
    .map(({ purpose, status }) => `${recordPurposeLabel[purpose]} record: ${recordStatusLabel[status].toLowerCase()}`)
    .join(', ');

/** Throws a conflict unless a host answers over TLS with our proof. Tries again once after `freshMs`: another node, or the proxy that asks it, may have an older list of hosts. */
async function assertLeadsHere(services: Pick<Services, 'web' | 'sealer'>, host: string): Promise<void> {
  try {
    return await askProof(services, host);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  await pause(freshMs);
  await askProof(services, host);
}

async function askProof({ web, sealer }: Pick<Services, 'web' | 'sealer'>, host: string): Promise<void> {
  const refuse = (message: string, cause?: unknown) => new AppError('conflict', { title: 'Domain', message, ...(cause === undefined ? {} : { cause }) });
  const page = await web.fetchPage(`https://${host}${proofPath}`).catch((error: unknown) => {
    if (!(error instanceof PageUnreadableError)) throw error;
    throw refuse(`https://${host} doesn’t answer with a certificate yet. Check the proxy in front, then try again.`, error);
  });
  if (URL.parse(page.url)?.hostname !== host || !isProof(sealer, host, page.body))
    throw refuse(`https://${host} leads somewhere else. Point it at this server, then try again.`);
}

/** Puts the tenant on its domain once DNS and TLS answer for both hosts (FLOW-189). Twice is once. */
export async function syncDomain(services: Services, id: number, actor: ActingUser): Promise<CustomDomain> {
  const within = withCompanyTransaction(services, actor);
  const looked = await look(services, id, actor);
  if (looked.synced_at !== null) return toCustomDomain(services, looked);
  const missing = listMissing(looked.records);
  if (looked.verified_at === null || missing !== '')
    throw new AppError('conflict', { title: 'Domain', message: `Not ready yet. ${missing || 'Ownership not verified'}.` });
  services.tenantHosts.invalidate();
  for (const host of [looked.app_host, looked.api_host]) await assertLeadsHere(services, host);
  const synced = await within(async () => {
    const row = await lockDomain(id);
    if (!isSameClaim(row, looked)) throw new AppError('conflict');
    const saved = await currentTransaction()
      .updateTable('custom_domains')
      .set({ synced_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    publish(services, actor.authUser);
    recordChange({ kind: 'tenant-updated', id: companyId(), actorId: actor.authUser.userId });
    return saved;
  });
  return toCustomDomain(services, synced);
}

/** Deletes the domain and ends the sessions at its hosts. */
export async function removeDomain(services: Services, id: number, { authUser }: Pick<ActingUser, 'authUser'>): Promise<void> {
  await lockDomain(id);
  await endHostSessions();
  await currentTransaction().deleteFrom('custom_domains').where('id', '=', id).where('company_id', '=', companyId()).execute();
  publish(services, authUser);
  recordChange({ kind: 'tenant-updated', id: companyId(), actorId: authUser.userId });
}
