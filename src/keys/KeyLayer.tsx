import { useSyncExternalStore } from 'react';
import { useStore } from '../store/store.ts';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import { useCommandHost } from './host.ts';
import styles from './Keys.module.css';
import type { KeyLayer as Layer } from './layer.ts';

/** The keys of the app: mounted once. Shows what may follow a started chord, and the choice of a new key. */
export function KeyLayer() {
  const { keys } = useCommandHost();
  return (
    <>
      <WhichKey layer={keys} />
      <RecorderDialog />
    </>
  );
}

/** Shows the keys that may follow those typed so far (KEYS.md 6). */
function WhichKey({ layer }: { layer: Layer }) {
  const steps = useSyncExternalStore(layer.chord.subscribe, layer.chord.steps);
  if (steps.length === 0) return null;
  return (
    <section className={styles.which} aria-label={`After ${steps.join(' ')}`} data-chord={steps.join(' ')}>
      <p className={styles.whichHead}>
        <KeyCaps keys={steps.join(' ')} /> then
      </p>
      <ul className={styles.whichList} role="status">
        {layer.continuations().map(({ keys, title, answer }) => (
          <li key={keys} className={styles.whichRow} data-muted={answer.ok ? undefined : ''}>
            <KeyCaps keys={keys} />
            <span>{title}</span>
            {answer.ok ? null : <span className={styles.reason}>{answer.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for a new key. It takes every press itself; Escape leaves it. */
function RecorderDialog() {
  const { recorder, keys } = useCommandHost();
  const recording = useStore(recorder);
  if (!recording) return null;
  const now = keys.get().getKeys(recording.commandId);
  return (
    <div className={styles.scrim}>
      <section
        className={styles.recorder}
        role="dialog"
        aria-modal="true"
        aria-label={`New shortcut for “${recording.title}”`}
        data-scope="dialog"
        data-recording={recording.phase}
      >
        <h2 className={styles.recorderTitle}>{recording.title}</h2>
        <p className={styles.muted}>
          {now.length === 0 ? 'No shortcut set.' : 'Now:'}{' '}
          {now.map((each) => (
            <KeyCaps key={each} keys={each} />
          ))}
        </p>
        <div className={styles.pressed} role="status">
          {recording.keys === '' ? 'Press the new shortcut (up to three keys in sequence)' : <KeyCaps keys={recording.keys} />}
        </div>
        {recording.phase === 'shown' ? (
          <>
            {recording.clashes.map((clash) => (
              <p key={`${clash.keys} ${clash.title}`} className={styles.clash}>
                <KeyCaps keys={clash.keys} /> is “{clash.title}”, which would lose it
              </p>
            ))}
            <p className={styles.recorderKeys}>
              <KeyCaps keys="enter" /> keep <KeyCaps keys="backspace" /> press again <KeyCaps keys="delete" /> no key <KeyCaps keys="escape" /> cancel
            </p>
          </>
        ) : (
          <p className={styles.recorderKeys}>
            <KeyCaps keys="escape" /> cancel
          </p>
        )}
      </section>
    </div>
  );
}
