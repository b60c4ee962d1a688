/** Organizations: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { isSignedIn, type Rule, seatInA, signedIn } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';

const byOrganization: InputOf = ({ rows }) => ({ params: { id: rows.organization.id } });

/** An organization: of whoever administers it or works in a company of it. */
const organization: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'others') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' && seatInA(column) !== null ? 'ok' : 404;
};

export const organizations: AccessArea = {
  inputs: { list: none, get: byOrganization, companies: byOrganization },
  policy: {
    list: signedIn,
    get: organization,
    companies: organization,
  },
};
