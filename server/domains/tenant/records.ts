/** Checklists of DNS records: each record is judged on its own. No answer and no record are pending, never a failure. */
import type { DomainRecord } from '#contract/tenant/entities.ts';
import type { RecordPurpose, RecordStatus } from '#contract/tenant/enums.ts';
import type { DnsAnswer, DnsResolver } from '../../dns/resolver.ts';
import type { Services } from '../../services.ts';
import { isPublicAddress } from '../../web/guardedFetcher.ts';
import { computeKeyedHash } from '../auth/secrets.ts';
import type { Evidence } from './proofs.ts';
import type { DomainRow } from './repository.ts';

/** Result of the last look, as the checklist shows it. */
interface Shown {
  readonly status: RecordStatus;
  readonly found: string[];
  readonly message: string;
}
/** Result of a look at a record. `evidence`: of the company's own part in it. */
export interface Result extends Shown {
  readonly evidence: Evidence;
}
/** A record to publish. */
interface Asked {
  readonly purpose: string;
  readonly name: string;
}
type Expected = Pick<DomainRecord, 'purpose' | 'type' | 'name' | 'value'>;

const unanswered = {
  timeout: 'The name server didn’t answer in time',
  servfail: 'The name server couldn’t answer (SERVFAIL)',
  unreachable: 'The name server can’t be reached',
} as const;

export const pending = (message: string): Result => ({ status: 'pending', found: [], message, evidence: 'missing' });
export const verified = (found: readonly string[]): Result => ({ status: 'verified', found: [...found], message: 'Found', evidence: 'found' });
export const mismatch = (found: readonly string[], message: string): Result => ({ status: 'mismatch', found: [...found], message, evidence: 'missing' });

export function toPending(answer: Exclude<DnsAnswer, { kind: 'found' }>, type: string): Result {
  if (answer.kind === 'unanswered') return { ...pending(unanswered[answer.why]), evidence: 'silent' };
  return pending(answer.hasName ? `No ${type} record here yet` : 'This name doesn’t exist in DNS yet');
}

/** Formats the value of the ownership record: bound to the company, its domain and its token, which it does not reveal. */
const formatOwnershipValue = (services: Pick<Services, 'sealer' | 'config'>, row: Pick<DomainRow, 'company_id' | 'domain' | 'auth_token_hash'>): string =>
  `keyline-domain=${computeKeyedHash(services, 'domain', `${row.company_id}.${row.domain}.${row.auth_token_hash}`).slice(0, 40)}`;

/** Lists the records a domain needs. */
function listExpected(services: Pick<Services, 'sealer' | 'config'>, row: DomainRow): readonly Expected[] {
  const { domainTarget } = services.config;
  const toHost = (purpose: RecordPurpose, name: string): Expected => ({
    purpose,
    // DNS allows no CNAME beside the other records of a domain itself; registrars offer ALIAS instead.
    type: name === row.domain ? 'ALIAS' : 'CNAME',
    name,
    value: domainTarget,
  });
  return [
    { purpose: 'ownership', type: 'TXT', name: `_keyline.${row.domain}`, value: formatOwnershipValue(services, row) },
    toHost('app', row.app_host),
    toHost('api', row.api_host),
  ];
}

// Only the whole value proves ownership: the claimant chooses the token, which could equal a text that a stranger's DNS has already.
async function lookAtText(dns: DnsResolver, { name, value }: Expected): Promise<Result> {
  const answer = await dns.findTexts(name);
  if (answer.kind !== 'found') return toPending(answer, 'TXT');
  return answer.values.includes(value) ? verified(answer.values) : mismatch(answer.values, 'Another value is here. Add this one beside it, or replace it.');
}

/** Aliases followed before a chain is taken for endless. */
const maxHops = 8;

/** Follows aliases: the target, or where the chain ends. */
async function followAlias(
  dns: DnsResolver,
  name: string,
  target: string,
): Promise<{ readonly hops: readonly string[]; readonly last: DnsAnswer; readonly isLoop: boolean }> {
  const hops: string[] = [];
  let at = name;
  while (hops.length < maxHops) {
    const last = await dns.findAlias(at);
    if (last.kind !== 'found') return { hops, last, isLoop: false };
    const [next = ''] = last.values;
    if (next === name || hops.includes(next)) return { hops: [...hops, next], last, isLoop: true };
    hops.push(next);
    if (next === target) return { hops, last, isLoop: false };
    at = next;
  }
  return { hops, last: { kind: 'found', values: hops }, isLoop: true };
}

