import { useEffect, useRef } from 'react';
import { useStore } from '../store/store.ts';
import { announcement } from './announcer.ts';
import { Button, IconButton } from './Button.tsx';
import { Icon, type IconName, type Tone } from './Icon.tsx';
import styles from './Notices.module.css';
import { notices as appNotices, type NoticeStore, type NoticeTone } from './notices.ts';
import type { KeySource } from './useKeys.ts';
import { useNotices } from './useNotices.ts';

const looks: Record<NoticeTone, { icon: IconName; tone: Tone; word: string }> = {
  success: { icon: 'circle-check', tone: 'green', word: 'Done' },
  info: { icon: 'info', tone: 'blue', word: 'Note' },
  danger: { icon: 'warning', tone: 'red', word: 'Error' },
};

/** The place where notices come, once in the app. The regions stand from the start, so that screen readers hear what is put into them. */
export function Notices({ store = appNotices, findKeys }: { store?: NoticeStore; findKeys?: (command: string) => KeySource }) {
  const { shown } = useNotices(store);
  const look = shown ? looks[shown.tone] : null;
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = region.current;
    if (!box || shown === null) return;
    let stop: (() => void) | null = () => undefined;
    void import('./clearance.ts').then(({ keepClear }) => {
      if (stop) stop = keepClear(box);
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [shown]);
  const body =
    shown && look ? (
      <div
        key={shown.id}
        role="group"
        aria-label={look.word}
        className={styles.notice}
        data-tone={shown.tone}
        onPointerEnter={store.pause}
        onPointerLeave={store.resume}
        onFocus={store.pause}
        onBlur={store.resume}
      >
        <Icon name={look.icon} tone={look.tone} label={look.word} />
        <div className={styles.message}>
          {shown.title === undefined ? null : <strong>{shown.title}</strong>}
          <p>{shown.message}</p>
        </div>
        {shown.action ? (
          <Button look="quiet" keys={shown.action.command === undefined ? undefined : findKeys?.(shown.action.command)} onClick={shown.action.onAct}>
            {shown.action.title}
          </Button>
        ) : null}
        <IconButton name="x" label="Dismiss" onClick={store.hide} />
      </div>
    ) : null;
  return (
    <section ref={region} className={styles.region} aria-label="What just happened">
      <div role="status">{shown?.tone === 'danger' ? null : body}</div>
      <div role="alert">{shown?.tone === 'danger' ? body : null}</div>
      <Announcer />
    </section>
  );
}

/** Says what is announced. Two regions in turn, so that the same words again are heard again. */
function Announcer() {
  const { turn, text } = useStore(announcement);
  return [0, 1].map((at) => (
    <p key={at} className="sr-only" role="status" data-announcer>
      {turn % 2 === at ? text : ''}
    </p>
  ));
}
