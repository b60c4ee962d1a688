/** Columns of the rows of a file, and how what applying does is marked. */
import type { AttributeFileRow } from '#commands/bulkAttributes/types.ts';
import type { AttributeCell } from '#contract/bulkAttributes/entities.ts';
import { type AttributeVerdict, attributeFilterLabel } from '#contract/bulkAttributes/enums.ts';
import { emptyWord } from '#contract/bulkAttributes/texts.ts';
import type { Column } from '../../table/index.ts';
import { Chip, displayPhone } from '../../ui/index.ts';
import css from './Update.module.css';

const tones: Readonly<Partial<Record<AttributeVerdict, 'accent' | 'red'>>> = { change: 'accent', invalid: 'red' };

function VerdictMark({ row, isApplied }: { readonly row: AttributeFileRow; readonly isApplied: boolean }) {
  if (row.isLeftOut) return <Chip small>Left out</Chip>;
  const tone = tones[row.verdict];
  return (
    <Chip small {...(tone === undefined ? {} : { tone })}>
      {isApplied && row.verdict === 'change' ? 'Changed' : attributeFilterLabel[row.verdict]}
    </Chip>
  );
}

/** One cell: what it was and what it will be, or why it is refused. */
function CellChange({ cell: { column, from, to, problem } }: { readonly cell: AttributeCell }) {
  return (
    <span className={css.cell}>
      {column}: {problem === null ? <Change from={from} to={to} /> : <Refused typed={to} problem={problem} />}
    </span>
  );
}

function Change({ from, to }: { readonly from: string | null; readonly to: string | null }) {
  return (
    <>
      {from !== null && (
        <>
          <span className={css.before}>{from}</span> <span>→</span>{' '}
        </>
      )}
      <span className={css.after}>{to ?? emptyWord}</span>
    </>
  );
}

function Refused({ typed, problem }: { readonly typed: string | null; readonly problem: string }) {
  return (
    <span className={css.wrong}>
      {typed ? `“${typed}” · ` : ''}
      {problem}
    </span>
  );
}

/** The columns. `isApplied`: the changes are made. */
export const createUpdateColumns = (isApplied: boolean): readonly Column<AttributeFileRow>[] => [
  { id: 'line', header: 'Row', width: 64, min: 48, align: 'end', rank: 'quiet', render: (row) => <span>{row.line.toLocaleString('en-US')}</span> },
  { id: 'verdict', header: 'Result', width: 112, min: 104, hideable: false, render: (row) => <VerdictMark row={row} isApplied={isApplied} /> },
  { id: 'entityType', header: 'Type', width: 96, min: 72, rank: 'quiet', render: (row) => <span>{row.entityType}</span> },
  {
    id: 'name',
    header: 'Record',
    width: 180,
    min: 110,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => <span>{displayPhone(row.name) || (row.entityId === null ? '' : String(row.entityId))}</span>,
  },
  {
    id: 'changes',
    header: 'Changes',
    width: 360,
    min: 140,
    grow: 3,
    hideable: false,
    rank: 'text',
    render: (row) =>
      row.problem === null ? (
        <span>
          {row.cells.map((cell) => (
            <CellChange key={cell.place} cell={cell} />
          ))}
        </span>
      ) : (
        <span className={css.wrong}>{row.problem}</span>
      ),
  },
];
