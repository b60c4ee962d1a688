/** The bottom line: the keys that matter here and now, long work with its progress, the message held back. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { keysFromHere } from '#commands/keymap/resolve.ts';
import { stateName } from '#machines/state.ts';
import { useApp, useAppState } from '../api/app.ts';
import { useOutgoing } from '../features/conversations/outgoingContext.ts';
import { useCommandContext, useCommandHost } from '../keys/index.ts';
import { Icon, KeyCaps, KeyHint, ProgressBar, Spinner } from '../ui/index.ts';
import type { Batches } from './batches.ts';
import { hintsOf } from './hints.ts';
import css from './Shell.module.css';

export function BottomLine({ batches }: { batches: Batches }) {
  return (
    <footer className={css.bottom}>
      <KeysNow />
      <span className={css.spacer} />
      <Running batches={batches} />
      <Held />
    </footer>
  );
}

function KeysNow() {
  const { source, registry, keys } = useCommandHost();
  const context = useCommandContext(source);
  const hints = useMemo(() => hintsOf(keys.get(), registry, context), [context, registry, keys]);
  return (
    <div className={css.hints} role="group" aria-label="Keyboard shortcuts">
      {hints.map(({ id, word, keys: shown }) => (
        <KeyHint key={id} keys={shown}>
          {word}
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
        const done = stateName(snapshot) === 'finished';
        return (
          <span key={batchId} className={css.batch} data-flow="batch" data-state={stateName(snapshot)}>
            {done ? <Icon name="circle-check" tone="green" size={14} /> : <Spinner size={13} />}
            {kind}
            <ProgressBar value={(progress?.progress ?? 0) / 100} label={kind} />
            {Math.round(progress?.progress ?? 0)} %
          </span>
        );
      })}
    </div>
  );
}

/** The message held back now, with the seconds it can still be taken back. */
function Held() {
  const app = useApp();
  const outgoing = useOutgoing();
  const online = useAppState((state) => state.online);
  const { keys, registry, source } = useCommandHost();
  const focus = useCommandContext(source);
  const version = useSyncExternalStore(outgoing.subscribe, outgoing.version);
  const actor = useMemo(() => {
    void version;
    return outgoing.held();
  }, [outgoing, version]);
  const [now, setNow] = useState(() => performance.now());
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (!actor) return;
    const end = performance.now() + actor.getSnapshot().context.holdMs;
    setUntil(end);
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [actor]);
  if (!actor) return online ? null : <span className={css.batch}>Offline. Drafts are saved.</span>;
  const context = actor.getSnapshot().context;
  const undo = keysFromHere(keys.get(), registry, focus, 'keyline.undo');
  const who = app.queries
    .getQueryData<{ contact: { name: string } | null }>(['company', app.get().companyId, 'conversations', 'one', context.conversationId])
    ?.contact?.name.split(' ')[0];
  return (
    <span className={css.held} data-held>
      <Icon name="send" size={14} />
      Sending{who ? ` to ${who}` : ''} in {Math.max(0, Math.ceil((until - now) / 1_000))} s
      {undo !== undefined && (
        <>
          <KeyCaps keys={undo} /> undo
        </>
      )}
    </span>
  );
}
