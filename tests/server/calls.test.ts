import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { putCall, segmentsOf } from './calls.stage.ts';
import { startServer, type TestServer } from './harness.ts';
import { quietCompany, refused } from './stage.ts';

const { get, mark, outcomes } = routes.calls;
let server: TestServer;
let company: Awaited<ReturnType<typeof quietCompany>>;
beforeAll(async () => {
  server = await startServer();
  company = await quietCompany(server);
});
afterAll(() => server.close());

describe('one call', () => {
  test('has its steps, its transcript with talk shares, its caller’s history and the newest note', async () => {
    const { own, line, stage, person } = company;
    const recipient = stage.outside();
    const said = [
      ['agent', 'Good morning.'],
      ['customer', 'I saw the ad.'],
      ['customer', 'Is it still there?'],
    ] as const;
    await putCall(stage, own, line, recipient, { at: 1 });
    const steps = JSON.stringify([{ step: 'Started', at: 0, detail: null }]);
    const id = await putCall(stage, own, line, recipient, { at: 9, steps, said });
    await person.call(routes.notes.create, { body: { modelType: 'call', modelId: id, body: 'Wants the blue one' } });
    expect(await person.call(get, { params: { id } })).toMatchObject({
      id,
      recipient,
      isFirstContact: false,
      steps: [{ step: 'Started', at: 0, detail: null }],
      note: { body: 'Wants the blue one', author: { id: person.person.id } },
      history: { firstCallDate: '2026-03-05T12:01:00.000Z', totalCalls: 2 },
      transcription: { agentTalkPercentage: 33.33, clientTalkPercentage: 66.67, segments: segmentsOf(said) },
      media: null,
    });
  });

  test('plays its recording, or the voicemail that was left', async () => {
    const { own, line, stage, person } = company;
    const recipient = stage.outside();
    const id = await putCall(stage, own, line, recipient, { result: 'voicemail' });
    const file = await server.owner
      .insertInto('files')
      .values({ company_id: own.id, name: 'left.wav', content_type: 'audio/wav', bytes: 4, storage_key: 'tests/left.wav' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.services.files.put('tests/left.wav', new Uint8Array([1, 2, 3, 4]));
    await stage.thread(line, recipient, [{ type: 'voicemail', callId: id, mediaFileIds: [file.id] }]);
    const { media, hasMedia } = await person.call(get, { params: { id } });
    expect([media?.name, hasMedia]).toEqual(['left.wav', true]);
    const played = await person.download(media?.url ?? '', { range: 'bytes=1-2' });
    expect([played.status, [...new Uint8Array(await played.arrayBuffer())]]).toEqual([206, [2, 3]]);
  });

  test('is not there for who does not work its number, nor when it is missing', async () => {
    const { own, line, line2, stage } = company;
    const id = await putCall(stage, own, line2, stage.outside());
    const other = await server.person();
    await server.membership(other, own, 'user', [line.id]);
    const limited = (await server.signedIn(other)).in(own);
    expect(await refused(limited.refusal(get, { params: { id } }))).toMatchObject({ status: 404 });
    expect(await refused(limited.refusal(mark, { params: { id }, body: { value: 3 } }))).toMatchObject({ status: 404 });
    expect(await refused(company.person.refusal(get, { params: { id: 987_654_321 } }))).toMatchObject({ status: 404 });
  });
});

describe('what a person says of a call', () => {
  test('is kept, and taken back', async () => {
    const { own, line, stage, person } = company;
    const id = await putCall(stage, own, line, stage.outside());
    const tag = await server.owner.insertInto('tags').values({ company_id: own.id, name: 'follow up' }).returning('id').executeTakeFirstOrThrow();
    await person.call(mark, {
      params: { id },
      body: { ascOptions: { isAppointment: true }, qualification: 2, value: 1_250.5, department: 'parts', outcome: 'opportunity', tagIds: [tag.id] },
    });
    expect(await person.call(get, { params: { id } })).toMatchObject({
      ascOptions: { isLead: false, isAppointment: true },
      qualification: 2,
      value: 1_250.5,
      department: 'parts',
      outcome: 'opportunity',
      tags: [{ name: 'follow up' }],
    });
    await person.call(mark, { params: { id }, body: { clear: ['qualification', 'value', 'department', 'outcome'], tagIds: [] } });
    expect(await person.call(get, { params: { id } })).toMatchObject({ qualification: null, value: null, department: null, outcome: null, tags: [] });
  });

  test('is kept for many calls at once, or for none of them', async () => {
    const { own, line, stage, person } = company;
    const ids = await Promise.all([putCall(stage, own, line, stage.outside()), putCall(stage, own, line, stage.outside(), { outcome: 'unknown' })]);
    const outcomesOf = async () => (await Promise.all(ids.map((id) => person.call(get, { params: { id } })))).map(({ outcome }) => outcome);
    await person.call(outcomes, { body: { calls: [{ id: ids[0], outcome: 'parts_ordered' }, { id: ids[1] }] } });
    expect(await outcomesOf()).toEqual(['parts_ordered', null]);
    const refusal = person.refusal(outcomes, {
      body: {
        calls: [
          { id: ids[0], outcome: 'unknown' },
          { id: 987_654_321, outcome: 'unknown' },
        ],
      },
    });
    expect(await refused(refusal)).toMatchObject({ status: 404 });
    expect(await outcomesOf()).toEqual(['parts_ordered', null]);
  });

  test('is a tag of its own, given to many calls at once and taken off; those of its number stay', async () => {
    const { own, line, line2, stage, person } = company;
    const ids = await Promise.all([putCall(stage, own, line, stage.outside()), putCall(stage, own, line, stage.outside())]);
    const tagOf = async (name: string) =>
      (await server.owner.insertInto('tags').values({ company_id: own.id, name }).returning('id').executeTakeFirstOrThrow()).id;
    const [warranty, radio] = [await tagOf('warranty'), await tagOf('radio')];
    await server.owner.insertInto('number_tags').values({ company_id: own.id, number_id: line.id, tag_id: radio }).execute();
    expect(await person.call(routes.calls.tag, { body: { ids: [ids[0]], tagId: warranty, isOn: true } })).toEqual({ changed: [ids[0]] });
    expect(await person.call(routes.calls.tag, { body: { ids, tagId: warranty, isOn: true } })).toEqual({ changed: [ids[1]] });
    const namesOf = async () => (await person.call(get, { params: { id: ids[0] } })).tags.map(({ name }) => name);
    expect(await namesOf()).toEqual(['radio', 'warranty']);
    expect((await person.call(routes.calls.search, { query: { tag_ids: [String(warranty)] } })).data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await person.call(routes.calls.tag, { body: { ids, tagId: radio, isOn: false } })).toEqual({ changed: [] });
    expect((await person.call(routes.calls.tag, { body: { ids, tagId: warranty, isOn: false } })).changed.toSorted()).toEqual(ids.toSorted());
    expect(await namesOf()).toEqual(['radio']);
    expect(await refused(person.refusal(routes.calls.tag, { body: { ids, tagId: 987_654_321, isOn: true } }))).toMatchObject({ status: 404, field: 'tag_id' });
    const elsewhere = await putCall(stage, own, line2, stage.outside());
    const other = await server.person();
    await server.membership(other, own, 'user', [line.id]);
    const limited = (await server.signedIn(other)).in(own);
    expect(await refused(limited.refusal(routes.calls.tag, { body: { ids: [ids[0], elsewhere], tagId: warranty, isOn: true } }))).toMatchObject({
      status: 404,
    });
    expect(await namesOf()).toEqual(['radio']);
  });

  test('stands in custom fields of calls', async () => {
    const { own, line, stage, person } = company;
    const id = await putCall(stage, own, line, stage.outside());
    const owner = await server.worker(own, 'owner');
    const field = await owner.call(routes.customFields.create, { params: { type: 'Call' }, body: { name: 'Campaign', defaultValue: 'none' } });
    const fieldsOf = async () => (await person.call(get, { params: { id } })).customAttributeValues;
    expect(await fieldsOf()).toEqual([{ attributeId: field.id, name: 'Campaign', value: 'none' }]);
    await person.call(routes.customFields.setValues, { params: { type: 'Call' }, body: { ids: [id], attributeId: field.id, value: 'Spring' } });
    expect(await fieldsOf()).toMatchObject([{ value: 'Spring' }]);
  });

  test('must say something, and with tags of this company', async () => {
    const { own, line, stage, person } = company;
    const id = await putCall(stage, own, line, stage.outside());
    const elsewhere = await server.owner
      .insertInto('tags')
      .values({ company_id: (await server.company()).id, name: 'theirs' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await refused(person.refusal(mark, { params: { id }, body: {} }))).toMatchObject({ status: 422, field: 'asc_options' });
    expect(await refused(person.refusal(mark, { params: { id }, body: { tagIds: [elsewhere.id] } }))).toMatchObject({ status: 404 });
    expect(await refused(person.refusal(mark, { params: { id }, body: { value: -1 } }))).toMatchObject({ status: 422, field: 'value' });
  });
});
