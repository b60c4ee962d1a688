/** All notices that were told in this window, until they are dismissed: nothing that vanishes is lost. */
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { NoticeRow } from '#commands/notices/types.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useColumnChoice, useRegisterListPane } from '../../panes/index.ts';
import { type Column, createTableController, SelectionBar, Table, type TableHandle } from '../../table/index.ts';
import { Button, EmptyState, Icon, IconButton, type IconName, notices, RelativeTime, type Tone } from '../../ui/index.ts';

const marks: Readonly<Record<NoticeRow['tone'], { icon: IconName; tone: Tone; word: string }>> = {
  success: { icon: 'circle-check', tone: 'green', word: 'Done' },
  info: { icon: 'info', tone: 'blue', word: 'Info' },
  danger: { icon: 'warning', tone: 'red', word: 'Failed' },
};

/** The columns; pressing what a notice offers puts the cursor on it first, so that the command acts on that one. */
const createColumns = (act: (row: NoticeRow) => void): readonly Column<NoticeRow>[] => [
  {
    id: 'tone',
    header: 'Kind',
    headerHidden: true,
    width: 34,
    min: 34,
    hideable: false,
    render: (row) => <Icon name={marks[row.tone].icon} tone={marks[row.tone].tone} label={marks[row.tone].word} />,
  },
  {
    id: 'message',
    header: 'Notice',
    width: 240,
    min: 120,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => {
      const text = row.title === undefined ? row.message : `${row.title}: ${row.message}`;
      return <span title={text}>{text}</span>;
    },
  },
  {
    id: 'offer',
    header: 'Action',
    width: 120,
    min: 64,
    align: 'end',
    render: (row) =>
      row.action ? (
        <Button look="quiet" tabIndex={-1} onClick={() => act(row)}>
          {row.action.title}
        </Button>
      ) : null,
  },
  { id: 'when', header: 'Time', width: 72, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={new Date(row.at).toISOString()} /> },
];

const shape = { columns: createColumns(() => undefined), drops: ['when'] };

export function NoticesPane({ paneId }: PaneProps) {
  const commands = useCommands();
  const { log } = useSyncExternalStore(notices.subscribe, notices.snapshot);
  const rows: readonly NoticeRow[] = log;
  const table = useRef<TableHandle<NoticeRow>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('notices', paneId, shape);
  const newest = rows[0]?.id;
  const columns = useMemo(
    () =>
      createColumns((row) => {
        table.current?.placeCursor(row.id);
        commands.run('notices.act');
      }),
    [commands],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new notice is looked at while the pane is open
  useEffect(() => notices.seen(), [newest]);
  useRegisterListPane(paneId, { kind: 'notice', scopes: ['notices'], table, onRefresh: () => table.current?.scrollToTop(), onResetColumns: reset });

  return (
    <>
      <PaneHeader title="Notices" detail={rows.length === 0 ? '' : rows.length.toLocaleString('en-US')}>
        {rows.length > 0 && (
          <>
            <IconButton name="x" label="Dismiss these notices" keys={commands.keys('notices.dismiss')} onClick={() => commands.run('notices.dismiss')} />
            <IconButton
              name="bell-off"
              label="Dismiss all notices"
              keys={commands.keys('keyline.dismissNotices')}
              onClick={() => commands.run('keyline.dismissNotices')}
            />
          </>
        )}
      </PaneHeader>
      <PaneBody>
        <Table
          ref={table}
          controller={controller}
          label="Notices"
          headerHidden
          columns={columns}
          rows={rows}
          getRowId={(row) => row.id}
          layout={layout}
          onLayoutChange={choose}
          total={rows.length}
          onOpen={() => commands.run('notices.act')}
          rowTone={(row) => (row.tone === 'danger' ? 'strong' : 'plain')}
          empty={<EmptyState icon="bell">No notices yet. Notices stay here after they disappear.</EmptyState>}
        />
        <SelectionBar
          controller={controller}
          noun={{ one: 'notice', many: 'notices' }}
          total={rows.length}
          onSelectMatching={() => commands.run('list.selectMatching')}
          onClear={() => commands.run('list.selectNone')}
        />
      </PaneBody>
    </>
  );
}
