/** SMS verification from draft to approval, against the sandbox's carrier. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { smsVerificationMessages } from '#contract/smsVerification/texts.ts';
import { signJson } from '#sandbox/carrier/post.ts';
import { findMagicEin } from '#sandbox/carrier/registrations.ts';
import type { Client, TestCompany } from './harness.ts';
import { account, type Outside, startOutside } from './outside.ts';
import { png } from './samples.ts';
import { brandOf, campaignOf, draftOf } from './smsVerification.stage.ts';
import { refused } from './stage.ts';

const calls = routes.smsVerification;
let outside: Outside;
let company: TestCompany;
let owner: Client;
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
  company = await outside.server.company();
  owner = await outside.server.worker(company, 'owner');
});
afterAll(() => outside.close());

/** A number of the company that the carrier has. */
async function addNumber(area = '213', of: TestCompany = company): Promise<number> {
  nth += 1;
  const { id, number } = await outside.server.number(of, { number: `+1${area}222${String(3_000 + nth)}` });
  outside.sandbox.inventory.portIn(number);
  return id;
}

const poll = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000, interval: 50 });
const lanesOf =
  (id: number, client = owner) =>
  async () =>
    (await client.call(calls.get, { params: { id } })).status;

async function submitted(ein: string, numbers: readonly number[]): Promise<number> {
  const { id } = await owner.call(calls.create, { body: draftOf(numbers, ein) });
  await owner.call(calls.submit, { body: { id } });
  return id;
}

