/** The search over everything a person may see: candidates by index, one query for each kind, ranked by one rule. */
import { sql } from 'kysely';
import { type SearchHit, searchKinds } from '#contract/me/entities.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { computeDigitsRank, computeTextRank } from '../../lists/searchRanking.ts';
import { formatPhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { type Asker, type CompanyAccess, companiesWithPermission, listCompanyAccess, listRestrictions } from '../companies/companyAccess.ts';

const most = 50;
/** Hits of each kind that those of others never crowd out. */
const share = 8;
/** Candidates of one kind and one way of finding; ranking chooses among them. */
const candidates = 200;
/** With fewer candidates than this, looser ways of finding are tried. */
const enough = 20;

type Kind = SearchHit['kind'];

interface SearchQuery {
  readonly q: string;
  readonly kinds?: readonly string[] | undefined;
  readonly companyId?: number | undefined;
}

/** The best hits of all kinds, of each at least `share`: many people whose names begin alike leave room for the number that is called so. */
function pickBest(hits: readonly SearchHit[]): SearchHit[] {
  const sorted = [...hits].sort((a, b) => b.rank - a.rank || a.title.localeCompare(b.title) || a.id - b.id);
  const picked = new Set(searchKinds.flatMap((kind) => sorted.filter((hit) => hit.kind === kind).slice(0, share)));
  for (const hit of sorted) if (picked.size < most) picked.add(hit);
  return sorted.filter((hit) => picked.has(hit));
}

/** At most 50 hits, best first. Null: the company is not the person's. Opens its own transactions: one for what the person may enter, one over all of these companies. */
export async function search(services: Services, asker: Asker, question: SearchQuery): Promise<SearchHit[] | null> {
  const q = question.q.trim();
  const wanted = new Set(searchKinds.filter((kind) => question.kinds?.includes(kind) ?? true));
  const reach = await services.tenancy.identity(() => listCompanyAccess(asker));
  const within = question.companyId === undefined ? reach : reach.filter((company) => company.id === question.companyId);
  if (question.companyId !== undefined && within.length === 0) return null;
  if (q === '') return [];
  const hits = wanted.has('company') ? companyHits(q, reach) : [];
  if (within.length > 0) {
    const ids = within.map((company) => company.id);
    hits.push(...(await services.tenancy.company(ids, asker.userId, () => rowHits(q, wanted, within))));
  }
  return pickBest(hits);
}

async function rowHits(q: string, wanted: ReadonlySet<Kind>, within: readonly CompanyAccess[]): Promise<SearchHit[]> {
  const names = new Map(within.map((company) => [company.id, company.name]));
  const hits: SearchHit[] = [];
  if (wanted.has('contact')) hits.push(...(await contactHits(q, companiesWithPermission(within, 'contacts.read'), names)));
  if (wanted.has('number')) hits.push(...(await numberHits(q, companiesWithPermission(within, 'numbers.read'), names)));
  if (wanted.has('conversation')) hits.push(...(await conversationHits(q, companiesWithPermission(within, 'conversations.read'), names)));
  return hits;
}

/** The rank of a row by its words or its number, whichever answers better. */
function computeRank(q: string, text: string, number: string, other = ''): number {
  const byNumber = isPhoneLike(q) ? computeDigitsRank(extractDigits(q), number) : 0;
  return Math.max(byNumber, computeTextRank(q, text, other));
}

function companyHits(q: string, reach: readonly CompanyAccess[]): SearchHit[] {
  return reach.flatMap((company) => {
    const rank = computeTextRank(q, company.name, company.slug);
    return rank === 0
      ? []
      : [{ kind: 'company' as const, id: company.id, companyId: company.id, title: company.name, detail: company.organizationName ?? company.slug, rank }];
  });
}

/** The rank of hits of a kind: what people mean most often, of equals, first. */
const weight: Readonly<Record<Kind, number>> = { company: 1, contact: 0.99, number: 0.97, conversation: 0.95 };

/** Ids of rows that may answer, by ever looser ways until there are enough. */
async function candidateIds(kind: 'contacts' | 'conversations', q: string, readable: readonly CompanyAccess[]): Promise<number[]> {
  const ids = readable.map((company) => company.id);
  if (ids.length === 0) return [];
  const limited = listRestrictions(readable);
  const found = new Set<number>();
  for (const { how, words, isGuess } of listSearchWays(kind, q)) {
    if (found.size >= enough || (isGuess && found.size > 0)) break;
    const rows = await sql<{ id: number }>`
      select find_rows(${kind}, ${ids}::bigint[], ${words}::text[], ${how}, ${candidates}::int, ${limited.companies}::bigint[], ${limited.numbers}::bigint[]) as id`.execute(
      currentTransaction(),
    );
    for (const row of rows.rows) found.add(row.id);
  }
  return [...found];
}

interface Way {
  readonly how: string;
  readonly words: readonly string[];
  /** Supposes a slip of the fingers: tried only when nothing answers what was really typed. */
  readonly isGuess?: true;
}

function listSearchWays(kind: 'contacts' | 'conversations', q: string): Way[] {
  const lower = q.toLowerCase();
  if (isPhoneLike(q)) {
    const digits = extractDigits(q);
    const whole: Way = { how: 'contains', words: [digits] };
    return digits.length > 7 ? [whole, { how: 'contains', words: [digits.slice(-7)], isGuess: true }] : [whole];
  }
  const words = lower.split(/\s+/).slice(0, 6);
  const ways: Way[] = kind === 'contacts' ? [{ how: 'named', words: [lower] }] : [];
  ways.push({ how: 'begins', words });
  if (lower.length >= 3) ways.push({ how: 'contains', words });
  if (words.length === 1 && lower.length >= 4 && lower.length <= 16) ways.push({ how: 'oneOf', words: swaps(lower), isGuess: true });
  if (lower.length >= 4) ways.push({ how: 'resembles', words: [lower], isGuess: true });
  return ways;
}

/** The word with each pair of neighbours swapped: the commonest slip, and the one that likeness by trigrams misses in short words. */
function swaps(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''));
}

