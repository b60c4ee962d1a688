/** Source and pool of a visit, and the visitor of a call. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedOrigin, parseLandingParameter, parseOrigin } from '#contract/dni/origins.ts';
import { computeShares } from '#server/domains/dni/attribution.ts';
import { cleanText, isBot, parseVisit, rankPool, readDevice, toPage } from '#server/domains/dni/visits.ts';
import { buildVisitorScript } from '#server/web/visitorScript.ts';

const visitOf = (url: string, referrer: string | null = null) => {
  const visit = parseVisit(url, referrer);
  if (!visit) throw new Error('No visit');
  return visit;
};

describe('the source of a visit', () => {
  test.each([
    ['https://shop.com/?gclid=x', null, 'google_ads'],
    ['https://shop.com/?wbraid=x', 'https://www.bing.com/', 'google_ads'],
    ['https://shop.com/?msclkid=x', null, 'microsoft_ads'],
    ['https://shop.com/?fbclid=x', 'https://www.facebook.com/', 'meta_ads'],
    ['https://shop.com/', 'https://www.google.co.uk/search', 'organic'],
    ['https://shop.com/', 'https://duckduckgo.com/', 'organic'],
    ['https://shop.com/', 'https://news.com/best', 'referral'],
    ['https://shop.com/', 'https://notgoogle.evil.com/', 'referral'],
    ['https://shop.com/pricing', 'https://shop.com/', 'direct'],
    ['https://shop.com/', null, 'direct'],
    ['https://shop.com/?gclid=', null, 'direct'],
  ])('%s from %s is %s', (url, referrer, source) => expect(visitOf(url, referrer).source).toBe(source));

  test('an address that is no page of the web is no visit', () => {
    for (const url of ['javascript:alert(1)', 'file:///etc', 'shop', '']) expect(parseVisit(url, null)).toBeNull();
  });

  test('a query is kept nowhere; markup and control characters are text', () => {
    const visit = visitOf('https://shop.com/a?utm_campaign=%3C/script%3E%0A%00x&email=me@example.com#top', 'https://news.com/best?who=me');
    expect([visit.landing, visit.referrer, visit.campaign]).toEqual(['shop.com/a', 'news.com/best', '</script> x']);
    expect(toPage('https://shop.com/?secret')).toBe('shop.com/');
    expect(cleanText(`${'x'.repeat(500)}`)).toHaveLength(200);
    expect(cleanText(' \u2028 ')).toBeNull();
  });
});

test('pools rank by landing parameter, ad, referring site, kind of site, any visit', () => {
  const visit = visitOf('https://shop.com/?ref=Spring&gclid=x', 'https://www.partner.com/');
  const rank = (source: Parameters<typeof rankPool>[0]['source'], value: string | null = null) => rankPool({ id: 1, source, source_value: value }, visit);
  expect([
    rank('landing_parameter', 'ref=spring'),
    rank('landing_parameter', 'ref'),
    rank('google_ads'),
    rank('referral', 'partner.com'),
    rank('always'),
  ]).toEqual([0, 1, 1, 2, 4]);
  expect([
    rank('landing_parameter', 'ref=autumn'),
    rank('landing_parameter', 'other'),
    rank('meta_ads'),
    rank('referral', 'evil-partner.com'),
    rank('direct'),
  ]).toEqual([null, null, null, null, null]);
});

test('chances sum up to one, and the one last seen is the likeliest', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 1, maxLength: 4 }), (ago) => {
      const at = new Date();
      const shares = computeShares(
        ago.map((ms) => new Date(at.getTime() - ms)),
        at,
      );
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      expect(shares.indexOf(Math.max(...shares))).toBe(ago.indexOf(Math.min(...ago)));
    }),
  );
});

describe('sites of a pool', () => {
  test.each([
    ['Example.com', 'example.com'],
    ['https://Shop.example.com/', 'https://shop.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['localhost', 'localhost'],
    ['example', null],
    ['https://example.com/path', null],
    ['javascript:alert(1)', null],
    ['*.example.com', null],
    ['https://user@example.com', null],
  ])('%s is %s', (typed, parsed) => expect(parseOrigin(typed)).toBe(parsed));

  test('a host stands for its subdomains, an origin for itself alone', () => {
    const origins = ['example.com', 'https://shop.other.com'];
    expect(['https://example.com', 'http://www.example.com:8080', 'https://shop.other.com'].map((origin) => isAllowedOrigin(origins, origin))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['https://notexample.com', 'https://example.com.evil.com', 'http://shop.other.com', 'null', ''].map((origin) => isAllowedOrigin(origins, origin)),
    ).toEqual([false, false, false, false, false]);
  });

  test('a landing parameter has a name, and may have a value', () => {
    expect(parseLandingParameter('utm_source=news')).toEqual({ name: 'utm_source', value: 'news' });
    expect(parseLandingParameter('ref')).toEqual({ name: 'ref', value: null });
    for (const typed of ['', 'a b', '=x', 'a=b&c=d']) expect(parseLandingParameter(typed)).toBeNull();
  });
});

test('programs that read pages are known, and devices by their kind', () => {
  expect(['', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.0'].map(isBot)).toEqual([true, true, true]);
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.2 Mobile/15E148 Safari/604.1';
  expect([isBot(phone), readDevice(phone)]).toEqual([false, { deviceType: 'mobile', browser: 'Safari' }]);
  expect(readDevice('something').deviceType).toBe('other');
});

test('the script for websites is one small classic script that writes no HTML and evaluates nothing', async () => {
  const code = await buildVisitorScript();
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(4_000);
  expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\bimport\b|\bexport\b/);
});