describe('a registration', () => {
  test('is a draft, then submitted, then approved; its numbers are in the campaign (RULE-201, RULE-205)', async () => {
    const number = await addNumber();
    const draft = await owner.call(calls.create, { body: { ...draftOf([]), campaign: { ...campaignOf([]), numbers: [{ id: number }] } } });
    expect(draft).toMatchObject({ isSubmitted: false, status: { local: 'draft', tollFree: 'draft' }, brand: { isDraft: true }, campaign: { isDraft: true } });
    expect(draft.brand.website).toBe('https://northwind-motors.example');
    expect(draft.fees).toMatchObject({ dueToday: 21, recorded: 0 });
    const sent = await owner.call(calls.submit, { body: { id: draft.id, dueToday: 21 } });
    expect(sent).toMatchObject({ isSubmitted: true, status: { local: 'submitted', tollFree: 'draft' }, fees: { dueToday: 0, recorded: 21 } });
    await poll(lanesOf(draft.id)).toEqual({ local: 'approved', tollFree: 'draft' });
    await poll(async () => (await owner.call(calls.get, { params: { id: draft.id } })).campaign.numbers).toMatchObject([
      { id: number, state: 'active', lane: 'local' },
    ]);
    expect(outside.sandbox.registrations.count(findMagicEin('Approved'))).toEqual({ brands: 1, campaigns: 1 });
  });

  test('is served to a client that reads it, changes one field and sends back all it was shown', async () => {
    const made = await owner.call(calls.create, {
      body: { ...draftOf([await addNumber()], '90-4444444'), brand: { ...brandOf('90-4444444'), isDraft: true, status: 'draft' } },
    });
    const { id } = made;
    const shown = await owner.call(calls.get, { params: { id } });
    const params = { id, brandId: shown.brand.id };
    const send = (changes: object) => owner.exchange(calls.update, { params, body: { ...shown, ...changes, _method: 'PUT' } });
    const { status, body, text } = await send({ brand: { ...shown.brand, city: 'Oakland' } });
    expect([status, text]).toEqual([200, expect.any(String)]);
    const { updatedAt: _, ...rest } = shown;
    expect(body).toMatchObject({ ...rest, brand: { ...shown.brand, city: 'Oakland' } });
    // The registration read before is outdated.
    expect(await send({})).toMatchObject({ status: 409, body: { message: 'This registration was changed since it was read. Load it again.' } });
    const { updatedAt } = await owner.call(calls.get, { params: { id } });
    for (const [field, other] of [
      ['campaign.is_draft', { campaign: { ...shown.campaign, isDraft: false } }],
      ['is_submitted', { isSubmitted: true }],
      ['id', { id: id + 1 }],
    ] as const)
      expect((await send({ updatedAt, ...other })).body, field).toMatchObject({
        errors: [{ field, detail: 'Read-only. Send it as it was shown, or leave it out.' }],
      });
    // The carrier, or another company, may have changed these without touching the registration.
    for (const other of [
      { brand: { ...shown.brand, status: 'approved' } },
      { status: { ...shown.status, local: 'approved' } },
      { fees: { ...shown.fees, dueToday: 0 } },
    ] as const)
      expect(await send({ updatedAt, ...other })).toMatchObject({
        status: 409,
        body: { message: 'This registration was changed since it was read. Load it again.' },
      });
    const approved = owner.refusal(calls.create, { body: { ...draftOf([], '90-4444445'), brand: { ...brandOf('90-4444445'), status: 'approved' } } });
    expect(await refused(approved)).toMatchObject({ status: 422, field: 'brand.status' });
  });

  test('of the same EIN shares the brand, and is shown the fees without it before it is submitted', async () => {
    const { id, fees } = await owner.call(calls.create, { body: draftOf([await addNumber()], findMagicEin('Approved')) });
    expect(fees.items.map(({ kind }) => kind)).toEqual(['campaign_review', 'first_month']);
    expect((await owner.call(calls.check, { body: { id } })).fees).toEqual(fees);
    await owner.call(calls.submit, { body: { id, dueToday: fees.dueToday } });
    await poll(lanesOf(id)).toMatchObject({ local: 'approved' });
    expect(outside.sandbox.registrations.count(findMagicEin('Approved'))).toEqual({ brands: 1, campaigns: 2 });
    expect((await owner.call(calls.get, { params: { id } })).brand.isShared).toBe(true);
  });

  test('that is rejected says why in the carrier’s words, is put right and approved', async () => {
    const ein = findMagicEin('Campaign rejected 30908, then approved');
    const number = await addNumber();
    const id = await submitted(ein, [number]);
    await poll(lanesOf(id)).toMatchObject({ local: 'rejected' });
    const rejected = await owner.call(calls.get, { params: { id } });
    expect(rejected.rejections).toEqual([{ lane: 'local', code: '30908', message: expect.stringContaining('privacy policy') }]);
    expect(rejected.fees.dueToday).toBe(15);
    await owner.call(calls.update, {
      params: { id, brandId: rejected.brand.id },
      body: { _method: 'PUT', brand: brandOf(ein), campaign: campaignOf([number], { monthlyVolume: '10_000' }) },
    });
    await owner.call(calls.submit, { body: { id } });
    await poll(lanesOf(id)).toMatchObject({ local: 'approved' });
    expect(outside.sandbox.registrations.count(ein)).toEqual({ brands: 1, campaigns: 1 });
  });

  test.each([
    'Brand rejected: tax ID, then approved',
    'Brand in review for a while, then approved',
    'Brand and campaign taken, replies lost, approved',
    'Error 500 after taking brand and campaign, approved',
    'Too many requests once (429), then approved',
  ])('%s: one brand and one campaign', async (title) => {
    const ein = findMagicEin(title);
    const id = await submitted(ein, [await addNumber()]);
    if (title.startsWith('Brand rejected')) {
      await poll(lanesOf(id)).toMatchObject({ local: 'rejected' });
      expect((await owner.call(calls.get, { params: { id } })).rejections[0]).toMatchObject({ code: 'TAX_ID', message: expect.stringContaining('EIN') });
      await owner.call(calls.submit, { body: { id } });
    }
    await expect.poll(lanesOf(id), { timeout: 30_000, interval: 50 }).toMatchObject({ local: 'approved' });
    expect(outside.sandbox.registrations.count(ein)).toEqual({ brands: 1, campaigns: 1 });
  });

  test('whose brand the carrier refuses at once is rejected with its words', async () => {
    const id = await submitted(findMagicEin('Brand refused at once: bad EIN'), [await addNumber()]);
    await poll(lanesOf(id)).toMatchObject({ local: 'rejected' });
    const refused = await owner.call(calls.get, { params: { id } });
    expect(refused.rejections).toEqual([{ lane: 'local', code: '21714', message: 'Bad EIN' }]);
    // Put right it goes through, and nothing is asked for twice: the carrier did nothing yet.
    expect(refused.fees).toMatchObject({ dueToday: 0, recorded: 21 });
    const number = refused.campaign.numbers.map((each) => each.id);
    await owner.call(calls.update, {
      params: { id, brandId: refused.brand.id },
      body: { _method: 'PUT', brand: brandOf('27-4510012'), campaign: campaignOf(number) },
    });
    expect((await owner.call(calls.submit, { body: { id, dueToday: 0 } })).fees.recorded).toBe(21);
    await poll(lanesOf(id)).toMatchObject({ local: 'approved' });
  });

  test('shows its brand’s tax number whole to the company it belongs to, and by its last digits in the list', async () => {
    const { brand } = await owner.call(calls.create, { body: draftOf([], '27-4510098') });
    expect(brand.taxId).toBe('27-4510098');
    const { data } = await owner.call(calls.brands);
    expect(data.find(({ id }) => id === brand.id)?.taxId).toBe('••-•••0098');
  });

  test('of toll-free numbers alone needs no brand; canceled it is expired at once and withdrawn (RULE-202)', async () => {
    const number = await addNumber('877');
    const ein = '91-0000001';
    const id = await submitted(ein, [number]);
    await poll(lanesOf(id)).toEqual({ local: 'draft', tollFree: 'approved' });
    expect(outside.sandbox.registrations.count(ein)).toEqual({ brands: 0, campaigns: 0 });
    expect((await owner.call(calls.cancel, { body: { id, part: 'toll_free' } })).status.tollFree).toBe('expired');
    await poll(async () => [...outside.sandbox.registrations.tollFree.values()].filter((each) => each.ein === '910000001').length).toBe(0);
  });

  test('takes numbers in and lets them go (RULE-204)', async () => {
    const [first, second, third] = [await addNumber(), await addNumber(), await addNumber()];
    const id = await submitted(findMagicEin('Approved'), [first]);
    await poll(lanesOf(id)).toMatchObject({ local: 'approved' });
    await owner.call(calls.addNumbers, { body: { id, numbers: [second, third] } });
    const states = async () => (await owner.call(calls.get, { params: { id } })).campaign.numbers.map(({ id: number, state }) => `${number} ${state}`);
    await poll(states).toEqual([first, second, third].map((number) => `${number} active`));
    await owner.call(calls.removeNumbers, { body: { id, numbers: [second] } });
    await poll(states).toEqual([first, third].map((number) => `${number} active`));
    const service = [...outside.sandbox.registrations.services.values()].find(({ numbers }) => numbers.size === 2);
    expect(service).toBeDefined();
  });

  test('ends the waiting of numbers it can’t take, with the reason; one that is added again is taken', async () => {
    const [first, parked] = [await addNumber(), await addNumber()];
    const foreign = async (number: string) => (await outside.server.number(company, { number })).id;
    const [unknown, waiting] = [await foreign('+12135550198'), await foreign('+12135550199')];
    const id = await submitted(findMagicEin('Approved'), [first]);
    await poll(lanesOf(id)).toMatchObject({ local: 'approved' });
    const rows = outside.server.owner;
    const setStatus = (number: number, status: 0 | 1) => rows.updateTable('phone_numbers').set({ status }).where('id', '=', number).execute();
    await setStatus(parked, 1);
    const add = (numbers: readonly number[]) => owner.call(calls.addNumbers, { body: { id, numbers: [...numbers] } });
    await expect(add([parked])).rejects.toThrow(/is parked\. Unpark it first/);
    await setStatus(parked, 0);
    await add([parked, unknown, waiting]);
    const states = async () => {
      const { campaign } = await owner.call(calls.get, { params: { id } });
      return Object.fromEntries(campaign.numbers.map(({ id: number, state, reason }) => [number, reason ?? state]));
    };
    const there = { [first]: 'active', [parked]: 'active' };
    // The carrier may not have a number yet: it waits, a day at most.
    await poll(states).toEqual({ ...there, [unknown]: 'adding', [waiting]: 'adding' });
    await rows
      .updateTable('sms_campaign_numbers')
      .set({ waits_since: new Date(Date.now() - 25 * 3_600_000) })
      .where('number_id', '=', unknown)
      .execute();
    await setStatus(waiting, 1);
    await add([first]);
    const faults = {
      [unknown]: 'The carrier doesn’t have this number. Add it again once it’s active.',
      [waiting]: 'Parked numbers can’t send texts. Unpark the number, then add it again.',
    };
    await poll(states).toEqual({ ...there, ...faults });
    await setStatus(waiting, 0);
    await add([waiting]);
    await poll(states).toEqual({ ...there, ...faults, [waiting]: 'adding' });
    const detail = await owner.call(routes.numbers.get, { params: { idOrNumber: String(unknown) }, query: { include: 'sms-verification' } });
    expect(detail.smsVerification).toEqual({ id, status: 'rejected', reason: 'The carrier doesn’t have this number. Add it again once it’s active.' });
  });

  test('whose toll-free numbers can’t be taken is rejected with the reason, and tries them again when it is submitted again', async () => {
    const number = (await outside.server.number(company, { number: '+18335550187' })).id;
    const id = await submitted('91-0000187', [number]);
    await outside.server.owner
      .updateTable('sms_campaign_numbers')
      .set({ waits_since: new Date(Date.now() - 25 * 3_600_000) })
      .where('number_id', '=', number)
      .execute();
    await owner.call(calls.addNumbers, { body: { id, numbers: [number] } });
    await poll(lanesOf(id)).toMatchObject({ tollFree: 'rejected' });
    const { rejections } = await owner.call(calls.get, { params: { id } });
    expect(rejections).toMatchObject([{ lane: 'toll_free', message: 'The carrier doesn’t have this number. Add it again once it’s active.' }]);
    const again = await owner.call(calls.submit, { body: { id } });
    expect(again.campaign.numbers).toMatchObject([{ id: number, state: 'adding', reason: null }]);
  });

  test('is refused for what carriers reject, before anything is sent', async () => {
    const number = await addNumber();
    const ein = '91-0000002';
    const { id, brand } = await owner.call(calls.create, { body: draftOf([number], ein, { privacyUrl: 'sharing.example/privacy' }) });
    const { findings } = await owner.call(calls.check, { body: { id } });
    expect(findings.find(({ severity }) => severity === 'error')).toMatchObject({
      field: 'privacyUrl',
      quote: 'We share your mobile number and text message history with our marketing partners.',
    });
    await expect(owner.refusal(calls.submit, { body: { id } })).resolves.toMatchObject({ status: 422 });
    expect(await owner.call(calls.get, { params: { id } })).toMatchObject({ isSubmitted: false, fees: { recorded: 0 } });
    await owner.call(calls.update, { params: { id, brandId: brand.id }, body: { _method: 'PUT', brand: brandOf(ein), campaign: campaignOf([number]) } });
    await expect(owner.refusal(calls.submit, { body: { id, dueToday: 4 } })).resolves.toMatchObject({ status: 409 });
    expect(smsVerificationMessages.submitted).toBe('Your SMS Verification has been submitted successfully.');
  });

  test('of one key is one draft, and keeps every opt-in with its form, its page and its pictures', async () => {
    const { id: picture } = await owner.call(calls.upload, { body: {}, files: [{ field: 'picture', name: 'form.png', type: 'image/png', bytes: png }] });
    const number = await addNumber();
    const body = draftOf([number], '91-0000004', {
      optins: [
        { type: 'POINT_OF_SALE', consentForm: 'VERBAL', supportingFiles: [{ id: picture }] },
        { type: 'OTHER', consentForm: 'WEB_FORM', url: 'northwind-motors.example/join' },
      ],
    });
    const made = await owner.call(calls.create, { body });
    expect((await owner.call(calls.create, { body })).id).toBe(made.id);
    expect(made.campaign).toMatchObject({
      numbers: [{ id: number }],
      optins: [
        { type: 'POINT_OF_SALE', consentForm: 'VERBAL', supportingFiles: [{ id: picture }] },
        { type: 'OTHER', consentForm: 'WEB_FORM', url: 'https://northwind-motors.example/join', supportingFiles: [] },
      ],
    });
    const unknown = draftOf([], '91-0000004', { optins: [{ type: 'TEXT_TO_JOIN', supportingFiles: [987_654_321] }] });
    expect((await owner.refusal(calls.create, { body: unknown })).status).toBe(422);
    await owner.call(calls.delete, { params: { id: made.id }, query: { removeSuperfluousBrand: '1' } });
  });

  test('is deleted with its brand only when no other campaign has it (RULE-207)', async () => {
    const ein = '91-0000003';
    const first = await owner.call(calls.create, { body: draftOf([], ein) });
    const second = await owner.call(calls.create, { body: { ...draftOf([], ein), brandId: first.brand.id } });
    const brands = async () => (await owner.call(calls.brands)).data.map(({ id }) => id);
    await owner.call(calls.delete, { params: { id: first.id }, query: { removeSuperfluousBrand: '1' } });
    expect(await brands()).toContain(first.brand.id);
    await owner.call(calls.delete, { params: { id: second.id }, query: { removeSuperfluousBrand: '1' } });
    expect(await brands()).not.toContain(first.brand.id);
  });
});

