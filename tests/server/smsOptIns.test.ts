/** The public page on which people agree to texts, and pictures of opt-ins. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { formatPublicPictureUrl } from '#server/files/links.ts';
import type { Client, TestCompany } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';
import { pdf, png } from './samples.ts';
import { brandOf, campaignOf, draftOf } from './smsVerification.stage.ts';

const calls = routes.smsVerification;
let outside: Outside;
let company: TestCompany;
let owner: Client;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

describe('the public opt-in page', () => {
  const submit = (id: number) => outside.server.owner.updateTable('sms_campaigns').set({ is_draft: false }).where('id', '=', id).execute();
  const address = async () => {
    const { id, optInPageUrl } = await owner.call(calls.create, { body: draftOf([]) });
    await submit(id);
    return optInPageUrl;
  };
  const send = (url: string, fields: Readonly<Record<string, string>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return fetch(url, { method: 'POST', body: form });
  };

  test('shows the words of consent to anybody, without a script', async () => {
    const url = await address();
    const answer = await fetch(url);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('Texts from Northwind Motors');
    expect(html).toContain('Reply STOP to opt out, HELP for help');
    expect(html).not.toContain('<script');
    expect((await fetch(`${url.slice(0, -16)}${'x'.repeat(16)}`)).status).toBe(404);
  });

  test('makes a contact of who agrees, with where; needs the consent, and answers alike for one that is known', async () => {
    const url = await address();
    const phone = '+12135550188';
    expect((await send(url, { phone })).status).toBe(422);
    expect((await send(url, { phone: 'no number', consent: '1' })).status).toBe(422);
    const contacts = async () =>
      outside.server.owner
        .selectFrom('contacts')
        .select(['number', 'optin_type', 'optin_source'])
        .where('company_id', '=', company.id)
        .where('number', '=', phone)
        .execute();
    expect(await contacts()).toEqual([]);
    const first = await send(url, { phone, consent: '1' });
    expect(first.status).toBe(200);
    expect(await (await send(url, { phone, consent: '1' })).text()).toBe(await first.text());
    expect(await contacts()).toEqual([{ number: phone, optin_type: 'web_form', optin_source: url }]);
  });

  test('writes what a company is called as text', async () => {
    const { id, brand } = await owner.call(calls.create, { body: draftOf([]) });
    await owner.call(calls.update, {
      params: { id, brandId: brand.id },
      body: { _method: 'PUT', brand: { ...brandOf(), brandName: '<img src=x onerror=alert(1)>' }, campaign: campaignOf([]) },
    });
    const { optInPageUrl } = await owner.call(calls.get, { params: { id } });
    // A draft speaks for nobody.
    expect(await (await fetch(optInPageUrl)).text()).not.toContain('img');
    await submit(id);
    const html = await (await fetch(optInPageUrl)).text();
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
    await outside.server.owner.deleteFrom('sms_campaigns').where('id', '=', id).execute();
  });

  test('is not there before anything was submitted', async () => {
    const other = await outside.server.company();
    const client = await outside.server.worker(other, 'owner');
    const { optInPageUrl } = await client.call(calls.create, { body: draftOf([]) });
    expect((await fetch(optInPageUrl)).status).toBe(404);
    expect((await send(optInPageUrl, { phone: '+12135550187', consent: '1' })).status).toBe(404);
  });

  test('is refused for an address that is none, and without consent', async () => {
    const token = (await address()).slice(-16);
    const stranger = outside.server.stranger();
    expect((await stranger.exchange(calls.optInPage, { params: { token } })).status).toBe(200);
    expect((await stranger.exchange(calls.optInPage, { params: { token: 'x'.repeat(16) } })).status).toBe(404);
    expect((await stranger.exchange(calls.optIn, { params: { token }, body: { phone: '+12135550199' } })).status).toBe(422);
  });
});

describe('pictures of opt-ins', () => {
  test('are written anew, seen by who may see registrations, and by anybody with the public link', async () => {
    const picture = await owner.call(calls.upload, { body: {}, files: [{ field: 'picture', name: 'form.png', type: 'image/png', bytes: png }] });
    expect(picture).toMatchObject({ contentType: 'image/png' });
    expect((await owner.fetch(picture.url)).status).toBe(200);
    expect((await outside.server.stranger().fetch(picture.url)).status).toBe(401);
    const url = formatPublicPictureUrl(outside.server.services.sealer, { companyId: company.id, fileId: picture.id });
    expect((await outside.server.stranger().fetch(url)).status).toBe(200);
    await expect(
      owner.refusal(calls.upload, { body: {}, files: [{ field: 'picture', name: 'form.pdf', type: 'application/pdf', bytes: pdf }] }),
    ).resolves.toMatchObject({ status: 415 });
  });

  test('a public link opens pictures alone', async () => {
    const { id } = await outside.server.owner
      .insertInto('files')
      .values({ company_id: company.id, name: 'list.csv', content_type: 'text/csv', bytes: 3, storage_key: 'tests/list' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await outside.server.services.files.put('tests/list', new Uint8Array([1, 2, 3]));
    const url = formatPublicPictureUrl(outside.server.services.sealer, { companyId: company.id, fileId: id });
    expect((await outside.server.stranger().fetch(url)).status).toBe(404);
  });
});
