/** The bottom line: the keys that matter here and now, long work with its progress, and what areas show there. */
import { type ComponentType, useMemo, useSyncExternalStore } from 'react';
import { getStateName } from '#machines/state.ts';
import { useCommandContext, useCommandHost } from '../keys/index.ts';
import { Icon, KeyHint, ProgressBar, Spinner } from '../ui/index.ts';
import { Part } from '../ui/Part.tsx';
import type { Batches } from './batches.ts';
import { listHints } from './hints.ts';
import css from './Shell.module.css';

export function StatusBar({ batches, statuses }: { batches: Batches; statuses: readonly ComponentType[] }) {
  return (
    <footer className={css.bottom}>
      <KeysNow />
      <span className={css.spacer} />
      <Running batches={batches} />
      {statuses.map((Status) => (
        <Part key={Status.name}>
          <Status />
        </Part>
      ))}
    </footer>
  );
}

function KeysNow() {
  const { source, registry, keys, caps } = useCommandHost();
  const context = useCommandContext(source);
  const hints = useMemo(() => listHints(keys.get(), registry, context), [context, registry, keys]);
  return (
    <div className={css.hints} role="group" aria-label="Keyboard shortcuts">
      {hints.map(({ id, label }) => (
        <KeyHint key={id} keys={caps.get(id)}>
          {label}
        </KeyHint>
      ))}
    </div>
  );
}

function Running({ batches }: { batches: Batches }) {
  const list = useSyncExternalStore(batches.subscribe, batches.list);
  return (
    <div role="status" className={css.status}>
      {list.map((actor) => {
        const snapshot = actor.getSnapshot();
        const { kind, progress, batchId } = snapshot.context;
        const done = getStateName(snapshot) === 'finished';
        return (
          <span key={batchId} className={css.batch} data-flow="batch" data-state={getStateName(snapshot)}>
            {done ? <Icon name="circle-check" tone="green" size={14} /> : <Spinner size={13} />}
            {kind}
            <ProgressBar value={(progress?.progress ?? 0) / 100} label={kind} />
            {Math.round(progress?.progress ?? 0)}%
          </span>
        );
      })}
    </div>
  );
}
