/** Columns of the rows of an import, and how what saving does is marked. */
import type { ImportRow } from '#contract/contactImports/entities.ts';
import { formatImportWord, type ImportVerdict, importFieldLabel, importFields } from '#contract/contactImports/enums.ts';
import type { Column } from '../../table/index.ts';
import { Chip, Icon, PhoneText } from '../../ui/index.ts';

const tones: Readonly<Partial<Record<ImportVerdict, 'green' | 'amber' | 'red' | 'accent'>>> = {
  create: 'green',
  restore: 'green',
  update: 'accent',
  duplicate: 'amber',
  over_limit: 'amber',
  invalid: 'red',
};

/** Results once they are saved. */
const savedWords: Readonly<Partial<Record<ImportVerdict, string>>> = { create: 'Created', update: 'Updated', restore: 'Restored' };

function VerdictMark({ row }: { readonly row: ImportRow }) {
  if (row.isLeftOut) return <Chip small>Left out</Chip>;
  if (row.outcome === 'held')
    return (
      <Chip small tone="amber">
        {formatImportWord('held')}
      </Chip>
    );
  if (row.verdict === null) return null;
  const tone = tones[row.verdict];
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {row.outcome === 'saved' ? (savedWords[row.verdict] ?? formatImportWord(row.verdict)) : formatImportWord(row.verdict)}
    </Chip>
  );
}

/** Changes of saving the row, or why it is not saved. */
function formatEffect(row: ImportRow): string {
  if (row.isLeftOut) return '';
  if (row.outcome === 'held') return 'The contact changed after the check';
  if (row.problem !== null) return row.problem;
  if (row.verdict === 'invalid') return row.typed === '' ? 'No phone number' : 'Not a phone number';
  if (row.verdict === 'duplicate') return 'An earlier row has this number';
  if (row.verdict === 'over_limit') return 'The company’s contact limit is reached';
  const changes = importFields.flatMap((field) => {
    const before = row.before[field];
    if (row.contact === null || before === undefined) return [];
    return [`${importFieldLabel[field]}: ${before === '' ? '' : `${before} → `}${row.values[field] ?? ''}`];
  });
  return [...changes, ...(row.joins && row.contact !== null ? ['Added to group'] : [])].join(' · ');
}

const createTextColumn = (id: 'companyName' | 'email' | 'city', header: string, width: number): Column<ImportRow> => ({
  id,
  header,
  width,
  min: 72,
  grow: 1,
  rank: 'text',
  render: (row) => <span>{row.values[id] ?? ''}</span>,
});

export const importColumns: readonly Column<ImportRow>[] = [
  { id: 'line', header: 'Row', width: 64, min: 48, align: 'end', rank: 'quiet', render: (row) => <span>{row.line.toLocaleString('en-US')}</span> },
  { id: 'verdict', header: 'Result', width: 128, min: 120, hideable: false, render: (row) => <VerdictMark row={row} /> },
  {
    id: 'name',
    header: 'Name',
    width: 160,
    min: 100,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => <span>{row.values.name ?? row.contact?.name ?? ''}</span>,
  },
  {
    id: 'opted',
    header: 'Opt-out',
    headerHidden: true,
    width: 34,
    min: 34,
    render: (row) => (row.isOptedOut ? <Icon name="bell-off" tone="red" label="Opted out: gets no messages, consent isn’t changed" /> : null),
  },
  {
    id: 'number',
    header: 'Phone',
    width: 140,
    min: 124,
    hideable: false,
    render: (row) => (row.number === null ? <span>{row.typed}</span> : <PhoneText number={row.number} />),
  },
  { id: 'effect', header: 'Changes', width: 240, min: 96, grow: 2, rank: 'text', render: (row) => <span>{formatEffect(row)}</span> },
  createTextColumn('companyName', 'Company', 130),
  createTextColumn('email', 'Email', 170),
  createTextColumn('city', 'City', 100),
];
