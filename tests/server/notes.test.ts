import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { noteModels } from '#contract/notes/enums.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { type Line, minute, refused, type Stage, workplace } from './stage.ts';

const calls = routes.notes;
let server: TestServer;
let company: TestCompany;
let agent: Client & { person: Person };
let reporter: Client;
let foreigner: Client;
let stage: Stage;
let line: Line;

beforeAll(async () => {
  server = await startServer();
  ({ company, agent, reporter, foreigner, stage } = await workplace(server));
  line = await server.number(company);
});
afterAll(() => server.close());

const itemsOf = async (conversationId: number) => (await agent.call(routes.conversations.items, { params: { conversationId } })).data;

describe('notes in a conversation that is emptied', () => {
  test('of colleagues stay where a person may not manage them, and are deleted by who may', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const colleague = await server.worker(company, 'user');
    const write = (who: Client, body: string) => who.call(calls.create, { body: { modelType: 'conversation', modelId: id, body } });
    await write(agent, 'Mine');
    const theirs = await write(colleague, 'Theirs');
    const params = { id };
    expect(await agent.call(routes.conversations.deleteMessages, { params })).toMatchObject({ deleted: 2 });
    expect((await itemsOf(id)).map(({ details }) => (details.kind === 'note' ? details.body : null))).toEqual(['Theirs']);
    const administrator = await server.worker(company, 'administrator');
    expect(await administrator.call(routes.conversations.deleteMessages, { params })).toMatchObject({ deleted: 1 });
    const { id: itemId } = await server.owner.selectFrom('items').select('id').where('note_id', '=', theirs.id).executeTakeFirstOrThrow();
    expect(await refused(agent.refusal(routes.conversations.restoreItem, { params: { id, itemId } }))).toMatchObject({ status: 403 });
    await colleague.call(routes.conversations.restoreItem, { params: { id, itemId } });
    expect(await itemsOf(id)).toHaveLength(1);
  });
});

describe('a note on a conversation', () => {
  test('stands in the thread, follows its words, goes and comes back', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const note = await agent.call(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'Call back at five', clientId: 'note-client-1' } });
    expect(note).toMatchObject({ modelType: 'conversation', modelId: id, body: 'Call back at five', author: { id: agent.person.id } });
    expect((await itemsOf(id)).at(-1)).toMatchObject({
      type: 'note',
      clientId: 'note-client-1',
      isRead: true,
      details: { kind: 'note', noteId: note.id, body: 'Call back at five', editedAt: null },
    });
    await agent.call(calls.update, { params: { id: note.id }, body: { body: 'Call back at six' } });
    expect((await itemsOf(id)).at(-1)).toMatchObject({ details: { body: 'Call back at six', editedAt: expect.any(String) } });
    expect(await agent.call(routes.conversations.get, { params: { id } })).toMatchObject({
      latestItem: { type: 'note', details: { text: 'Call back at six' } },
    });
    await agent.call(calls.delete, { params: { id: note.id } });
    expect((await itemsOf(id)).map((item) => item.type)).toEqual(['message']);
    expect(await refused(agent.refusal(calls.delete, { params: { id: note.id } }))).toMatchObject({ status: 404 });
    expect(await agent.call(calls.restore, { params: { id: note.id } })).toMatchObject({ id: note.id });
    expect((await itemsOf(id)).at(-1)).toMatchObject({ type: 'note' });
  });

  test('is one note, however often it is sent', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const body = { modelType: 'conversation' as const, modelId: id, body: 'Once', clientId: 'note-client-2' };
    const [first, second] = await Promise.all([agent.call(calls.create, { body }), agent.call(calls.create, { body })]);
    expect(first.id).toBe(second.id);
    expect((await itemsOf(id)).filter((item) => item.type === 'note')).toHaveLength(1);
  });

  test('goes and comes back with its item', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const note = await agent.call(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'Beside' } });
    const itemId = (await itemsOf(id)).at(-1)?.id ?? 0;
    await agent.call(routes.conversations.deleteItem, { params: { id, itemId } });
    expect((await agent.call(calls.list, { query: { model_type: 'conversation', model_id: id } })).meta.total).toBe(0);
    await agent.call(routes.conversations.restoreItem, { params: { id, itemId } });
    expect((await agent.call(calls.list, { query: { model_type: 'conversation', model_id: id } })).data).toMatchObject([{ id: note.id }]);
  });
});