describe('the nudge', () => {
  const post = (payload: object, token: string = account.authToken) => {
    const body = JSON.stringify([payload]);
    const { url, signature } = signJson(token, `${outside.publicUrl}/webhooks/carrier/registration`, body);
    return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body });
  };

  test('is refused with another signature; one that names nothing of ours is answered and set aside', async () => {
    const data = { campaignsid: `CM${'0'.repeat(32)}`, brandsid: `BN${'a'.repeat(32)}` };
    expect((await post({ data }, 'another token')).status).toBe(403);
    expect((await post({ data })).status).toBe(204);
    const quarantined = async () =>
      (await outside.server.owner.selectFrom('carrier_webhooks').select('quarantined').where('kind', '=', 'registration.told').execute()).map(
        (row) => row.quarantined,
      );
    await poll(quarantined).toContain('Registration not found');
  });
});

test('the number says how its registration stands where that is asked for (RULE-022)', async () => {
  const number = await addNumber();
  const read = (include?: 'sms-verification') =>
    owner.call(routes.numbers.get, { params: { idOrNumber: String(number) }, ...(include ? { query: { include } } : {}) });
  expect((await read('sms-verification')).smsVerification).toBeNull();
  const id = await submitted(findMagicEin('Approved'), [number]);
  await poll(async () => (await read('sms-verification')).smsVerification).toEqual({ id, status: 'approved', reason: null });
  expect((await read()).smsVerification).toBeNull();
});

