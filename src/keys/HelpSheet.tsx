/** The sheet of keys: what each does with the focus there was, in two columns, the pane's own first. */
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { Context } from '#commands/core/types.ts';
import { listSheet, type SheetGroup, type SheetRow } from '#commands/keymap/sheet.ts';
import { useCommands } from '../api/commands.ts';
import { createMatcher } from '../palette/match/matcher.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import styles from './HelpSheet.module.css';
import { useCommandHost } from './host.ts';

const sheetWidth = 880;

interface Found {
  readonly groups: readonly SheetGroup[];
  /** The row that fits best and can run. */
  readonly best: SheetRow | undefined;
}

/** Keeps the rows that the words find, as the palette would; a key is found by itself, too. */
function search(groups: readonly SheetGroup[], query: string): Found {
  const words = query.trim();
  if (words === '') return { groups, best: undefined };
  const rows = groups.flatMap((group) => group.rows);
  const matcher = createMatcher<{ id: string; title: string; keywords: readonly string[]; row: SheetRow }>();
  matcher.add(rows.map((row) => ({ id: row.command.id, title: row.command.title, keywords: row.command.keywords, row })));
  const hits = [...rows.filter(({ keys }) => keys.includes(words.toLowerCase())), ...matcher.search(words, 100).map(({ entry }) => entry.row)];
  return {
    groups: groups.map((group) => ({ ...group, rows: group.rows.filter((row) => hits.includes(row)) })).filter((group) => group.rows.length > 0),
    best: hits.find(canRun),
  };
}

const canRun = ({ answer, isRange }: SheetRow): boolean => answer.ok && !isRange;

function Row({ row, onRun }: { row: SheetRow; onRun: (row: SheetRow) => void }) {
  const { command, keys, isRange, answer } = row;
  const [first, last] = keys;
  const caps = (
    <span className={styles.keys}>
      <KeyCaps keys={first} />
      {last === undefined ? null : (
        <>
          <span className={styles.between}>{isRange ? 'to' : 'or'}</span>
          <KeyCaps keys={last} />
        </>
      )}
    </span>
  );
  if (!canRun(row))
    return (
      <li className={styles.row} data-muted={answer.ok ? undefined : ''}>
        <span className={styles.title}>
          {command.title}
          {answer.ok ? null : <span className={styles.reason}>{answer.reason}</span>}
        </span>
        {caps}
      </li>
    );
  return (
    <li>
      <button type="button" className={styles.row} data-command-id={command.id} onClick={() => onRun(row)}>
        <span className={styles.title}>{command.title}</span>
        {caps}
      </button>
    </li>
  );
}

function Group({ group, onRun }: { group: SheetGroup; onRun: (row: SheetRow) => void }) {
  const heading = useId();
  return (
    <section className={styles.group} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading} data-here={group.isHere ? '' : undefined}>
        {group.title}
      </h3>
      <ul>
        {group.rows.map((row) => (
          <Row key={row.command.id} row={row} onRun={onRun} />
        ))}
      </ul>
    </section>
  );
}

/** Describes a moment; choosing a row runs its command where the keyboard was. */
export default function HelpSheet({ context }: { readonly context: Context }) {
  const host = useCommandHost();
  const commands = useCommands();
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const all = useMemo(() => listSheet(host.keys.get(), host.registry, context), [host, context]);
  const { groups, best } = useMemo(() => search(all, deferred), [all, deferred]);
  const columns = [groups.filter(({ isNear }) => isNear), groups.filter(({ isNear }) => !isNear)].filter((column) => column.length > 0);
  const run = ({ command }: SheetRow) => void host.help.leave().then(() => host.dispatcher.run(command.id, { source: 'button' }));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || void host.help.leave()}
      title="Keyboard shortcuts"
      width={sheetWidth}
      actions={
        <>
          {context.user === null ? null : (
            <Button icon="keyboard" keys={commands.keys('keys.open')} onClick={() => commands.run('keys.open')}>
              Edit keyboard shortcuts
            </Button>
          )}
          <Button look="primary" keys="escape" onClick={() => void host.help.leave()}>
            Close
          </Button>
        </>
      }
    >
      <div data-scope="help">
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault();
            if (best) run(best);
          }}
        >
          <TextInput
            autoFocus
            icon="search"
            aria-label="Search shortcuts"
            placeholder="Search shortcuts"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </form>
        <div className={styles.columns}>
          {columns.map((column) => (
            <div key={column[0]?.title}>
              {column.map((group) => (
                <Group key={group.title} group={group} onRun={run} />
              ))}
            </div>
          ))}
        </div>
        {groups.length === 0 ? <p className={styles.none}>No shortcut matches.</p> : null}
      </div>
    </Dialog>
  );
}
