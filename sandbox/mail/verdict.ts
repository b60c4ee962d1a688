/** Verdict of a receiver on a mail, by `mailauth`: DKIM, SPF and DMARC, with the records of the sandbox's name server. */
import { authenticate } from 'mailauth';
import type { DnsRecord } from '../dns/server.ts';

/** Results in the words of RFC 8601: `pass`, `fail`, `none`, …. `domain`: the one that signed. */
export interface MailVerdict {
  readonly dkim: string;
  readonly domain: string | null;
  readonly spf: string;
  readonly dmarc: string;
}

/** Address mail of the app comes from, as its records name it. */
const clientIp = '127.0.0.1';
const maxAliases = 8;

const notFound = () => Object.assign(new Error('No such record'), { code: 'ENOTFOUND' });

/** Finds a record as a resolver does, aliases followed. */
function find(records: readonly DnsRecord[], domain: string, type: string): DnsRecord {
  let name = domain.toLowerCase();
  for (let hops = 0; hops < maxAliases; hops += 1) {
    const at = name;
    const found = records.find((record) => record.name === at && record.type === type && record.values.length > 0);
    if (found) return found;
    const alias = records.find((record) => record.name === at && record.type === 'CNAME' && record.values.length > 0);
    if (!alias) throw notFound();
    name = alias.values[0] ?? '';
  }
  throw notFound();
}

/** Checks a mail as it came. A mail that can't be checked is none. */
export async function checkMail(raw: Buffer, sender: string, records: readonly DnsRecord[]): Promise<MailVerdict> {
  const resolver = async (domain: string, type: string) => {
    const { values } = find(records, domain, type);
    return type === 'TXT' ? values.map((value) => [value]) : [...values];
  };
  const { dkim, spf, dmarc } = await authenticate(raw, {
    sender,
    ip: clientIp,
    helo: 'keyline.example',
    mta: 'sandbox',
    resolver,
    disableArc: true,
    disableBimi: true,
  });
  const [signature] = dkim.results;
  return {
    dkim: signature?.status.result ?? 'none',
    domain: signature?.signingDomain ?? null,
    spf: spf === false ? 'none' : spf.status.result,
    dmarc: dmarc === false ? 'none' : dmarc.status.result,
  };
}
