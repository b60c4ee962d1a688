/** System: inputs and policy of its routes. */
import { formatFileUrl } from '#server/files/links.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { everybody, isSignedIn, may, type Row, type Rule, seatInA, signedIn } from '../access/rule.ts';
import type { House, World } from '../access/scene.ts';

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
