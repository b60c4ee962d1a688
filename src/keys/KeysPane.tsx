import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Command } from '#commands/core/command.ts';
import { createMatcher } from '../palette/match/matcher.ts';
import { PaneBody, PaneHeader, type PaneProps, usePaneStates } from '../panes/index.ts';
import { Icon, isIconName } from '../ui/Icon.tsx';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import { useLatest } from '../ui/useLatest.ts';
import { useTakesFocus } from '../ui/useTakesFocus.ts';
import { type CommandHost, useCommandContext, useCommandHost } from './host.ts';
import styles from './Keys.module.css';

interface ShortcutRow {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
  readonly command: Command;
  readonly keys: readonly string[];
}

const listShortcuts = (host: CommandHost, counts: (command: Command) => boolean, keysOf: (commandId: string) => readonly string[]): ShortcutRow[] =>
  host.registry.all.filter(counts).map((command) => ({
    id: command.id,
    title: command.title,
    keywords: [...command.keywords, command.group],
    command,
    keys: keysOf(command.id),
  }));

function filterShortcuts(lines: readonly ShortcutRow[], query: string): readonly ShortcutRow[] {
  if (query.trim() === '') return lines;
  const matcher = createMatcher<ShortcutRow>();
  matcher.add(lines);
  const hits = matcher.search(query, 100).map(({ entry }) => entry);
  // A key is found by itself, too: type the key to see what it does.
  const byKey = lines.filter((line) => line.keys.includes(query.trim().toLowerCase()) && !hits.includes(line));
  return [...byKey, ...hits];
}

function ShortcutList({ lines, onChoose, verb }: { lines: readonly ShortcutRow[]; onChoose: (line: ShortcutRow) => void; verb: string }) {
  const groups = [...new Set(lines.map(({ command }) => command.group))];
  if (lines.length === 0) return <p className={styles.none}>No results. Clear the search to see all shortcuts.</p>;
  return groups.map((group) => (
    <section key={group} className={styles.group}>
      <h3 className={styles.groupTitle}>{group}</h3>
      <ul>
        {lines
          .filter(({ command }) => command.group === group)
          .map((line) => (
            <li key={line.id}>
              <button type="button" className={styles.line} onClick={() => onChoose(line)}>
                {isIconName(line.command.icon) ? <Icon name={line.command.icon} tone="muted" /> : null}
                <span className={styles.lineTitle}>
                  {line.title}
                  <span className="sr-only">: {verb}</span>
                </span>
                {line.keys.map((keys) => (
                  <KeyCaps key={keys} keys={keys} />
                ))}
              </button>
            </li>
          ))}
      </ul>
    </section>
  ));
}

interface SearchableProps {
  readonly paneId: string;
  readonly lines: readonly ShortcutRow[];
  readonly onChoose: (line: ShortcutRow) => void;
  readonly verb: string;
  readonly label: string;
}

function Searchable({ paneId, lines, onChoose, verb, label }: SearchableProps) {
  const [query, setQuery] = useState('');
  const paneStates = usePaneStates();
  const typed = useLatest(query);
  // Told once: a pane that follows the context may not be what changes it.
  useEffect(() => {
    const back = () => {
      setQuery('');
      return typed.current !== '';
    };
    return paneStates.register(paneId, () => ({ scopes: [], handles: { back } }));
  }, [paneStates, paneId, typed]);
  const deferred = useDeferredValue(query);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useTakesFocus(input);
  const shown = useMemo(() => filterShortcuts(lines, deferred), [lines, deferred]);
  return (
    <div className={styles.pane}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        data-pane-focus
        className={styles.search}
        placeholder={label}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className={styles.lines}>
        <ShortcutList lines={shown} onChoose={onChoose} verb={verb} />
      </div>
    </div>
  );
}

/** All commands and their keys; choosing a line asks for a new key. */
export function KeysPane({ paneId }: PaneProps) {
  const host = useCommandHost();
  const { keymap } = useCommandContext(host.source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys in force follow the saved keymap
  const lines = useMemo(() => listShortcuts(host, () => true, host.keys.get().getKeys), [host, keymap]);
  return (
    <>
      <PaneHeader title="Keys" />
      <PaneBody>
        <Searchable paneId={paneId} lines={lines} label="Search commands and keys" verb="change its key" onChoose={({ id }) => host.recorder.start(id)} />
      </PaneBody>
    </>
  );
}
