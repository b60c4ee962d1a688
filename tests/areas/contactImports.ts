/** Imports of contacts: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { creator } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, type Rule, shared } from '../access/rule.ts';
import type { InputOf, InsertKeyedRow, Scene } from '../access/scene.ts';
import { at, rowOf } from '../client/reading.ts';

/** Inserts a draft of a user with a row on its second line, which changes nothing: confirming it is done at once, however many there are. */
const insertDraftOf =
  (userId: number | null): InsertKeyedRow =>
  async ({ owner, companyId, mark }) => {
    const key = randomKey('import');
    await owner
      .insertInto('contact_imports')
      .values({ id: key, company_id: companyId, created_by: userId, file_name: `${mark}.csv`, checked_at: new Date() })
      .execute();
    await owner
      .insertInto('import_rows')
      .values({
        company_id: companyId,
        import_id: key,
        part: 0,
        line: 2,
        number: outsider(),
        typed: mark,
        fields: JSON.stringify({ name: `${mark} person` }),
        verdict: 'unchanged',
      })
      .execute();
    return key;
  };
const insertDraft = insertDraftOf(null);

/** The caller’s own draft, another user’s in the same company, or one of another company. */
function draftOf({ rows, row, personId, world }: Scene): Promise<string> {
  const other = world.actors['A owner'].person?.id === personId ? world.actors['A administrator'].person?.id : world.actors['A owner'].person?.id;
  return rows.keyed(row === 'own' || row === 'others' ? insertDraftOf((row === 'own' ? personId : other) ?? null) : insertDraft);
}

const byKey =
  (more: object = {}): InputOf =>
  async (scene) => {
    const { params = {}, ...rest }: { params?: object } = more;
    return { ...rest, params: { ...params, key: await draftOf(scene) } };
  };

/** A draft is its user’s alone. */
const ownDraft: Rule = (column, row, place) => {
  const answer = shared('import contacts')(column, row, place);
  return answer === 'ok' && row === 'others' ? 404 : answer;
};

export const contactImports: AccessArea = {
  inputs: {
    save: () => ({ body: { contacts: [{ name: 'Ana', number: outsider() }] } }),
    create: () => ({ body: { key: randomKey('import') } }),
    get: byKey(),
    stage: (scene) => byKey({ params: { part: 1 }, body: { columns: ['number'], lines: [3], rows: [[outsider()]] } })(scene),
    check: byKey({ body: {} }),
    rows: byKey(),
    fix: byKey({ params: { line: 2 }, body: { field: 'name', value: 'Ana' } }),
    leaveOut: byKey({ body: { lines: [2], isLeftOut: true } }),
    confirm: byKey({ body: { count: 0 } }),
    undo: async (scene) => ({ params: { key: await scene.rows.batch('contacts.import', creator(scene)) } }),
    discard: byKey(),
  },
  policy: {
    save: company('import contacts'),
    create: company('import contacts'),
    get: ownDraft,
    stage: ownDraft,
    check: ownDraft,
    rows: ownDraft,
    fix: ownDraft,
    leaveOut: ownDraft,
    confirm: ownDraft,
    undo: shared('import contacts'),
    discard: ownDraft,
  },
  keyedRows: [insertDraft],
  reads: {
    save: (sent) => {
      const number = at(sent.input, 'body', 'contacts', 0, 'number');
      return rowOf(routes.contacts.list, 'number', () => number, { query: { q: number } })(sent);
    },
  },
  excuses: [
    {
      does: 'is a spelling or a part of the name, or the group of the contact',
      shownBy: 'server/contactImports.test.ts: saves what it is sent at once as a batch, with the group of each row',
      fields: ['Name', 'fullName', 'contactName', 'firstName', 'lastName', 'group'].map((name) => `save.contacts.${name}`),
    },
    {
      does: 'names the import: the same again is the same',
      shownBy: 'server/contactImports.test.ts: is one batch for one key, and is not for who may only edit contacts',
      fields: ['save.key'],
    },
    {
      does: 'is told by the rows of the draft and by its counts',
      shownBy: 'server/contactImports.test.ts: says of each row what saving it does, and saves nothing before it is confirmed',
      fields: ['create', 'stage'],
    },
    {
      does: 'is the group the contacts join, and how many parts the file has',
      shownBy: 'server/contactImports.test.ts: a part sent twice counts once, and a file read anew drops the parts it no longer has',
      fields: ['check'],
    },
    {
      does: 'changes rows of the draft, or leaves them out',
      shownBy: 'server/contactImports.test.ts: is mended row by row, and each change is checked with the rows of its number',
      fields: ['fix', 'leaveOut'],
    },
    {
      does: 'is the count that was shown',
      shownBy: 'server/contactImports.test.ts: asks for the count that was shown, is confirmed once, and is one person’s at a time',
      fields: ['confirm'],
    },
  ],
};
