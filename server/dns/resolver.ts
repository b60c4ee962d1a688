/** DNS as the checklist of a domain asks it: by `node:dns`, at the name servers of KEYLINE_DNS or the machine's own. */
import { Resolver } from 'node:dns/promises';

/** Answer to one question. `isPartial`: there may be more, which were not answered. `none`: the name servers say that there is no such record (`hasName` false: not even the name). `unanswered`: they did not say. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[]; readonly isPartial?: true }
  | { readonly kind: 'none'; readonly hasName: boolean }
  | { readonly kind: 'unanswered'; readonly why: 'timeout' | 'servfail' | 'unreachable' };

export interface DnsResolver {
  /** Text records; the parts of one are joined. */
  findTexts(name: string): Promise<DnsAnswer>;
  /** The name an alias points at, in lower case without the last dot. */
  findAlias(name: string): Promise<DnsAnswer>;
  /** IPv4 and IPv6 addresses, aliases followed. */
  findAddresses(name: string): Promise<DnsAnswer>;
  /** Hosts that take the mail of a name. */
  findExchanges(name: string): Promise<DnsAnswer>;
  /** Name servers that are asked. */
  listServers(): readonly string[];
}

const timeoutMs = 2_000;
const tries = 2;

const readCode = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');

function toAnswer(error: unknown): DnsAnswer {
  const code = readCode(error);
  if (code === 'ENODATA') return { kind: 'none', hasName: true };
  if (code === 'ENOTFOUND') return { kind: 'none', hasName: false };
  if (code === 'ETIMEOUT') return { kind: 'unanswered', why: 'timeout' };
  if (code === 'ESERVFAIL') return { kind: 'unanswered', why: 'servfail' };
  return { kind: 'unanswered', why: 'unreachable' };
}

/** Control characters are in no record of ours, and a database takes no NUL: they are a stranger's. */
const cleanValue = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  value.replaceAll(/[\u0000-\u001f\u007f]/g, '\ufffd').toWellFormed();

const ask = async (work: () => Promise<readonly string[]>): Promise<DnsAnswer> => {
  try {
    const values = (await work()).map(cleanValue);
    return values.length === 0 ? { kind: 'none', hasName: true } : { kind: 'found', values };
  } catch (error) {
    return toAnswer(error);
  }
};

const readHost = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Joins both families: addresses of one suffice, but are not all while the other was silent; silence of one hides what the other does not know. */
function joinFamilies(first: DnsAnswer, second: DnsAnswer): DnsAnswer {
  const values = [first, second].flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  const isPartial = first.kind === 'unanswered' || second.kind === 'unanswered';
  if (values.length > 0) return { kind: 'found', values, ...(isPartial ? { isPartial } : {}) };
  return first.kind === 'unanswered' ? first : second.kind === 'unanswered' ? second : first;
}

/** Makes the resolver. */
export function createDnsResolver(servers: readonly string[]): DnsResolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    findTexts: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    findAlias: (name) => ask(async () => (await resolver.resolveCname(name)).map(readHost)),
    findAddresses: async (name) => joinFamilies(...(await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))]))),
    findExchanges: (name) => ask(async () => (await resolver.resolveMx(name)).map(({ exchange }) => readHost(exchange))),
    listServers: () => resolver.getServers(),
  };
}
