/** The records of a sender, each judged by itself: key, who may send, bounces, and a policy where there is none. */
import type { SenderRecord } from '#contract/tenant/entities.ts';
import type { DnsAnswer, DnsResolver } from '../../dns/resolver.ts';
import { getBounceHost, getSpfHost } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { lookAtAlias, lookAtAll, mergeSeen, mismatch, pending, type Result, toPending, verified } from './records.ts';
import type { SenderRow } from './repository.ts';

type Expected = Pick<SenderRecord, 'purpose' | 'type' | 'name' | 'value' | 'isRequired'>;

/** Lists the records of a sender. */
function listExpected({ config }: Pick<Services, 'config'>, { domain, selector, public_key: key }: SenderRow): readonly Expected[] {
  return [
    { purpose: 'dkim', type: 'TXT', name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${key}`, isRequired: true },
    { purpose: 'spf', type: 'TXT', name: domain, value: `v=spf1 include:${getSpfHost(config.domainTarget)} ~all`, isRequired: true },
    { purpose: 'bounce', type: 'CNAME', name: getBounceHost(domain), value: getBounceHost(config.domainTarget), isRequired: true },
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none', isRequired: false },
  ];
}

const readKey = (text: string): string => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '';

function judgeKey(answer: DnsAnswer, { value }: Expected): Result {
  if (answer.kind !== 'found') return toPending(answer, 'TXT');
  return answer.values.some((text) => readKey(text) === readKey(value))
    ? verified(['v=DKIM1 …'])
    : mismatch(answer.values, 'Another key is here. Replace it with this one.');
}

const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text);

function judgeSpf(answer: DnsAnswer, include: string): Result {
  if (answer.kind !== 'found') return toPending(answer, 'SPF');
  const found = answer.values.filter(isSpf);
  if (found.length === 0) return pending('No SPF record here yet');
  if (found.length > 1) return mismatch(found, 'Two SPF records cancel each other. Join them into one.');
  return found[0]?.toLowerCase().split(/\s+/).includes(include)
    ? verified(found)
    : mismatch(found, `Add ${include} to the record that is here. Keep one SPF record.`);
}

function judgePolicy(answer: DnsAnswer): Result {
  if (answer.kind !== 'found')
    return answer.kind === 'none' ? pending('No policy yet. Optional: mail providers trust domains that have one.') : toPending(answer, 'TXT');
  const found = answer.values.filter((text) => /^v=DMARC1(;|\s|$)/i.test(text));
  if (found.length > 1) return mismatch(found, 'Two DMARC records cancel each other. Keep one.');
  return found.length === 1
    ? { ...verified(found), message: 'A policy is here already. Leave it as it is.' }
    : pending('No policy yet. Optional: mail providers trust domains that have one.');
}

async function lookAt(dns: DnsResolver, expected: Expected): Promise<Result> {
  if (expected.purpose === 'bounce') return lookAtAlias(dns, expected);
  const answer = await dns.findTexts(expected.name);
  if (expected.purpose === 'dkim') return judgeKey(answer, expected);
  return expected.purpose === 'dmarc' ? judgePolicy(answer) : judgeSpf(answer, expected.value.split(' ')[1] ?? '');
}

/** Judges a record of the operator that a company's one leads to; null where it is there. An MX without a host says that no mail is taken. */
function judgeOwn(answer: DnsAnswer, what: string, host: string, isRight: (value: string) => boolean): Result | null {
  if (answer.kind === 'unanswered') return toPending(answer, what);
  if (answer.kind === 'found' && answer.values.some(isRight)) return null;
  const message = `Nothing to change here. ${host} has no ${what} record yet: ask the operator of this server to publish it.`;
  return { ...pending(message), evidence: 'found' };
}

/** Looks at the operator's own records, by purpose of the company's record that leads to each. Without them, receivers refuse mail of a company whose records are all correct. */
async function lookAtOwn({ dns, config }: Pick<Services, 'dns' | 'config'>): Promise<Partial<Record<SenderRecord['purpose'], Result | null>>> {
  const [spf, bounce] = [getSpfHost(config.domainTarget), getBounceHost(config.domainTarget)];
  const [include, returned, exchanges] = await Promise.all([dns.findTexts(spf), dns.findTexts(bounce), dns.findExchanges(bounce)]);
  return {
    spf: judgeOwn(include, 'SPF', spf, isSpf),
    bounce: judgeOwn(returned, 'SPF', bounce, isSpf) ?? judgeOwn(exchanges, 'MX', bounce, (host) => host !== ''),
  };
}

/** Looks at the records of a sender. */
export async function lookAtSenderRecords(services: Pick<Services, 'dns' | 'config'>, row: SenderRow) {
  const own = await lookAtOwn(services);
  return lookAtAll(listExpected(services, row), row.records, async (expected) => {
    const theirs = await lookAt(services.dns, expected);
    return theirs.status === 'verified' ? (own[expected.purpose] ?? theirs) : theirs;
  });
}

/** Returns the records of a sender as the last look left them. */
export const mergeSenderRecords = (services: Pick<Services, 'config'>, row: SenderRow): SenderRecord[] => mergeSeen(listExpected(services, row), row.records);
