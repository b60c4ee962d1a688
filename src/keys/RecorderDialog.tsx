/** The dialog in which a new key is pressed for a command. */
import { KeyCaps } from '../ui/KeyCaps.tsx';
import { useCommandHost } from './host.ts';
import styles from './Keys.module.css';
import type { Recording } from './recorder.ts';

/** Asks for a new key. It takes every press itself; Escape leaves it. */
export default function RecorderDialog({ recording }: { readonly recording: Recording }) {
  const { keys } = useCommandHost();
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
