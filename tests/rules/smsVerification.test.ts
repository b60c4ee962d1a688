/** Carrier rejections, in fields and on pages; web addresses; fees. */
import { describe, expect, test } from 'vitest';
import { brandEntityTypeLabel, industryVerticals, smsUseCases, stockExchanges } from '#contract/smsVerification/enums.ts';
import { computeFees, sumFees, toRegistryUseCase } from '#contract/smsVerification/fees.ts';
import { isBlocking } from '#contract/smsVerification/lint.ts';
import { lintPage } from '#contract/smsVerification/lintPage.ts';
import { completeWebAddress, parseWebAddress } from '#contract/text/webAddress.ts';
import { type Draft, lintDraft, toBody, toDraft } from '#machines/smsVerification/index.ts';
import { toOptinType } from '#server/carrier/registrationAttributes.ts';
import { readPage } from '#server/web/pageText.ts';
import { reopenStanding } from '#src/features/smsVerification/registrationStore.ts';
import { draft, verification } from '#tests/models/smsVerification.fixtures.ts';

const errorsOf = (given: Partial<Draft>) =>
  lintDraft({ ...draft, ...given }, ['local'])
    .filter(isBlocking)
    .map(({ field }) => field);

test('a web address without a scheme gets https://, one with it is left alone (RULE-041, RULE-042)', () => {
  expect(completeWebAddress('example.com')).toBe('https://example.com');
  expect(completeWebAddress('http://example.com')).toBe('http://example.com');
  expect(completeWebAddress('https://example.com')).toBe('https://example.com');
  expect(completeWebAddress('')).toBe('');
  for (const odd of ['127.0.0.1', 'http://[::1]/', 'https://user:pass@example.com', 'example.com:8080', 'localhost', 'ftp://example.com', 'http://2130706433'])
    expect(parseWebAddress(odd)).toBeNull();
});

test('labels and lists are the specification’s (ENUM-272 to ENUM-341, CONST-107)', () => {
  expect(Object.values(brandEntityTypeLabel)).toEqual(['Publicly Traded Company', 'Private Company', 'Non-Profit', 'Government']);
  expect(industryVerticals).toHaveLength(23);
  expect(stockExchanges).toHaveLength(26);
  expect(smsUseCases).toContain('POLLING_VOTING');
});

describe('before submitting', () => {
  test.each<[string, Partial<Draft>, string]>([
    ['an EIN in another form', { taxId: '123-456' }, 'taxId'],
    ['a PO box', { street: 'P.O. Box 12' }, 'street'],
    ['a free email address', { contactEmail: 'northwind@gmail.com' }, 'contactEmail'],
    ['a public company without a ticker', { entityType: 'PUBLIC_PROFIT', stockExchange: 'NASDAQ' }, 'stockTicker'],
    ['a ticker without an exchange', { entityType: 'PUBLIC_PROFIT', stockTicker: 'NWM' }, 'stockExchange'],
    ['samples without the brand', { samples: 'Your car is ready to drive today. Reply STOP to opt out.\nSee you tomorrow at five for a drive.' }, 'samples'],
    ['samples without STOP', { samples: 'Northwind Motors: your car is ready.\nNorthwind Motors: see you tomorrow.' }, 'samples'],
    ['a link shortener', { samples: `${draft.samples} bit.ly/abc`, hasEmbeddedLinks: 'yes' }, 'samples'],
    ['content that is barred', { description: `${draft.description} We also sell vapes and cigars.` }, 'description'],
    ['alcohol without an age gate', { description: `${draft.description} Come and taste our wine.` }, 'ageGated'],
    ['lending that is not declared', { description: `${draft.description} Ask for a car loan.` }, 'directLending'],
    ['an opt-in without the form of consent', { optinType: 'POINT_OF_SALE' }, 'optins'],
    ['no number', { numbers: '' }, 'numbers'],
  ])('%s is refused', (_, given, field) => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf(given)).toContain(field);
  });

  test('a brand of another company is not complained of: only the campaign can be changed here', () => {
    const masked = { ...draft, taxId: '•••••6789', contactEmail: '', optinType: 'POINT_OF_SALE' } satisfies Draft;
    const fieldsWhere = (isOwn: boolean) => lintDraft(masked, ['local'], { isOwn }).map(({ field }) => field);
    expect(fieldsWhere(true)).toEqual(expect.arrayContaining(['taxId', 'contactEmail', 'optins']));
    expect(fieldsWhere(false)).toContain('optins');
    expect(fieldsWhere(false)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:taxId|contactEmail)$/)]));
  });

  test('a key costs less than a frame', () => {
    const long = {
      ...draft,
      samples: Array.from({ length: 5 }, () => 'Northwind Motors: '.padEnd(1_000, 'a b ')).join('\n'),
      messageFlow: 'STOP rates per month '.repeat(90),
    };
    lintDraft(long, ['local']);
    const start = performance.now();
    for (let at = 0; at < 20; at += 1) lintDraft(long, ['local']);
    expect((performance.now() - start) / 20).toBeLessThan(16);
  });
});

