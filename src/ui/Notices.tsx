import { Button, IconButton } from './Button.tsx';
import { Icon, type IconName, type Tone } from './Icon.tsx';
import styles from './Notices.module.css';
import { notices as appNotices, type NoticeStore, type NoticeTone } from './notices.ts';
import { useNotices } from './useNotices.ts';

const looks: Record<NoticeTone, { icon: IconName; tone: Tone; word: string }> = {
  success: { icon: 'circle-check', tone: 'green', word: 'Done' },
  info: { icon: 'info', tone: 'blue', word: 'Note' },
  danger: { icon: 'warning', tone: 'red', word: 'Error' },
};

/** The place where notices come, once in the app. The regions stand from the start, so that screen readers hear what is put into them. */
export function Notices({ store = appNotices, findKeys }: { store?: NoticeStore; findKeys?: (command: string) => string | undefined }) {
  const { shown } = useNotices(store);
  const look = shown ? looks[shown.tone] : null;
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
    <section className={styles.region} aria-label="What just happened">
      <div role="status">{shown?.tone === 'danger' ? null : body}</div>
      <div role="alert">{shown?.tone === 'danger' ? body : null}</div>
    </section>
  );
}