describe('is refused', () => {
  test('to who may not, whatever is asked (registration.read YYYnn, registration.write YYnnn)', async () => {
    const user = await outside.server.worker(company, 'user');
    const billing = await outside.server.worker(company, 'billing');
    expect((await owner.call(calls.list)).meta.total).toBe((await billing.call(calls.list)).data.length);
    expect((await user.refusal(calls.list)).status).toBe(403);
    expect((await user.refusal(calls.brands)).status).toBe(403);
    expect((await billing.refusal(calls.create, { body: draftOf([]) })).status).toBe(403);
  });

  test('about another company’s registration, as about none', async () => {
    const { id, brand } = await owner.call(calls.create, { body: draftOf([]) });
    const stranger = await outside.server.worker(await outside.server.company(), 'owner');
    const refused = [
      await stranger.refusal(calls.get, { params: { id } }),
      await stranger.refusal(calls.update, { params: { id, brandId: brand.id }, body: { _method: 'PUT', brand: brandOf(), campaign: campaignOf([]) } }),
      await stranger.refusal(calls.cancel, { body: { id, part: 'local' } }),
      await stranger.refusal(calls.removeNumbers, { body: { id, numbers: [1] } }),
      await stranger.refusal(calls.delete, { params: { id } }),
      await stranger.refusal(calls.check, { body: { id } }),
      await stranger.refusal(calls.create, { body: { ...draftOf([]), brandId: brand.id } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect((await owner.refusal(calls.cancel, { body: { id, part: 'local' } })).status).toBe(409);
    await owner.call(calls.delete, { params: { id }, query: { removeSuperfluousBrand: '1' } });
  });

  test('for numbers that are another company’s, or in another registration', async () => {
    const number = await addNumber();
    const foreign = await outside.server.number(await outside.server.company());
    const first = await owner.call(calls.create, { body: draftOf([number]) });
    const second = await owner.call(calls.create, { body: draftOf([]) });
    expect((await owner.refusal(calls.addNumbers, { body: { id: second.id, numbers: [foreign.id] } })).status).toBe(422);
    expect((await owner.refusal(calls.addNumbers, { body: { id: second.id, numbers: [number] } })).body.message).toContain('in another registration');
    for (const { id } of [first, second]) await owner.call(calls.delete, { params: { id }, query: { removeSuperfluousBrand: '1' } });
  });
});
