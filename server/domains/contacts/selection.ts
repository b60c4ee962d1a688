/** The contacts that a bulk call means. */
import { type SelectedRows, selectedRows } from '../../batches/selection.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { type Filter, readNamedGroup, selectContacts } from './queries.ts';

interface MatchingChoice extends Filter {
  readonly key: string;
  readonly filter?: Filter | undefined;
  readonly count?: number | undefined;
}

interface Choice extends MatchingChoice {
  readonly all?: true | 1 | undefined;
  readonly contacts?: readonly number[] | undefined;
}

/** Chooses the contacts of a body as the contract's `BulkContacts`. */
export async function chooseContacts({ key: _, all, filter, contacts, count, ...flat }: Choice): Promise<SelectedRows> {
  const group = await readNamedGroup({ groupId: filter?.groupId ?? flat.groupId, labelId: filter?.labelId ?? flat.labelId });
  return selectedRows({
    all: all !== undefined,
    ids: contacts,
    field: 'contacts',
    filter,
    flat,
    count,
    matching: (wanted) => selectContacts(wanted, group).select('contacts.id'),
    among: () =>
      currentTransaction().selectFrom('contacts').select('contacts.id').where('contacts.company_id', '=', companyId()).where('contacts.deleted_at', 'is', null),
  });
}

/** Chooses all that match; without any filter all contacts of the company, with or without their count. */
export async function chooseAllContacts(choice: MatchingChoice): Promise<SelectedRows> {
  const { key: _, filter, count, ...flat } = choice;
  if ([...Object.values(flat), ...Object.values(filter ?? {})].some((value) => value !== undefined)) return chooseContacts({ ...choice, all: true });
  return { rows: selectContacts({}).select('contacts.id') as SelectedRows['rows'], count: count ?? null };
}
