/** Bulk attribute updates: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { creator } from '../access/inputs.ts';
import { company, isSignedIn, may, type Rule, seatInA, shared } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';

/** A file that names the company of the call alone; it has no custom field and changes nothing. */
const files = (companyId: number) => [
  { name: 'custom_fields.csv', type: 'text/csv', bytes: `entity_type,company_id,id,name\nCompany,${companyId},${companyId},\n` },
];
const upload: InputOf = ({ house }) => ({ body: {}, files: files(house.company.id) });

const byOrganization: InputOf = ({ rows }) => ({ params: { id: rows.organization.id } });
const uploadToOrganization: InputOf = ({ rows }) => ({ params: { id: rows.organization.id }, body: {}, files: files(rows.company.id) });

/** An organization, for who administers it or may do this in a company of it. */
const organization =
  (done: 'ok' | 404 = 'ok'): Rule =>
  (column, row, place) => {
    if (place !== 'there' || row === 'others') return undefined;
    if (!isSignedIn(column)) return 401;
    const role = seatInA(column);
    if (row !== 'own' || role === null) return 404;
    return may['set custom fields in bulk'].split(' ').includes(role) ? done : 403;
  };

export const bulkAttributes: AccessArea = {
  inputs: {
    template: () => ({}),
    apply: upload,
    check: upload,
    undo: async (scene) => ({ params: { key: await scene.rows.batch('attributes.bulk', creator(scene)) } }),
    organizationTemplate: byOrganization,
    applyOrganization: uploadToOrganization,
    checkOrganization: uploadToOrganization,
    undoOrganization: ({ rows }) => ({ params: { id: rows.organization.id, key: 'an-update-that-is-nowhere' } }),
  },
  policy: {
    template: company('set custom fields in bulk'),
    apply: company('set custom fields in bulk'),
    check: company('set custom fields in bulk'),
    undo: shared('set custom fields in bulk'),
    organizationTemplate: organization(),
    applyOrganization: organization(),
    checkOrganization: organization(),
    undoOrganization: organization(404),
  },
  excuses: [
    {
      does: 'names the update: the same again is the same',
      shownBy: 'server/bulkAttributes.test.ts: is once for one key, and the key is no other file’s',
      fields: ['apply.key', 'applyOrganization.key'],
    },
    {
      does: 'is the digest of the changes that were shown',
      shownBy: 'server/bulkAttributes.test.ts: is refused when its changes are not those of the check',
      fields: ['apply.plan', 'applyOrganization.plan'],
    },
  ],
};
