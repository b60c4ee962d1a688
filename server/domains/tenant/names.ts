/** Names of tenants as people type them, domains and brands: which may be a tenant's, and why another may not. */
import { isIP } from 'node:net';
import { parse } from 'tldts';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/errors.ts';

/** A name that may be a domain, or the reason why it may not. `registrable`: by the public suffix list, where it has such a part. */
type NameCheck =
  | { readonly isValid: true; readonly domain: string; readonly subdomain: string }
  | { readonly isValid: false; readonly registrable: string | null; readonly reason: string };

const labelGrammar = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const maxName = 253;
const maxLabel = 63;

/** Reasons by the spelling alone, in order. */
const spellings: readonly (readonly [(name: string) => boolean, string])[] = [
  [(name) => name === '', 'Enter a domain like example.com'],
  [(name) => /[/\\@?#\s]|^[a-z]+:/.test(name), 'Enter the domain alone, without https://, a path or spaces'],
  [(name) => name.includes('*'), 'Wildcards can’t be used. Enter one domain like example.com.'],
  [(name) => isIP(name.replace(/^\[|\]$/g, '')) !== 0 || /(^|\.)(0x[0-9a-f]+|\d+)$/.test(name), 'Enter a domain, not an IP address'],
  [(name) => name.includes(':'), 'Enter the domain without a port'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the letters of ASCII
  [(name) => /[^\u0000-\u007f]|(^|\.)xn--/.test(name), 'Use a domain with the letters a to z. Letters of other alphabets can look like others.'],
  [(name) => name.startsWith('.') || name.includes('..'), 'Remove the extra dot'],
  [(name) => name === 'localhost' || name.endsWith('.localhost'), 'localhost is this machine. Enter a public domain.'],
  [(name) => name.split('.').some((label) => label.length > maxLabel), `Each part of a domain has up to ${maxLabel} characters`],
  [(name) => name.length > maxName, `A domain has up to ${maxName} characters`],
  [(name) => !name.split('.').every((label) => labelGrammar.test(label)), 'Use letters, digits and hyphens, with a dot between the parts'],
  [(name) => !name.includes('.'), 'Enter a domain with its ending, like example.com'],
];

const findSpellingReason = (name: string): string | null => spellings.find(([holds]) => holds(name))?.[1] ?? null;

/** Lower case, without the dot that may end a name. */
export const normalizeName = (typed: string): string => typed.trim().toLowerCase().replace(/\.$/, '');

/** Names as they look at a glance: letters and digits that are taken for one another are one. */
const toSkeleton = (label: string): string =>
  label.replaceAll('-', '').replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('5', 's').replaceAll('3', 'e');

/** True when one letter more, fewer or other makes one of the other. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** Letters a name needs before one edit counts: shorter ones are too often neighbors by chance. */
const minEdited = 6;

function isLookAlike(label: string, own: string): boolean {
  const [one, other] = [toSkeleton(label), toSkeleton(own)];
  return one === other || (other.length >= minEdited && isOneEditAway(one, other));
}

/** Letters of other alphabets that read as ours. */
const twins: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  і: 'i',
  ı: 'i',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  п: 'n',
  ո: 'n',
  о: 'o',
  ο: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  ү: 'y',
  х: 'x',
};
/** Names of a tenant are given to users of its company alone, who would take these for the operator. */
const product = 'keyline';
const officeWords = [
  'account',
  'accounts',
  'admin',
  'app',
  'billing',
  'help',
  'inc',
  'official',
  'payments',
  'security',
  'staff',
  'support',
  'team',
  'verification',
];

/** Refuses a name by which a company would pass for Keyline itself: that name, or that name and an office of it. */
export function assertOwnName(field: string, name: string): void {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\s]/gu, (letter) => twins[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const rest = officeWords.reduce((left, word) => left.replaceAll(new RegExp(`(^| )${word}(?= |$)`, 'g'), ''), words);
  const letters = rest.replaceAll(' ', '');
  if (letters !== '' && toSkeleton(letters) === toSkeleton(product))
    throw new AppError('invalid', { field, message: 'This name could be taken for Keyline itself. Use your company’s name.' });
}

/** Registrable names of the installation itself. */
function listOwn({
  publicUrl,
  hosts,
  domainTarget,
}: Pick<Config, 'publicUrl' | 'hosts' | 'domainTarget'>): { readonly domain: string; readonly label: string }[] {
  return [new URL(publicUrl).hostname, domainTarget, ...hosts].flatMap((host) => {
    const { domain, domainWithoutSuffix } = parse(host, { allowPrivateDomains: true });
    return domain && domainWithoutSuffix ? [{ domain, label: domainWithoutSuffix }] : [];
  });
}

/** Checks spelling, ending and likeness to our own names. Does not check whether another company has the domain: see `isTaken`. */
export function checkHostName(typed: string, config: Pick<Config, 'publicUrl' | 'hosts' | 'domainTarget'>): NameCheck {
  const name = normalizeName(typed);
  const spelling = findSpellingReason(name);
  if (spelling !== null) return { isValid: false, registrable: null, reason: spelling };
  const { domain, subdomain, isIcann, isPrivate, domainWithoutSuffix } = parse(name, { allowPrivateDomains: true });
  if (!isIcann && !isPrivate) return { isValid: false, registrable: null, reason: 'This domain ending isn’t public. Use a domain you have registered.' };
  if (domain === null || domainWithoutSuffix === null)
    return { isValid: false, registrable: null, reason: `${name} is a shared ending. Enter your own domain, like example.${name}.` };
  const refuse = (reason: string): NameCheck => ({ isValid: false, registrable: domain, reason });
  const own = listOwn(config);
  if (own.some((each) => each.domain === domain)) return refuse('This domain belongs to this installation. Use your own.');
  if (own.some(({ label }) => isLookAlike(domainWithoutSuffix, label))) return refuse('This domain looks like one of this installation. Use another one.');
  return { isValid: true, domain, subdomain: subdomain ?? '' };
}

/** Checks a host name and requires it to be a registrable domain without subdomains. */
export function checkDomainName(typed: string, config: Pick<Config, 'publicUrl' | 'hosts' | 'domainTarget'>): NameCheck {
  const check = checkHostName(typed, config);
  if (!check.isValid || check.subdomain === '') return check;
  const { domain, subdomain } = check;
  return { isValid: false, registrable: domain, reason: `Use ${domain} as the domain and ${subdomain} as the app subdomain` };
}

/** Name of a host by its subdomain: `@` is the domain itself. Null where the subdomain is none. */
export function formatHost(subdomain: string, domain: string): string | null {
  if (subdomain === '@') return domain;
  const labels = subdomain.split('.');
  const host = `${subdomain}.${domain}`;
  return labels.every((label) => labelGrammar.test(label) && label.length <= maxLabel && !label.startsWith('xn--')) && host.length <= maxName ? host : null;
}
