import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadWhenIdle } from '../api/startupPhases.ts';
import { useStore } from '../store/store.ts';
import { KeyCaps } from '../ui/KeyCaps.tsx';
import { useCommandHost } from './host.ts';
import styles from './Keys.module.css';
import type { KeyLayer as Layer } from './layer.ts';

/** Drawn when a new key is asked for. */
const RecorderDialog = lazy(loadWhenIdle(() => import('./RecorderDialog.tsx')));

/** Drawn when help is asked for. */
const HelpSheet = lazy(loadWhenIdle(() => import('./HelpSheet.tsx')));

/** The keys of the app: mounted once. Shows what may follow a started chord, the sheet of keys, and the choice of a new key. */
export function KeyLayer() {
  const { keys, recorder, help } = useCommandHost();
  const described = useStore(help);
  const recording = useStore(recorder);
  return (
    <>
      <WhichKey layer={keys} />
      {described && (
        <Suspense fallback={null}>
          <HelpSheet context={described} />
        </Suspense>
      )}
      {recording && (
        <Suspense fallback={null}>
          <RecorderDialog recording={recording} />
        </Suspense>
      )}
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
