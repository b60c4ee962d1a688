/** Reads what a visit says of its origin: the address it landed on, the site it came from, the kind of device. Pure; keeps no query but named parameters. */
import Bowser from 'bowser';
import { isbot } from 'isbot';
import { clickParameters, type DeviceType, type DniSourceId } from '#contract/dni/enums.ts';
import { parseLandingParameter } from '#contract/dni/origins.ts';

/** Hosts of search engines: the host itself or a subdomain, in any country where the name stands alone. */
const searchEngines = /(?:^|\.)(?:google|bing|yahoo|duckduckgo|ecosia|baidu|yandex|qwant|startpage|brave|naver|aol|ask|kagi|search\.marginalia)\.[a-z.]{2,10}$/;

const maxText = 200;
const maxPath = 300;

/** A text of a visitor as it is stored: without control characters, cut. Null where nothing is left. */
export function cleanText(text: string | null | undefined, max = maxText): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  const clean = (text ?? '').replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  return clean === '' ? null : [...clean].slice(0, max).join('');
}

/** An address without query and fragment; null for what is no web address. */
export function toPage(address: string): string | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? (cleanText(`${url.host}${url.pathname}`, maxPath) ?? null) : null;
}

/** Origin of a visit. `source`: by its address and referrer alone, before a pool decides. */
export interface Visit {
  readonly landing: string;
  readonly referrer: string | null;
  readonly referrerHost: string | null;
  readonly source: Exclude<DniSourceId, 'landing_parameter' | 'always'>;
  readonly sourceDetail: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly term: string | null;
  readonly clickParameter: string | null;
  readonly clickId: string | null;
  readonly parameters: URLSearchParams;
}

/** Reads a visit; null for an address that is no page of the web. */
export function parseVisit(address: string, referrerAddress: string | null): Visit | null {
  const landing = toPage(address);
  const url = URL.parse(address);
  if (landing === null || !url) return null;
  const parameters = url.searchParams;
  const referrerUrl = referrerAddress === null ? null : URL.parse(referrerAddress);
  const isOutside = referrerUrl !== null && /^https?:$/.test(referrerUrl.protocol) && referrerUrl.host !== url.host;
  const referrerHost = isOutside ? referrerUrl.hostname : null;
  const click = findClick(parameters);
  return {
    landing,
    referrer: isOutside ? toPage(referrerUrl.href) : null,
    referrerHost,
    ...classify(click, referrerHost),
    medium: cleanText(parameters.get('utm_medium')),
    campaign: cleanText(parameters.get('utm_campaign')),
    term: cleanText(parameters.get('utm_term')),
    clickParameter: click?.parameter ?? null,
    clickId: click?.value ?? null,
    parameters,
  };
}

interface Click {
  readonly source: keyof typeof clickParameters;
  readonly parameter: string;
  readonly value: string;
}

function findClick(parameters: URLSearchParams): Click | null {
  for (const source of ['google_ads', 'microsoft_ads', 'meta_ads'] as const)
    for (const parameter of clickParameters[source]) {
      const value = cleanText(parameters.get(parameter));
      if (value !== null) return { source, parameter, value };
    }
  return null;
}

function classify(click: Click | null, referrerHost: string | null): Pick<Visit, 'source' | 'sourceDetail'> {
  if (click) return { source: click.source, sourceDetail: null };
  if (referrerHost === null) return { source: 'direct', sourceDetail: null };
  return { source: searchEngines.test(referrerHost) ? 'organic' : 'referral', sourceDetail: cleanText(referrerHost) };
}

/** Rule that matches a pool to visits. */
interface PoolRule {
  readonly id: number;
  readonly source: DniSourceId;
  readonly source_value: string | null;
}

const isHost = (host: string, wanted: string) => host === wanted || host.endsWith(`.${wanted}`);

/**
 * Rank of a pool for a visit, the lowest first: landing parameter (0: its value, 1: its name or an ad's click), referring site (2), kind of site (3), any visit (4).
 * Null: the pool is not for it.
 */
export function rankPool({ source, source_value: value }: PoolRule, visit: Visit): number | null {
  switch (source) {
    case 'landing_parameter': {
      const wanted = value === null ? null : parseLandingParameter(value);
      const sent = wanted === null ? null : visit.parameters.get(wanted.name);
      if (wanted === null || sent === null) return null;
      if (wanted.value === null) return 1;
      return sent.toLowerCase() === wanted.value.toLowerCase() ? 0 : null;
    }
    case 'google_ads':
    case 'microsoft_ads':
    case 'meta_ads':
      return visit.source === source ? 1 : null;
    case 'referral':
      if (value !== null) return visit.referrerHost !== null && isHost(visit.referrerHost, value) ? 2 : null;
      return visit.source === source ? 3 : null;
    case 'organic':
    case 'direct':
      return visit.source === source ? 3 : null;
    case 'always':
      return 4;
  }
}

/** The pool a visit is for: the first by precedence, of equal ones the oldest. Null where none is. */
export function choosePool<P extends PoolRule>(pools: readonly P[], visit: Visit): P | null {
  let best: { readonly pool: P; readonly rank: number } | null = null;
  for (const pool of pools) {
    const rank = rankPool(pool, visit);
    if (rank === null) continue;
    if (best === null || rank < best.rank || (rank === best.rank && pool.id < best.pool.id)) best = { pool, rank };
  }
  return best?.pool ?? null;
}

/** Source of a visit in its pool: a landing parameter that the pool is for outranks what the address alone says. */
export function toSource({ source, source_value: value }: PoolRule, visit: Visit): { readonly source: DniSourceId; readonly detail: string | null } {
  if (source !== 'landing_parameter' || value === null) return { source: visit.source, detail: visit.sourceDetail };
  const wanted = parseLandingParameter(value);
  return { source, detail: cleanText(wanted === null ? value : `${wanted.name}=${visit.parameters.get(wanted.name) ?? ''}`) };
}

/** True for programs that read pages: they get no number. */
export const isBot = (userAgent: string): boolean => userAgent === '' || isbot(userAgent);

/** The kind of device and the browser's name. */
export function readDevice(userAgent: string): { readonly deviceType: DeviceType; readonly browser: string | null } {
  const result = Bowser.parse(userAgent);
  const type = result.platform.type;
  return { deviceType: type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'other', browser: cleanText(result.browser.name, 40) };
}
