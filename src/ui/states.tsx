import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { KeyCaps } from './KeyCaps.tsx';
import styles from './states.module.css';
import type { KeySource } from './useKeys.ts';

/** Action a user can take, and its key. */
export type StateAction = { title: string; keys?: KeySource; onAct: () => void };
type StateProps = { children: ReactNode; action?: StateAction | undefined };

function State({ icon, tone, children, action, role }: StateProps & { icon: IconName; tone: 'muted' | 'red' | 'amber'; role?: 'alert' | 'status' }) {
  return (
    <div className={styles.state} role={role}>
      <Icon name={icon} tone={tone} size={20} />
      <p>{children}</p>
      {action ? (
        <Button look="quiet" keys={action.keys} onClick={action.onAct}>
          {action.title}
        </Button>
      ) : null}
    </div>
  );
}

/** Nothing is here: one sentence, and the key that fills it. */
export const EmptyState = (props: StateProps & { icon?: IconName }) => <State icon={props.icon ?? 'inbox'} tone="muted" {...props} />;
/** Something failed: what happened, what was kept, and the key that retries. Announced. */
export const ErrorState = (props: StateProps) => <State icon="warning" tone="red" role="alert" {...props} />;
/** Not for this person: who may. */
export const DeniedState = (props: StateProps) => <State icon="lock" tone="amber" {...props} />;

/** A 2 px line under a header while something loads; holds its place when idle. `silent` where what it belongs to says itself that it is busy. */
export function LoadingLine({ active, label = 'Loading', silent = false }: { active: boolean; label?: string; silent?: boolean }) {
  return (
    <div className={styles.lineSlot} aria-hidden={silent || undefined}>
      {active ? (
        <div className={styles.line} {...(silent ? {} : { role: 'progressbar', 'aria-label': label })}>
          <span className={styles.lineRun} />
        </div>
      ) : null}
    </div>
  );
}

/** A turning ring for work of unknown length. */
export function Spinner({ label, size = 14 }: { label?: string; size?: number }) {
  const described = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span className={styles.spinner} style={{ width: size, height: size }} {...described} />;
}

/** Grey bars in place of rows; on the very first paint only. */
export function SkeletonRows({ rows = 12, rowHeight }: { rows?: number /** Pixels; the density's height unless said. */; rowHeight?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.skeletonRow} style={rowHeight === undefined ? undefined : { height: rowHeight }}>
          <span style={{ width: `${16 + ((at * 7) % 10)}%` }} />
          <span style={{ width: `${36 + ((at * 13) % 24)}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Work with a known end. `value` 0–1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span className={styles.progress} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <span style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  );
}

/** A sentence with keys in it, for what to press next. */
export function PressHint({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <span className={styles.press}>
      <KeyCaps keys={keys} /> {children}
    </span>
  );
}