test('a note on a call stands in its thread, or in the activity list when it has none', async () => {
  const recipient = stage.outside();
  const thread = await stage.thread(line, recipient);
  const call = await stage.call(line, recipient, thread.id, minute(3));
  await agent.call(calls.create, { body: { modelType: 'call', modelId: call.id, body: 'Asked for a quote' } });
  expect((await itemsOf(thread.id)).at(-1)).toMatchObject({ type: 'note', details: { body: 'Asked for a quote' } });
  const loose = await stage.call(line, stage.outside(), null);
  await agent.call(calls.create, { body: { modelType: 'call', modelId: loose.id, body: 'Wrong number' } });
  const { data } = await agent.call(routes.activity.list, { query: { filter: 'checkNotes' } });
  expect(data.find((row) => row.details.kind === 'note' && row.details.body === 'Wrong number')).toMatchObject({ conversationId: null });
});

test('a note on a contact is for those who may view contacts', async () => {
  const { id } = await stage.contact(stage.outside(), 'Noted');
  const note = await agent.call(calls.create, { body: { modelType: 'contact', modelId: id, body: 'Prefers mornings' } });
  await agent.call(calls.create, { body: { modelType: 'contact', modelId: id, body: 'Has a dog' } });
  expect(await reporter.call(calls.list, { query: { model_type: 'contact', model_id: id } })).toMatchObject({
    data: [{ body: 'Has a dog' }, { id: note.id }],
    meta: { total: 2 },
  });
});

describe('a note somebody else changes', () => {
  test('keeps its author and names its editor, in the note, the thread, the call and the inbox', async () => {
    const recipient = stage.outside();
    const thread = await stage.thread(line, recipient);
    const call = await stage.call(line, recipient, thread.id, minute(3));
    const boss = await server.worker(company, 'administrator');
    const by = (person: Person) => ({ id: person.id, name: person.name });
    const note = await agent.call(calls.create, { body: { modelType: 'call', modelId: call.id, body: 'They will pay' } });
    expect(note).toMatchObject({ author: by(agent.person), editor: null, editedAt: null });
    const edited = await boss.call(calls.update, { params: { id: note.id }, body: { body: 'They will not pay' } });
    expect(edited).toMatchObject({ author: by(agent.person), editor: by(boss.person), editedAt: expect.any(String) });
    expect((await itemsOf(thread.id)).at(-1)).toMatchObject({
      actor: by(agent.person),
      details: { kind: 'note', body: 'They will not pay', editor: by(boss.person), editedAt: expect.any(String) },
    });
    const { data } = await agent.call(calls.list, { query: { model_type: 'call', model_id: call.id } });
    expect(data).toMatchObject([{ author: by(agent.person), editor: by(boss.person) }]);
    expect(await agent.call(routes.conversations.get, { params: { id: thread.id } })).toMatchObject({
      latestItem: { details: { text: 'They will not pay', actorName: agent.person.name, editorName: boss.person.name } },
    });
  });

  test('is for owners and administrators; everybody changes their own', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const boss = await server.worker(company, 'administrator');
    const colleague = await server.worker(company, 'user');
    const note = await boss.call(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'Call first' } });
    const itemId = (await itemsOf(id)).at(-1)?.id ?? 0;
    const params = { id: note.id };
    const refusals = [
      colleague.refusal(calls.update, { params, body: { body: 'Do not call' } }),
      colleague.refusal(calls.delete, { params }),
      colleague.refusal(routes.conversations.deleteItem, { params: { id, itemId } }),
    ];
    for (const refusal of refusals) expect(await refused(refusal)).toMatchObject({ status: 403 });
    expect((await itemsOf(id)).at(-1)).toMatchObject({ details: { body: 'Call first', editor: null } });
    const own = await colleague.call(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'Mine' } });
    await colleague.call(calls.update, { params: { id: own.id }, body: { body: 'Mine, again' } });
    await colleague.call(calls.delete, { params: { id: own.id } });
    await boss.call(calls.delete, { params });
    expect(await refused(colleague.refusal(calls.restore, { params }))).toMatchObject({ status: 403 });
  });
});

describe('notes are refused', () => {
  test('without words, on nothing, or with the wrong kind of thing', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const write = (body: object) => refused(agent.refusal(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'words', ...body } }));
    expect(await write({ body: 'x'.repeat(5_001) })).toMatchObject({ status: 422, field: 'body' });
    expect(await write({ body: '   ' })).toMatchObject({ status: 422, field: 'body' });
    expect(await write({ modelType: 'planet' })).toMatchObject({ status: 422, field: 'model_type' });
    expect(await write({ modelId: 999_999 })).toMatchObject({ status: 404 });
  });

  test('to those who may only look, and for another company', async () => {
    const { id } = await stage.thread(line, stage.outside());
    const note = await agent.call(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'Ours' } });
    const params = { id: note.id };
    const body = { modelType: 'conversation' as const, modelId: id, body: 'Theirs' };
    expect(await refused(reporter.refusal(calls.create, { body }))).toMatchObject({ status: 403 });
    expect(await refused(foreigner.refusal(calls.create, { body }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.update, { params, body: { body: 'x' } }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.delete, { params }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.restore, { params }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.list, { query: { model_type: 'conversation', model_id: id } }))).toMatchObject({ status: 404 });
  });

  test('for a number the person does not work', async () => {
    const person = await server.person();
    const mine = await server.number(company);
    await server.membership(person, company, 'user', [mine.id]);
    const some = (await server.signedIn(person)).in(company);
    const { id } = await stage.thread(line, stage.outside());
    expect(await refused(some.refusal(calls.create, { body: { modelType: 'conversation', modelId: id, body: 'x' } }))).toMatchObject({ status: 404 });
  });
});

