/** System: inputs and policy of its routes, and files. */
import { formatFileUrl } from '#server/files/links.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { everybody, isSignedIn, may, type Row, type Rule, seatInA, signedIn } from '../access/rule.ts';
import type { House, RowContext, World } from '../access/scene.ts';
import { insertThread } from './conversations.ts';

/** Inserts a file of a text, and stores its content. */
export async function insertFile(context: RowContext): Promise<number> {
  const { server, owner, companyId: company_id, mark } = context;
  const storage_key = `tests/${randomKey('file')}`;
  await server.services.files.put(storage_key, new TextEncoder().encode(`${mark} file`));
  const row = { company_id, name: `${mark}.txt`, content_type: 'text/plain', bytes: mark.length + 5, storage_key };
  const { id } = await owner.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
  const { itemId } = await insertThread(context);
  await owner.insertInto('item_media').values({ company_id, item_id: itemId, file_id: id }).execute();
  return id;
}

async function fileToken(world: World, rows: House, row: Row): Promise<string> {
  const companyId = row === 'own' || row === 'others' ? rows.company.id : world.a.company.id;
  const fileId = await rows.file(row === 'others' ? 1 : 0);
  return formatFileUrl(world.server.services.sealer, { companyId, fileId }).split('/').at(-1) ?? '';
}

/** A file of a text: whoever reads the line's inbox fetches it, and to everybody else it is not there. */
const fetched: Rule = (column, row, place) => {
  if (place !== 'there') return undefined;
  if (!isSignedIn(column)) return 401;
  const role = seatInA(column);
  const isThere = (row === 'own' || row === 'others') && role !== null && may['read the inbox'].split(' ').includes(role);
  return isThere && !(column === 'A user' && row === 'others') ? 'ok' : 404;
};

export const system: AccessArea = {
  inputs: { config: none, openapi: none, file: async ({ world, rows, row }) => ({ params: { token: await fileToken(world, rows, row) } }) },
  policy: {
    config: everybody('ok'),
    openapi: signedIn,
    file: fetched,
  },
};