async function contactHits(q: string, readable: readonly CompanyAccess[], companies: ReadonlyMap<number, string>): Promise<SearchHit[]> {
  const ids = await candidateIds('contacts', q, readable);
  if (ids.length === 0) return [];
  const rows = await currentTransaction()
    .selectFrom('contacts')
    .select(['id', 'company_id', 'name', 'number', 'company_name', 'email'])
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap((row) => {
    const rank = computeRank(q, row.name, row.number, `${row.company_name ?? ''} ${row.email ?? ''}`) * weight.contact;
    if (rank === 0) return [];
    const phone = formatPhone(row.number);
    const detail = [row.name === '' ? null : phone, row.company_name, companies.get(row.company_id)].filter((part) => part).join(' · ');
    return [{ kind: 'contact' as const, id: row.id, companyId: row.company_id, title: row.name || phone, detail, rank }];
  });
}

async function numberHits(q: string, readable: readonly CompanyAccess[], companies: ReadonlyMap<number, string>): Promise<SearchHit[]> {
  const ids = readable.map((company) => company.id);
  if (ids.length === 0) return [];
  const limited = listRestrictions(readable);
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['id', 'company_id', 'label', 'number'])
    .where(sql<boolean>`company_id = any (${ids}::bigint[])`)
    .where(sql<boolean>`(company_id <> all (${limited.companies}::bigint[]) or id = any (${limited.numbers}::bigint[]))`)
    .where('status', '<>', 2)
    .execute();
  return rows.flatMap((row) => {
    const rank = computeRank(q, row.label, row.number) * weight.number;
    if (rank === 0) return [];
    const phone = formatPhone(row.number);
    const detail = [row.label === '' ? null : phone, companies.get(row.company_id)].filter((part) => part).join(' · ');
    return [{ kind: 'number' as const, id: row.id, companyId: row.company_id, title: row.label || phone, detail, rank }];
  });
}

async function conversationHits(q: string, readable: readonly CompanyAccess[], companies: ReadonlyMap<number, string>): Promise<SearchHit[]> {
  const ids = await candidateIds('conversations', q, readable);
  if (ids.length === 0) return [];
  const rows = await currentTransaction()
    .selectFrom('conversations')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'conversations.number_id')
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select(['conversations.id', 'conversations.company_id', 'conversations.recipient', 'contacts.name', 'contacts.company_name', 'phone_numbers.label'])
    .where(sql<boolean>`conversations.id = any (${ids}::bigint[])`)
    .where('conversations.latest', 'is not', null)
    .execute();
  return rows.flatMap((row) => {
    const rank = computeRank(q, row.name ?? '', row.recipient, row.company_name ?? '') * weight.conversation;
    if (rank === 0) return [];
    const phone = formatPhone(row.recipient);
    const detail = [row.name ? phone : null, row.label, companies.get(row.company_id)].filter((part) => part).join(' · ');
    return [{ kind: 'conversation' as const, id: row.id, companyId: row.company_id, title: row.name || phone, detail, rank }];
  });
}
