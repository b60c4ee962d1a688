/** Imports of contacts: inputs and policy of their routes, and their rows. */
import type { AccessArea } from '../access/area.ts';
import { creator } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, shared } from '../access/rule.ts';
import type { InputOf, InsertKeyedRow } from '../access/scene.ts';

/** A draft with a row on its second line, which changes nothing: confirming it is done at once, however many there are. */
const insertDraft: InsertKeyedRow = async ({ owner, companyId, mark }) => {
  const key = randomKey('import');
  await owner
    .insertInto('contact_imports')
    .values({ id: key, company_id: companyId, file_name: `${mark}.csv`, checked_at: new Date() })
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

const byKey =
  (more: object = {}): InputOf =>
  async ({ rows }) => {
    const { params = {}, ...rest }: { params?: object } = more;
    return { ...rest, params: { ...params, key: await rows.keyed(insertDraft) } };
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
    get: shared('import contacts'),
    stage: shared('import contacts'),
    check: shared('import contacts'),
    rows: shared('import contacts'),
    fix: shared('import contacts'),
    leaveOut: shared('import contacts'),
    confirm: shared('import contacts'),
    undo: shared('import contacts'),
    discard: shared('import contacts'),
  },
  keyedRows: [insertDraft],
};
