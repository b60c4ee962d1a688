/** Effects of sending a campaign now, in advance: who gets it, who later, who not and why; what it takes. They add up to the group. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CampaignReview, CampaignReviewRow } from '#contract/campaigns/entities.ts';
import { type ReviewLine, type SkipReason, skipReasons } from '#contract/campaigns/enums.ts';
import { joinCampaignText, listTokens, type MergeField } from '#contract/campaigns/message.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { findLink } from '#contract/text/links.ts';
import { findQuiet, listZones } from '#contract/text/quietHours.ts';
import { countSegments } from '#contract/text/segments.ts';
import { assertCanSend } from '../../compliance/senders.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import type { Services } from '../../services.ts';
import { findVerification } from '../numbers/queries.ts';
import { type Audience, countAudience, countReached, createDigest, listZoneGroups, selectAudience } from './audience.ts';
import { startOf } from './lane.ts';
import { type CampaignRow, listMedia, matchesPerson } from './queries.ts';
import { getRate } from './rates.ts';
import { measure, renderFor, type Words } from './rendering.ts';

/** People who are read at once. */
const chunkRows = 5_000;
const hourMs = 3_600_000;

interface Longest {
  readonly text: string;
  readonly segments: number;
  readonly offenders: readonly string[];
  readonly contact: { readonly id: number; readonly name: string };
}

interface Texts {
  readonly segments: { readonly min: number; readonly max: number; readonly total: number };
  readonly cost: { readonly min: number; readonly max: number };
  readonly longest: Longest | null;
  readonly missing: ReadonlyMap<string, number>;
}

/** A campaign with what its texts depend on. */
interface Measured extends CampaignRow {
  readonly sender: string;
  readonly hasMedia: boolean;
}

/** Renders everybody's text; lets others have their turn between. */
async function measureTexts(campaign: Measured, audience: Audience): Promise<Texts> {
  let after = 0;
  let people = 0;
  let total = 0;
  let min = Number.POSITIVE_INFINITY;
  let longest: (Longest & { readonly length: number }) | null = null;
  let dearest = 0;
  const missing = new Map<string, number>();
  for (let read = chunkRows; read === chunkRows; ) {
    const { rows } = await sql<{ id: number; name: string; number: string; email: string | null }>`
      select id, name, number, email from (${audience()}) a where line is null and id > ${after} order by id limit ${chunkRows}`.execute(currentTransaction());
    for (const row of rows) {
      const rendered = renderFor(campaign, { ...row, email: row.email ?? '' });
      const { segments } = measure(rendered.text, campaign.sender, campaign.hasMedia);
      for (const token of rendered.missing) missing.set(token, (missing.get(token) ?? 0) + 1);
      total += segments;
      min = Math.min(min, segments);
      dearest = Math.max(dearest, segments);
      if (longest === null || segments > longest.segments || (segments === longest.segments && rendered.text.length > longest.length)) {
        longest = { text: rendered.text, length: rendered.text.length, segments, offenders: [], contact: { id: Number(row.id), name: row.name } };
      }
    }
    people += rows.length;
    after = Number(rows.at(-1)?.id ?? after);
    read = rows.length;
    await setImmediate();
  }
  if (longest === null) return { segments: { min: 0, max: 0, total: 0 }, cost: { min: 0, max: 0 }, longest: null, missing };
  const { length: _, ...shown } = longest;
  const priceOf = (segments: number) => Math.round(segments * 10_000) / 10_000;
  const sum = campaign.hasMedia ? people * measure('', campaign.sender, true).price : measure('', campaign.sender, false).price * total;
  return {
    segments: { min, max: dearest, total },
    // Some of those who wait may opt out meanwhile: nobody pays for them.
    cost: { min: priceOf(sum), max: priceOf(sum) },
    longest: { ...shown, offenders: countSegments(shown.text).offenders },
    missing,
  };
}