/** Judges a name that shall be an alias of a host of ours: addresses alone carry none of its other records. */
export async function lookAtAlias(dns: DnsResolver, { name, value, type }: Pick<Expected, 'name' | 'value' | 'type'>): Promise<Result> {
  const { hops, last, isLoop } = await followAlias(dns, name, value);
  if (isLoop) return mismatch(hops, 'These records point at one another. Point this name at the value above.');
  if (hops.includes(value)) return verified(hops);
  if (last.kind === 'unanswered' || (last.kind === 'none' && hops.length === 0)) return toPending(last, type);
  return mismatch(hops, `This name points at ${hops.at(-1) ?? ''}, not here`);
}

/** Judges a name that shall lead to a host of ours, by an alias or by its addresses. */
async function lookAtHost(dns: DnsResolver, expected: Expected): Promise<Result> {
  const alias = await lookAtAlias(dns, expected);
  if (alias.status === 'verified' || alias.evidence === 'silent') return alias;
  const [here, there] = await Promise.all([dns.findAddresses(expected.name), dns.findAddresses(expected.value)]);
  if (here.kind !== 'found') return alias.status === 'mismatch' && here.kind === 'none' ? alias : toPending(here, expected.type);
  // Without addresses of the target nothing can be compared: no record is wrong yet.
  if (there.kind === 'unanswered') return toPending(there, expected.type);
  if (there.kind === 'none') return { ...pending(`${expected.value} has no address yet: ask the operator of this server.`), evidence: 'silent' };
  // Names can lead into the network of this server, which the checklist does not map.
  const found = [...alias.found, ...here.values.filter(isPublicAddress)];
  if (here.values.every((address) => there.values.includes(address))) return verified(found);
  if (there.isPartial) return { ...pending(unanswered.timeout), evidence: 'silent' };
  return mismatch(found, 'This name points elsewhere. Replace its records with the one above.');
}

const findSeen = <S extends Asked>(seen: readonly S[], { purpose, name }: Asked): S | undefined =>
  seen.find((each) => each.purpose === purpose && each.name === name);

/** Keeps a record that was seen before verified through a look without an answer. */
const keepVerified = (before: Shown | undefined, result: Result): Shown =>
  result.evidence === 'silent' && before?.status === 'verified'
    ? { status: 'verified', found: before.found, message: 'Found earlier. The name server didn’t answer just now.' }
    : { status: result.status, found: result.found, message: result.message };

/** A record after a look. */
export interface Look<R> {
  readonly record: R;
  readonly evidence: Evidence;
}

/** Looks at every record now; `seen`: as the look before left them. No transaction is open during it. */
export const lookAtAll = <E extends Asked>(
  expected: readonly E[],
  seen: readonly (Asked & Shown)[],
  look: (record: E) => Promise<Result>,
): Promise<Look<E & Shown>[]> =>
  Promise.all(
    expected.map(async (record) => {
      const result = await look(record);
      return { record: { ...record, ...keepVerified(findSeen(seen, record), result) }, evidence: result.evidence };
    }),
  );

/** Merges records with the last look at them; those that were never looked at are pending. */
export const mergeSeen = <E extends Asked>(expected: readonly E[], seen: readonly (Asked & Shown)[]): (E & Shown)[] =>
  expected.map((record) => {
    const { status, found, message } = findSeen(seen, record) ?? pending('Not checked yet');
    return { ...record, status, found, message };
  });

/** Looks at the records of a domain. */
export const lookAtRecords = (services: Pick<Services, 'dns' | 'sealer' | 'config'>, row: DomainRow) =>
  lookAtAll(listExpected(services, row), row.records, (expected) =>
    expected.purpose === 'ownership' ? lookAtText(services.dns, expected) : lookAtHost(services.dns, expected),
  );

/** Returns the records of a domain as the last look left them. */
export const mergeRecords = (services: Pick<Services, 'sealer' | 'config'>, row: DomainRow): DomainRecord[] =>
  mergeSeen(listExpected(services, row), row.records);