test('a draft survives the way to the server and back', () => {
  expect(toDraft(verification())).toEqual({ ...draft, optinUrl: 'https://northwind-motors.example/text-us' });
  expect(toBody(toDraft(verification())).campaign).toMatchObject({ numbers: [7], samples: draft.samples.split('\n') });
});

test('consent at a point of sale is asked for, never guessed', () => {
  expect(toOptinType('TEXT_TO_JOIN', null)).toBe('VIA_TEXT');
  expect(toOptinType('POINT_OF_SALE', 'VERBAL')).toBe('VERBAL');
  expect(() => toOptinType('OTHER', null)).toThrow();
});

describe('pages', () => {
  const page = (text: string) => ({ text, asksForSignIn: false });

  test('a privacy policy that shares mobile data is quoted', () => {
    const says = 'We may share your phone number with our affiliates.';
    expect(lintPage('privacyUrl', page(`We like you. ${says} Thank you.`), 'Northwind')).toContainEqual(
      expect.objectContaining({ severity: 'error', quote: says }),
    );
    expect(lintPage('privacyUrl', page('We do not share mobile numbers with third parties.'), 'Northwind')).toEqual([]);
  });

  test('a page behind a sign-in is one that reviewers can’t see', () => {
    expect(lintPage('optins', { text: '', asksForSignIn: true }, 'Northwind')).toMatchObject([{ severity: 'error' }]);
    expect(readPage({ url: 'https://example.com/a', status: 200, body: '<form><input type="password"></form>' }).asksForSignIn).toBe(true);
  });

  test('only what a reader sees counts', () => {
    const body = '<head><title>x</title></head><style>p{}</style><p>One &amp; two</p><script>"we share mobile numbers with partners"</script><p>Three</p>';
    expect(readPage({ url: 'https://example.com/', status: 200, body }).text).toBe('One & two\nThree');
  });
});

test('fees: a brand once, vetting for many messages, a review each time', () => {
  const basis = { hasLocal: true, isBrandRegistered: false, isCampaignRegistered: false, volume: '10_000' } as const;
  expect(sumFees(computeFees(basis))).toBe(21);
  expect(computeFees({ ...basis, volume: 'HIGH' }).map(({ kind }) => kind)).toEqual(['brand', 'vetting', 'campaign_review', 'first_month']);
  expect(computeFees({ ...basis, isBrandRegistered: true, isCampaignRegistered: true }).map(({ kind }) => kind)).toEqual(['campaign_review']);
  expect(computeFees({ ...basis, hasLocal: false })).toEqual([]);
  expect(toRegistryUseCase(['MARKETING'], '25_000')).toBe('MARKETING');
  expect(toRegistryUseCase(['MARKETING', '2FA'], '25_000')).toBe('MIXED');
});

test.each([
  [undefined, 'draft,draft;'],
  ['rejected,approved;12', 'draft,approved;12'],
])('submitted again, what was rejected is open: %s', (before, standing) => {
  expect(reopenStanding(before)).toBe(standing);
});
