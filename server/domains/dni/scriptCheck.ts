/** The company's script: its tag, and whether a page has it. */
import type { DniScript } from '#contract/dni/entities.ts';
import type { ScriptCheckResult } from '#contract/dni/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { PageUnreadableError } from '../../web/guardedFetcher.ts';
import { loadVisitorScript } from '../../web/visitorScript.ts';

/** The key of the open company: every company has one from its beginning. */
export const getPublicKey = async (): Promise<string> =>
  (await currentTransaction().selectFrom('dni_sites').select('public_key').where('company_id', '=', companyId()).executeTakeFirstOrThrow()).public_key;

/** The script of a key. */
export async function toScript({ config }: Pick<Services, 'config'>, publicKey: string): Promise<DniScript> {
  const { integrity, bytes } = await loadVisitorScript(config.production);
  const url = `${config.publicUrl}/dni/${publicKey}/v1.js`;
  return { script: `<script async src="${url}"></script>`, url, publicKey, integrity, bytes };
}

/** Keys of our scripts in a page; what is commented out is not there. Each step goes over the page once: it is a stranger's. */
function listKeys(html: string): string[] {
  let rest = html;
  let shown = '';
  for (let from = rest.indexOf('<!--'); from >= 0; from = rest.indexOf('<!--')) {
    shown += rest.slice(0, from);
    const end = rest.indexOf('-->', from + 4);
    rest = end < 0 ? '' : rest.slice(end + 3);
  }
  const page = shown + rest;
  return page
    .matchAll(/\/dni\/([\w-]{16,64})\/v1\.js/g)
    .take(maxHits)
    .flatMap(({ 1: key = '', index }) => (isScriptSource(page.slice(Math.max(0, index - maxTag), index)) ? [key] : []))
    .toArray();
}

/** Addresses of scripts in a page that are looked at, and letters of a tag before one: what is searched with care for its context stays small. */
const maxHits = 50;
const maxTag = 1_300;

/** True for what ends within the source of a script tag. */
function isScriptSource(before: string): boolean {
  const from = before.toLowerCase().lastIndexOf('<script');
  return from >= 0 && /^<script\b[^>]*?\bsrc\s*=\s*["']?[^"'\s>]*$/i.test(before.slice(from));
}

/** Looks for the script in a page. One that can't be read is told like one without it: the answer says nothing of the network. */
export async function checkScript({ web }: { readonly web: Pick<Services['web'], 'fetchPage'> }, url: string, publicKey: string): Promise<ScriptCheckResult> {
  try {
    const keys = listKeys((await web.fetchPage(url)).body);
    if (keys.includes(publicKey)) return 'found';
    return keys.length > 0 ? 'wrong_company' : 'not_found';
  } catch (error) {
    if (!(error instanceof PageUnreadableError)) throw error;
    return 'not_found';
  }
}
