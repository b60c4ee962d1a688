/** What’s new: dated entries, newest first. Opening it marks them read; what was new stays marked while it is open. */
import { type Ref, useEffect, useRef, useState } from 'react';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useCommandHost, useKeysOf } from '../../keys/index.ts';
import { PaneBody, PaneHeader, type PaneProps, usePaneStates, useRegisterPane } from '../../panes/index.ts';
import { readNews } from '../../shared/news.ts';
import { Button, Chip, formatCalendarDate, KeyCaps, useTimeZone } from '../../ui/index.ts';
import { useTakesFocus } from '../../ui/useTakesFocus.ts';
import { type NewsEntry, newsEntries } from './entries.ts';
import css from './News.module.css';
import { getReadUntil, isNewSince } from './unread.ts';

/** Returns until when the person knew the news when the pane came, and marks all of them read. */
function useReadNews(): number {
  const app = useApp();
  const user = useAppState((state) => state.user);
  const [readUntil] = useState(() => (user ? getReadUntil(user) : Number.POSITIVE_INFINITY));
  useEffect(() => {
    const now = app.get().user;
    if (!now || now.isAdmin) return;
    const known = getReadUntil(now);
    // Until the server knows, the mark in the bottom line stays.
    if (newsEntries.some((entry) => isNewSince(entry, known))) readNews(app).catch(app.notifyError);
  }, [app]);
  return readUntil;
}

export function NewsPane({ paneId }: PaneProps) {
  const paneStates = usePaneStates();
  const readUntil = useReadNews();
  const feed = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement>(null);
  const [index, setIndex] = useState(0);
  const newCount = newsEntries.filter((entry) => isNewSince(entry, readUntil)).length;

  const focusEntry = (at: number) => {
    const wanted = Math.min(newsEntries.length - 1, Math.max(0, at));
    setIndex(wanted);
    const article = feed.current?.querySelector<HTMLElement>(`[data-entry="${wanted}"]`);
    article?.focus();
    article?.scrollIntoView({ block: 'nearest' });
  };
  useTakesFocus(current);
  useRegisterPane(paneId, () => {
    const commandId = newsEntries[index]?.commands[0];
    return {
      scopes: ['news'],
      subject: newsEntries[index]?.title ?? null,
      context: { newsEntry: commandId === undefined ? null : { commandId } },
      handles: {
        news: { move: (to) => focusEntry({ next: index + 1, previous: index - 1, first: 0, last: newsEntries.length - 1 }[to]) },
      },
    };
  });

  return (
    <>
      <PaneHeader title="What’s new" detail={newCount === 0 ? '' : `${newCount} new`} />
      <PaneBody>
        <div ref={feed} className={css.feed} role="feed" aria-label="What’s new" aria-busy={false}>
          {newsEntries.map((entry, at) => (
            <Entry
              key={entry.at}
              entry={entry}
              place={at}
              isCurrent={at === index}
              ref={at === index ? current : undefined}
              isNew={isNewSince(entry, readUntil)}
              onFocus={() => {
                setIndex(at);
                paneStates.notify();
              }}
            />
          ))}
        </div>
      </PaneBody>
    </>
  );
}

interface EntryProps {
  readonly entry: NewsEntry;
  /** Its place in the list, from 0. */
  readonly place: number;
  readonly isCurrent: boolean;
  readonly isNew: boolean;
  readonly onFocus: () => void;
  readonly ref: Ref<HTMLElement> | undefined;
}

function Entry({ entry: { at, title, text, commands }, place, isCurrent, isNew, onFocus, ref }: EntryProps) {
  const zone = useTimeZone();
  return (
    <article
      ref={ref}
      className={css.entry}
      data-entry={place}
      data-current={isCurrent || undefined}
      data-pane-focus={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-posinset={place + 1}
      aria-setsize={newsEntries.length}
      aria-labelledby={`news-${place}`}
      aria-describedby={`news-${place}-text`}
      onFocus={onFocus}
    >
      <time className={css.date} dateTime={at}>
        {formatCalendarDate(at, zone)}
      </time>
      <div className={css.body}>
        <h3 id={`news-${place}`} className={css.title}>
          {title}
          {isNew && (
            <Chip small active>
              New
            </Chip>
          )}
        </h3>
        <p id={`news-${place}-text`} className={css.text}>
          {text}
        </p>
        <ul className={css.commands}>
          {commands.map((id) => (
            <NewsCommand key={id} id={id} isReached={isCurrent} />
          ))}
        </ul>
      </div>
    </article>
  );
}

/** A command an entry is about: pressing it runs it, and its keys stand beside its title, wherever they work. */
function NewsCommand({ id, isReached }: { id: string; isReached: boolean }) {
  const host = useCommandHost();
  const runner = useCommands();
  const keys = useKeysOf(id);
  return (
    <li>
      <Button look="quiet" tabIndex={isReached ? 0 : -1} onClick={() => runner.run(id)}>
        {host.registry.get(id)?.title ?? ''}
      </Button>
      {keys.map((each, at) => (
        <span key={each} className={css.keys}>
          {at > 0 && 'to'}
          <KeyCaps keys={each} />
        </span>
      ))}
    </li>
  );
}