test('AMB-99: a note is on whatever has a kind here, told as it was sent', async () => {
  const { id: conversation, items } = await stage.thread(line, stage.outside(), [{}, { type: 'voicemail' }, { type: 'fax' }]);
  const [message = 0, voicemail = 0, fax = 0] = items;
  const contact = (await agent.call(routes.contacts.create, { body: { name: 'Ana', number: stage.outside() } })).id;
  const rows = {
    call: (await stage.call(line, stage.outside(), conversation)).id,
    conversation,
    contact,
    number: (await server.number(company)).id,
    message,
    voicemail,
    fax,
  };
  for (const modelType of noteModels) {
    const { id } = await agent.call(calls.create, { body: { modelType, modelId: rows[modelType], body: `On a ${modelType}` } });
    const { data } = await agent.call(calls.list, { query: { model_type: modelType, model_id: rows[modelType] } });
    expect(data).toMatchObject([{ id, modelType, modelId: rows[modelType], body: `On a ${modelType}` }]);
  }
});

describe('a note on what is in a thread', () => {
  test('is edited and deleted as long as it is shown, also when what it is on was deleted', async () => {
    const { id, items } = await stage.thread(line, stage.outside(), [{}, { type: 'fax' }]);
    const [message = 0, fax = 0] = items;
    for (const [modelType, itemId] of [
      ['message', message],
      ['fax', fax],
    ] as const) {
      const note = await agent.call(calls.create, { body: { modelType, modelId: itemId, body: 'Before' } });
      await agent.call(routes.conversations.deleteItem, { params: { id, itemId } });
      expect((await itemsOf(id)).at(-1)).toMatchObject({ details: { noteId: note.id, body: 'Before' } });
      await agent.call(calls.update, { params: { id: note.id }, body: { body: 'After' } });
      expect((await itemsOf(id)).at(-1)).toMatchObject({ details: { noteId: note.id, body: 'After' } });
      await agent.call(calls.delete, { params: { id: note.id } });
      expect((await itemsOf(id)).map(({ details }) => (details.kind === 'note' ? details.noteId : 0))).not.toContain(note.id);
      expect(await agent.call(calls.restore, { params: { id: note.id } })).toMatchObject({ id: note.id, body: 'After' });
    }
    const contact = await agent.call(routes.contacts.create, { body: { name: 'Gone', number: stage.outside() } });
    const onContact = await agent.call(calls.create, { body: { modelType: 'contact', modelId: contact.id, body: 'Before' } });
    await (await server.worker(company, 'administrator')).call(routes.contacts.delete, { params: { id: contact.id } });
    expect(await agent.call(calls.update, { params: { id: onContact.id }, body: { body: 'After' } })).toMatchObject({ body: 'After' });
    expect(await refused(agent.refusal(calls.create, { body: { modelType: 'message', modelId: message, body: 'Late' } }))).toMatchObject({ status: 404 });
  });

  test('of a message stands in its thread, of a number nowhere; both are read back', async () => {
    const { id: conversationId, items } = await stage.thread(line, stage.outside(), [{}]);
    const itemId = items[0] ?? 0;
    const onMessage = await agent.call(calls.create, { body: { modelType: 'message', modelId: itemId, body: 'Ask for the bill' } });
    expect((await itemsOf(conversationId)).at(-1)).toMatchObject({ type: 'note', details: { noteId: onMessage.id } });
    expect((await agent.call(calls.list, { query: { model_type: 'message', model_id: itemId } })).data).toMatchObject([{ id: onMessage.id }]);
    await agent.call(calls.create, { body: { modelType: 'number', modelId: line.id, body: 'On the van' } });
    expect((await agent.call(calls.list, { query: { model_type: 'number', model_id: line.id } })).data).toMatchObject([{ body: 'On the van' }]);
    for (const modelType of ['voicemail', 'fax'] as const)
      expect(await refused(agent.refusal(calls.create, { body: { modelType, modelId: itemId, body: 'Not that' } }))).toMatchObject({ status: 404 });
    expect(await refused(foreigner.refusal(calls.create, { body: { modelType: 'number', modelId: line.id, body: 'Mine' } }))).toMatchObject({ status: 404 });
  });
});
