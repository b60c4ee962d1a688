/** Columns of the command log. */
import { toArgText } from '#commands/core/dispatcher.ts';
import type { CommandRun } from '#contract/me/entities.ts';
import type { Column } from '../../table/index.ts';
import { Icon, type IconName, RelativeTime, type Tone } from '../../ui/index.ts';

const outcomes: Readonly<Record<CommandRun['outcome'], { icon: IconName; tone: Tone; word: string }>> = {
  done: { icon: 'check', tone: 'green', word: 'done' },
  failed: { icon: 'circle-x', tone: 'red', word: 'failed' },
  undone: { icon: 'undo', tone: 'amber', word: 'undone' },
};

export const logColumns: readonly Column<CommandRun>[] = [
  {
    id: 'outcome',
    header: 'Outcome',
    width: 88,
    min: 64,
    render: (row) => {
      const { icon, tone, word } = outcomes[row.outcome];
      return (
        <>
          <Icon name={icon} tone={tone} size={14} />
          <span>{word}</span>
        </>
      );
    },
  },
  { id: 'title', header: 'Command', width: 220, min: 96, grow: 2, hideable: false, rank: 'lead', render: (row) => row.title },
  {
    id: 'with',
    header: 'Arguments',
    width: 140,
    min: 64,
    grow: 1,
    rank: 'text',
    render: (row) => row.detail ?? Object.values(toArgText(row.args)).join(', '),
  },
  { id: 'source', header: 'Source', width: 76, min: 56, rank: 'text', render: (row) => row.source },
  { id: 'when', header: 'Time', width: 76, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.ranAt} /> },
];
