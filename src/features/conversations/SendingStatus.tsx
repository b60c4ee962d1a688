/** The message held back, in the bottom line. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommandHost } from '../../keys/index.ts';
import { Icon, KeyHint } from '../../ui/index.ts';
import { sendTitle } from './composerActions.ts';
import css from './SendingStatus.module.css';
import { useOutbox } from './useOutbox.ts';

/** The message held back now, with the seconds it can still be taken back. */
export function SendingStatus() {
  const app = useApp();
  const outgoing = useOutbox();
  const online = useAppState((state) => state.online);
  const { caps, source } = useCommandHost();
  // Another command since is what the key would undo.
  const isLast = useSyncExternalStore(source.subscribe, () => source.get().undoable?.title === sendTitle);
  const version = useSyncExternalStore(outgoing.subscribe, outgoing.version);
  const actor = useMemo(() => {
    void version;
    return outgoing.findHeld();
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
  if (!actor) return online ? null : <span className={css.status}>Offline. Drafts are saved.</span>;
  const context = actor.getSnapshot().context;
  const who = app.queries
    .getQueryData<{ contact: { name: string } | null }>(['company', app.get().companyId, 'conversations', 'one', context.conversationId])
    ?.contact?.name.split(' ')[0];
  return (
    <span className={css.held} data-held>
      <Icon name="send" size={14} />
      Sending{who ? ` to ${who}` : ''} in {Math.max(0, Math.ceil((until - now) / 1_000))} s{isLast && <KeyHint keys={caps.reach('keyline.undo')}>undo</KeyHint>}
    </span>
  );
}
