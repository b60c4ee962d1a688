/** Visible text of a page: tags, scripts and styles taken out, blocks parted by lines. */
import type { FetchedPage } from '#contract/smsVerification/lintPage.ts';
import type { WebPage } from './guardedFetcher.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
};

const decode = (text: string) =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });

const hidden = ['script', 'style', 'noscript', 'template', 'svg', 'head'] as const;

/** Removes elements with what they hold, by position: a regular expression over a page of a stranger could take long. */
function removeHidden(html: string): string {
  const lower = html.toLowerCase();
  let kept = '';
  let at = 0;
  while (at < html.length) {
    const next = hidden.map((name) => ({ name, from: findTag(lower, name, at) })).filter(({ from }) => from >= 0);
    const first = next.reduce<(typeof next)[number] | null>((best, each) => (best === null || each.from < best.from ? each : best), null);
    if (first === null) return kept + html.slice(at);
    kept += html.slice(at, first.from);
    const end = lower.indexOf(`</${first.name}`, first.from);
    if (end < 0) return kept;
    const close = lower.indexOf('>', end);
    if (close < 0) return kept;
    at = close + 1;
  }
  return kept;
}

function findTag(lower: string, name: string, from: number): number {
  for (let at = lower.indexOf(`<${name}`, from); at >= 0; at = lower.indexOf(`<${name}`, at + 1)) {
    if (/[\s>/]/.test(lower[at + name.length + 1] ?? '')) return at;
  }
  return -1;
}

/** The text of a page, and whether it is a form to sign in. */
export function readPage({ body, url }: WebPage): FetchedPage {
  const isPassword = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i.test(body);
  const isSignInPath = /\/(?:log-?in|sign-?in|auth)(?:[/?.]|$)/i.test(new URL(url).pathname);
  const text = decode(
    removeHidden(body)
      .replace(/<\/?(?:p|div|br|li|ul|ol|h[1-6]|section|article|tr|td|th|table|header|footer|nav|main|form|label|title)\b[^>]{0,2000}>/gi, '\n')
      .replace(/<[^>]{0,2000}>/g, ' '),
  )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  return { text, asksForSignIn: isPassword || isSignInPath };
}