/** Number of a campaign, and why it can't send; a campaign without one says that. */
async function readSender({ number_id: numberId }: CampaignRow): Promise<{ readonly number: string; readonly fault: string | null }> {
  if (numberId === null) return { number: '', fault: campaignTexts.noNumber };
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select('number')
    .where('id', '=', numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  return { number: row?.number ?? '', fault: await assertCanSend(numberId) };
}

/** The texts a campaign can come to: as it is written, with a word for each merge field, and with the words that stand in for missing values. */
function listPossibleTexts({ message, unsubscribe_message, fields }: Words): string[] {
  const written = joinCampaignText(message, unsubscribe_message);
  const fill = (value: (field: MergeField) => string) =>
    written.replace(/%%\w{1,30}%%/g, (token) => {
      const field = fields.find((each) => each.token.toLowerCase() === token.toLowerCase());
      return field ? value(field) : token;
    });
  return [written, fill(() => 'x'), fill(({ fallback }) => fallback)];
}

/** The first link a campaign's text can have, where links are off for the company (RULE-098). */
export async function findForbiddenLink(words: Words): Promise<string | null> {
  const link =
    listPossibleTexts(words)
      .map(findLink)
      .find((found) => found !== null) ?? null;
  if (link === null) return null;
  const { links_enabled: isOn } = await currentTransaction()
    .selectFrom('companies')
    .select('links_enabled')
    .where('id', '=', companyId())
    .executeTakeFirstOrThrow();
  return isOn ? null : link;
}

/** Reviews a campaign. Refuses one without a group. */
export async function reviewCampaign(services: Services, campaign: CampaignRow): Promise<CampaignReview> {
  if (campaign.group_id === null) throw new AppError('invalid', { field: 'groups', message: campaignTexts.noGroup });
  const audience = await selectAudience(campaign.group_id);
  const counts = await countAudience(audience);
  const start = startOf(campaign);
  const zones = await listZoneGroups(audience, start, services.config.textingHours);
  const media = await listMedia(campaign.id);
  const { number, fault } = await readSender(campaign);
  const texts = await measureTexts({ ...campaign, sender: number, hasMedia: media.length > 0 }, audience);
  const later = zones.reduce((sum, { until, count }) => sum + (until === null ? 0 : count), 0);
  const hours = new Map<number, number>();
  for (const { until, count } of zones) {
    const at = until === null ? start.getTime() : Math.floor(Date.parse(until) / hourMs) * hourMs;
    hours.set(at, (hours.get(at) ?? 0) + count);
  }
  const lines: { kind: ReviewLine; count: number }[] = [
    { kind: 'now', count: countReached(counts) - later },
    { kind: 'later', count: later },
    ...skipReasons.map((kind) => ({ kind, count: counts.skipped[kind] })),
  ];
  const fallbackOf = (token: string) => campaign.fields.find((field) => field.token.toLowerCase() === token)?.fallback ?? '';
  return {
    digest: createDigest({ ...campaign, media }, counts),
    version: campaign.version,
    total: counts.total,
    lines,
    hours: [...hours].sort(([a], [b]) => a - b).map(([at, count]) => ({ at: new Date(at).toISOString(), count })),
    segments: texts.segments,
    cost: texts.cost,
    longest: texts.longest === null ? null : { ...texts.longest, offenders: [...texts.longest.offenders] },
    empty: await listEmpty(campaign, audience, fallbackOf),
    numberFault: fault,
    registration: campaign.number_id === null ? null : ((await findVerification(campaign.number_id))?.status ?? null),
    link: await findForbiddenLink(campaign),
    seconds: number === '' ? 0 : Math.ceil(texts.segments.total / (await readRate(services, campaign, number))),
  };
}

/** The number's own rate where it has one, else that of its kind. */
async function readRate(services: Services, { number_id: numberId }: CampaignRow, number: string): Promise<number> {
  const own =
    numberId === null ? undefined : await currentTransaction().selectFrom('number_pace').select('rate').where('number_id', '=', numberId).executeTakeFirst();
  return own?.rate ?? getRate(services, number);
}

/** Merge fields of the text some people have no value for, also where a fallback stands in. */
async function listEmpty(campaign: CampaignRow, audience: Audience, fallbackOf: (token: string) => string): Promise<CampaignReview['empty']> {
  const used = new Set(listTokens(joinCampaignText(campaign.message, campaign.unsubscribe_message)));
  const { rows } = await sql<{ first: number; last: number; email: number }>`
    select count(*) filter (where trim(name) = '')::int as first, count(*) filter (where trim(name) !~ '\\s')::int as last,
      count(*) filter (where trim(coalesce(email, '')) = '')::int as email from (${audience()}) a where line is null`.execute(currentTransaction());
  const [counted] = rows;
  const counts = [
    ['%%firstname%%', counted?.first ?? 0],
    ['%%lastname%%', counted?.last ?? 0],
    ['%%email%%', counted?.email ?? 0],
  ] as const;
  return counts.filter(([token, count]) => used.has(token) && count > 0).map(([token, count]) => ({ token, count, fallback: fallbackOf(token) }));
}

interface RowPage {
  readonly line?: ReviewLine | undefined;
  readonly search?: string | undefined;
  readonly page: number;
  readonly size: number;
}

interface AudienceRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly email: string | null;
  readonly state: string | null;
  readonly line: SkipReason | null;
}

/** The people behind a line of the review. */
export async function listReviewRows(services: Services, campaign: CampaignRow, { line, search = '', page, size }: RowPage) {
  if (campaign.group_id === null) throw new AppError('invalid', { field: 'groups', message: campaignTexts.noGroup });
  const audience = await selectAudience(campaign.group_id);
  const start = startOf(campaign);
  const zones = await listZoneGroups(audience, start, services.config.textingHours);
  const closed = zones.filter(({ until }) => until !== null).map(({ code, state }) => `${code} ${state}`);
  const place = sql`left(number, 5) || ' ' || upper(trim(coalesce(state, '')))`;
  const onLine =
    line === undefined
      ? sql`true`
      : line === 'now'
        ? sql`line is null and not ${place} = any (${closed}::text[])`
        : line === 'later'
          ? sql`line is null and ${place} = any (${closed}::text[])`
          : sql`line = ${line}`;
  const matching = sql`${onLine} and ${matchesPerson('name', 'number', search)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${audience()}) a where ${matching}`.execute(currentTransaction());
  const { rows } = await sql<AudienceRow>`select * from (${audience()}) a where ${matching} order by id limit ${size} offset ${(page - 1) * size}`.execute(
    currentTransaction(),
  );
  const { number } = await readSender(campaign);
  const hasMedia = (await listMedia(campaign.id)).length > 0;
  const hours = services.config.textingHours;
  const data = rows.map((row): CampaignReviewRow => {
    const { text } = renderFor(campaign, { name: row.name, number: row.number, email: row.email ?? '' });
    const until = row.line === null && hours !== null ? findQuiet(listZones(row.number, row.state), start, hours)?.until : undefined;
    return {
      id: Number(row.id),
      contact: { id: Number(row.id), name: row.name },
      number: row.number,
      line: row.line ?? (until === undefined ? 'now' : 'later'),
      text,
      segments: measure(text, number, hasMedia).segments,
      sendsAt: until?.toISOString() ?? null,
    };
  });
  return { data, meta: createPageMeta(page, size, counted[0]?.total ?? 0) };
}
